"""The lines of C and C++ that begin with `#`, as tokens."""

from __future__ import annotations

from typing import Final

from .lexing import LexedSource

_OPENS: Final = frozenset((b"if", b"ifdef", b"ifndef"))


def first_of_line(source: LexedSource, at: int) -> bool:
    return not at or source.line(source.tokens[at - 1].end - 1) < source.line(source.tokens[at].start)


def directive_end(source: LexedSource, start: int) -> int:
    """Of its line and of those that a backslash joins to it."""
    end = source.data.find(b"\n", start)
    while end > 0 and source.data[start:end].rstrip(b"\r").endswith(b"\\"):
        end = source.data.find(b"\n", end + 1)
    return end if end >= 0 else len(source.data)


def closed_within(source: LexedSource, start: int, end: int) -> int:
    """How many `#if` end in a range that began before it: one that holds a function's first word alone, `static`."""
    closed = depth = 0
    if b"#" not in source.data[start:end]:
        return 0
    own = source.within(start, end)
    for at in own[:-1]:
        if source.tokens[at].text == b"#" and first_of_line(source, at):
            word = source.tokens[at + 1].text
            depth += word in _OPENS
            if word == b"endif":
                closed, depth = (closed, depth - 1) if depth else (closed + 1, 0)
    return closed
