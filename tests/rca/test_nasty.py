"""Somebody's log costs what its length costs: a stated limit for each kilobyte, and for twice the log no more than twice that.

FLOWSCOUT_NASTY=200    kilobytes of each log; `make soak` does
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import islice

import pytest

from flowscout.model.limits import LOG_LINE, LOG_SECTIONS
from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor, formats
from flowscout.rca.reading import LogStructure, blocks
from flowscout.rca.source import of_bytes
from rca import nasty

SIZE = int(os.environ.get("FLOWSCOUT_NASTY", "5")) * 1000
A_KILOBYTE = 0.04  # seconds; what is slow is said in minutes
ONCE = 2.0  # seconds: expressions compiled when they are first used
GROWTH = 3.5  # times the cost of half the log that is still linear on a busy machine
TOLD = 1.0  # seconds below which growth is not told from chance
GROUPS = 12


def _cost(log: bytes) -> float:
    begun = time.process_time()
    assert diagnosed(of_bytes(log), extractor(), str).verdict in ("failed", "ok", "")
    return time.process_time() - begun


def _faults(logs: Iterator[tuple[str, nasty.Make]]) -> Iterator[str]:
    for name, make in logs:
        log = make(SIZE)
        cost = _cost(log)
        if cost > ONCE + A_KILOBYTE * len(log) / 1000:
            yield f"{name}: {cost:.1f} s"
        elif len(log) < 2 * SIZE and cost > TOLD and _cost(make(2 * SIZE)) > GROWTH * min(cost, _cost(log)):
            yield f"{name}: grows beyond its length"


@pytest.mark.parametrize("group", range(GROUPS))
def test_a_log_of_anybodys_making_costs_its_length(group: int) -> None:
    assert list(_faults(islice(nasty.anybody(), group, None, GROUPS))) == []


@pytest.mark.parametrize("format_", formats(), ids=lambda one: one.name)
def test_a_formats_own_words_cost_their_length(format_) -> None:  # type: ignore[no-untyped-def]
    assert list(_faults(nasty.of(format_))) == []


def test_there_are_enough_of_them() -> None:
    assert len(list(nasty.anybody())) >= 200
    assert all(len(list(nasty.of(one))) >= 3 for one in formats())


def _texts(log: bytes) -> list[str]:
    return [text for block in blocks([log], LogStructure()) for text in block.texts]


@pytest.mark.parametrize("piece", [b"a", b"  x", b"\xe2\x80\xa8", b"\ta\t", b"2026-01-01T00:00:00Z a"])
def test_no_line_is_longer_than_the_door_lets_through(piece: bytes) -> None:
    longest = max(map(len, _texts(piece * 20_000 + b"end\nshort\n")))
    assert longest <= LOG_LINE
    assert _texts(piece * 20_000 + b"end\nshort\n")[1] == "short"


def test_wrapped_text_is_joined_to_no_more_than_the_door_lets_through() -> None:
    wide = "".join(f"{'word ' * 11}wo\n" for _ in range(400))
    assert max(map(len, _texts(wide.encode()))) <= LOG_LINE


def test_head_and_tail_of_a_long_line_are_kept() -> None:
    log = b"a.c:1:2: error: first " + b"x" * 9_000 + b" of type 'last'\nmake: *** [all] Error 1\n"
    first = diagnosed(of_bytes(log), extractor(), str).findings[0]
    assert (first.file, first.file_line) == ("a.c", 1)
    assert first.message.startswith("first x")
    assert first.message.endswith("of type 'last'")
    assert len(first.quote[0]) > 2 * LOG_LINE


def test_a_progress_bar_of_folds_is_no_depth() -> None:
    log = b"section_start:1700000000:a\r" * 5_000 + b"error: a\n"
    assert len(_texts(log)) == 1


def test_no_more_sections_are_told_apart_than_there_is_room_for() -> None:
    structure = LogStructure()
    for _ in blocks([b"##[group]Run a\n##[endgroup]\n" * (LOG_SECTIONS + 500)], structure):
        pass
    assert len(structure.sections) == LOG_SECTIONS


def test_a_number_of_thousands_of_digits_is_no_number() -> None:
    for line in (
        b'  File "a.py", line %s, in a',
        b"\tat a.b(C.java:%s)",
        b"    at a (a.js:%s:1)",
        b"    a_test.go:%s: b",
    ):
        log = (
            b"Traceback (most recent call last):\na.B: c\n=== RUN   TestA\n"
            + line % (b"9" * 7_000)
            + b"\nValueError: a\n"
        )
        assert diagnosed(of_bytes(log), extractor(), str)
