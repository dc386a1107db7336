"""What the author says of a whole file, by its first bytes."""

from __future__ import annotations

import time

import pytest

from flowscout.languages.c.heading import heading as c_heading
from flowscout.languages.python.heading import heading as python_heading
from flowscout.tasks.headings import own, stated


@pytest.mark.parametrize(("text", "said"), [
    ("/* dict.c - Hash tables with incremental rehashing.\n *\n * Copyright (c) 2010 somebody. All rights reserved. */\n\n#include <a.h>\n", "Hash tables with incremental rehashing"),
    ("// Copyright 2020 The Authors.\n// Licensed under the Apache License.\n\n// Regular expression parser. It is recursive.\n\n#include \"a.h\"\n", "Regular expression parser"),
    ("/**\n * @file queue.h\n * @brief A queue for many producers.\n */\n#pragma once\n", "A queue for many producers"),
    ("/* Copyright (c) somebody\n *\n * Redistribution and use in source and binary forms are permitted. */\n\n#include <a.h>\n", ""),
    ("/* This program is free software; you can redistribute it and/or modify it. */\n\nint a;\n", ""),
    ("// Adds two numbers and keeps the sum.\nint add(int a, int b);\n", ""),  # of the declaration
    ("// On AIX, inttypes.h is included by another header.\n#ifdef _AIX\n#include <a.h>\n#endif\n", ""),  # of the line below
    ("// HACK: fix the include header nightmare.\n#include <a.h>\n", ""),  # to the authors, not of the file
    ("// BUG(ann): split this file soon.\n\n/* Queues of jobs for many workers. */\n\n#include <a.h>\n", "Queues of jobs for many workers"),
    ("/* vim: set sw=4 et: */\n\n/* Windows */\n\nint a;\n", ""),
    ("", ""),
])  # fmt: skip
def test_of_a_c_file(text: str, said: str) -> None:
    assert c_heading(text.encode()) == said


@pytest.mark.parametrize(("text", "said"), [
    ('#!/usr/bin/env python\n# Copyright somebody\n"""Private keys for the serializer.\n\nMore."""\n', "Private keys for the serializer"),
    ('"""\nTask Routing\n============\n\nFinds the queue."""\n', "Task Routing"),
    ('"""celery.app.trace\n\nTrace task execution, one at a time."""\n', "Trace task execution, one at a time"),
    ('"""util -- Things that others need."""\n', "Things that others need"),
    ("r'''Gives the :class:`~a.b.URL` of a ``place``.'''\n", "Gives the URL of a place"),
    ('"""\n.. dialect:: a+b\n    :name: b\n"""\n', ""),
    ('import os\n"""Not a docstring."""\n', ""),
    ('"""Utilities."""\n', ""),
    ('"""Note: merge with the other loader."""\n', ""),
    ('"""never closed', ""),
])  # fmt: skip
def test_of_a_module(text: str, said: str) -> None:
    assert python_heading(text.encode()) == said


def test_what_stands_in_many_files_is_a_banner() -> None:
    assert own(
        {
            "a.c": "The frob project",
            "b.c": "The frob project",
            "c.c": "The frob project",
            "d.c": "A queue of jobs",
            "e.c": "",
        }
    ) == {"d.c": "A queue of jobs"}


def test_it_is_a_sentence_that_does_nothing() -> None:
    assert stated("keeps @octocat's <b>jobs</b>").startswith("Keeps ")
    assert "@octocat" not in stated("keeps @octocat's <b>jobs</b>")
    assert "<b>" not in stated("keeps @octocat's <b>jobs</b>")
    assert stated("decDouble operations") == "decDouble operations."
    assert stated("") == ""


@pytest.mark.parametrize(
    "text",
    [
        "/*" * 4000,
        "//\n" * 4000,
        "/**/" * 4000,
        "/* " + "* \n" * 4000,
        "#" * 8000,
        '"""' + "`" * 8000,
        '"""' + ":a" * 4000 + '"""',
        "'" * 8000,
        "\\\n" * 4000,
        '"""' + "a.\n" * 4000 + '"""',
    ],
)
def test_any_bytes_are_read_in_linear_time(text: str) -> None:
    begun = time.process_time()
    c_heading(text.encode())
    python_heading(text.encode())
    assert time.process_time() - begun < 1
