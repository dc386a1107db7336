"""The lines of a file that hold some words, in any case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

LINE: Final = 400  # letters of a line that are read


def lines_with(path: str, source: bytes, small: bytes, held: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """(number, offset, text) of each line that holds all of it in any case; an example in a Python description gives
    nothing. small: the source in small letters."""
    if path.endswith(".py") or not source.isascii():
        yield from _each_line(source, held, in_python=path.endswith(".py"))
        return
    sought = [one.encode() for one in held]
    rarest = min(sought, key=small.count)
    number, counted, at_ = 1, 0, small.find(rarest)
    while at_ >= 0:
        begins = small.rfind(b"\n", 0, at_) + 1
        ends = small.find(b"\n", at_)
        ends = ends if ends >= 0 else len(small)
        number += small.count(b"\n", counted, begins)
        counted = begins
        if all(one in small[begins : min(ends, begins + LINE)] for one in sought):
            yield number, begins, source[begins:ends].decode()[:LINE]
        at_ = small.find(rarest, ends)


def _each_line(source: bytes, held: Sequence[str], *, in_python: bool) -> Iterator[tuple[int, int, str]]:
    offset, told = 0, False
    for number, raw in enumerate(source.split(b"\n"), 1):
        marks = raw.count(b'"' * 3) + raw.count(b"'" * 3) if in_python else 0
        prose, told = told or marks > 0, told is (marks % 2 == 0)
        line = "" if prose else raw.decode("utf-8", "replace")[:LINE]
        if line and all(one in line.lower() for one in held):
            yield number, offset, line
        offset += len(raw) + 1
