"""Patterns as git's ignore files write them, on repository paths."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache


@cache
def expression(pattern: str) -> re.Pattern[str]:
    """`*` stops at a slash, `**` does not; a pattern without an inner slash stands at any depth."""
    anchored = "/" in pattern.rstrip("/")
    body = pattern.strip("/") if pattern != "/" else ""
    out = "" if anchored else "(?:.*/)?"
    at = 0
    while at < len(body):
        here = body[at]
        if body.startswith("**/", at) and (at == 0 or body[at - 1] == "/"):
            out, at = out + "(?:.*/)?", at + 3
        elif body.startswith("**", at):
            out, at = out + ".*", at + 2
        elif here == "*":
            out, at = out + "[^/]*", at + 1
        elif here == "?":
            out, at = out + "[^/]", at + 1
        elif here == "[" and (end := body.find("]", at + 2)) > 0:
            inner = body[at + 1 : end].replace("\\", "\\\\").replace("[", "\\[")
            out, at = out + "[" + ("^" + inner[1:] if inner[0] in "!^" else inner) + "]", end + 1
        else:
            at += here == "\\" and at + 1 < len(body)
            out, at = out + re.escape(body[at]), at + 1
    try:
        return re.compile(out + r"\Z", re.DOTALL)
    except re.error:
        return re.compile(re.escape(body) + r"\Z")


def matches(pattern: str, path: str, *, folders: bool = True) -> bool:
    """Whether a pattern names a path or, with `folders`, a folder above it."""
    test = expression(pattern).match
    if not pattern.endswith("/") and test(path):
        return True
    if not folders:
        return False
    parts = path.split("/")
    return any(test("/".join(parts[:depth])) for depth in range(1, len(parts)))


def lines(text: bytes) -> tuple[str, ...]:
    """The patterns of an ignore file."""
    read = (line.rstrip() for line in text.decode("utf-8", "surrogateescape").splitlines())
    return tuple(line for line in read if line and not line.startswith("#"))


def ignored(patterns: Iterable[str], path: str) -> bool:
    """As an ignore file decides: the last pattern that matches, `!` taking back."""
    verdict = False
    for pattern in patterns:
        taken_back = pattern.startswith("!")
        if taken_back == verdict and matches(pattern.removeprefix("!"), path):
            verdict = not taken_back
    return verdict
