"""Reading the marks of a function: which of them a range of source *is*, and which stand inside it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Mark, Range

_BEFORE: Final = regex(rb"(?:[\s(\\]++|/\*(?>.*?\*/)|//[^\n]*+\n|#[^\n]*+\n)*+", re.DOTALL)
_AFTER: Final = regex(rb"(?:[\s)\\]++|/\*(?>.*?\*/)|//[^\n]*+\n|#[^\n]*+\n)*+", re.DOTALL)
_WORD: Final = regex(rb"[a-z]+|.[&|:]?", re.DOTALL)
_CONSTANT: Final = regex(
    rb"(?P<no>False|false|None|nullptr|0+[uUlL]*|0+\.0*|''|\"\")"
    rb"|(?P<yes>True|true|__debug__|\.\.\.|\d+[uUlL]*|\d+\.\d*|'[^'\\\n]+'|\"[^\"\\\n]+\")"
)
_NUMBERS: Final = regex(rb"(\d{1,18}) ?([=!]=) ?(\d{1,18})")  # `assert(1 == 0)`
_BLANKS: Final = b" \t\r\n\\"
FORKS: Final = frozenset({"and", "or", "cond", "elvis"})


def _within(mark: Mark) -> bool:
    """Whether all that is looked at inside it is smaller, so that looking comes to an end."""
    whole = mark.at == mark.start and mark.at2 == mark.end if mark.kind == "scope" else mark.at >= mark.end
    return mark.start < mark.end and not (whole and (mark.kind == "scope" or mark.kind in FORKS))


class Marks:
    def __init__(self, text: bytes, marks: Sequence[Mark]) -> None:
        self.text = text
        self.marks = sorted(filter(_within, marks), key=lambda m: (m.start, -m.end))
        self.starts = [mark.start for mark in self.marks]
        self.order = [(mark.start, -mark.end) for mark in self.marks]

    def inside(self, start: int, end: int) -> Iterator[Mark]:
        """The outermost marks of a range that fork, throw or hide their inside; the others are looked through.
        Of what a comprehension hides, its first iterable is looked through too."""
        waiting = [(start, end)]
        while waiting:
            start, end = waiting.pop()
            position = bisect_left(self.order, (start, -end))
            while position < len(self.marks) and self.starts[position] < end:
                mark = self.marks[position]
                position += 1
                if mark.kind in FORKS or mark.kind in ("scope", "throw"):
                    yield mark
                    if mark.kind != "throw":
                        waiting += [(mark.end, end)]
                        waiting += [(mark.at, mark.at2)] if mark.kind == "scope" else []
                        break

    def chained(self, start: int, end: int) -> int:
        """Decisions that chained comparisons (`a < b < c`) of this range hold beyond the first."""
        more, hidden = 0, start
        for position in range(bisect_left(self.order, (start, -end)), bisect_left(self.starts, end)):
            mark = self.marks[position]
            if mark.start < hidden:
                continue
            if mark.kind == "chain":
                more += mark.at - 1
            elif mark.kind == "scope" or mark.kind in FORKS:
                hidden = mark.end
        return more

    def whole(self, start: int, end: int) -> Mark | None:
        """The mark that the range is, parentheses aside."""
        inner = _BEFORE.match(self.text, start, end)
        first = inner.end() if inner else start
        for position in range(bisect_left(self.order, (start, -end)), len(self.marks)):
            mark = self.marks[position]
            if mark.start > first:
                return None
            if mark.end <= end and _AFTER.fullmatch(self.text, mark.end, end):
                return mark
        return None

    def operands(self, mark: Mark) -> tuple[Range, ...]:
        """and, or: left, right · cond, elvis: test, then, else (elvis: without then) · not: what it negates."""
        match mark.kind:
            case "not":
                return (Range(mark.start + self.width(mark.start), mark.end),)
            case "cond" if self.text[mark.at : mark.at + 1] == b"?":
                return Range(mark.start, mark.at), Range(mark.at + 1, mark.at2), Range(mark.at2 + 1, mark.end)
            case "cond":
                return Range(mark.at + 2, mark.at2), Range(mark.start, mark.at), Range(mark.at2 + 4, mark.end)
        return Range(mark.start, mark.at), Range(mark.at + self.width(mark.at), mark.end)

    def width(self, at: int) -> int:
        word = _WORD.match(self.text, at)
        return word.end() - at if word else 1

    def trim(self, start: int, end: int) -> Range:
        """Without blanks and the parentheses around the whole."""
        text = self.text
        while True:
            bare = text[start:end].lstrip(_BLANKS)
            start = end - len(bare)
            end = start + len(bare.rstrip(_BLANKS))
            if end - start < 2 or text[start] != 40 or text[end - 1] != 41 or not _paired(text, start, end):
                return Range(start, end)
            start, end = start + 1, end - 1

    def constant(self, start: int, end: int) -> bool | None:
        """The truth of a literal condition, None for all others."""
        if end - start > 100:
            return None
        bare = self.trim(start, end)
        if both := _NUMBERS.fullmatch(self.text, *bare):
            return (int(both[1]) == int(both[3])) == (both[2] == b"==")
        found = _CONSTANT.fullmatch(self.text, *bare)
        return None if found is None else found["yes"] is not None


def _paired(text: bytes, start: int, end: int) -> bool:
    """Does the parenthesis at `start` close at the range's last byte?"""
    depth = 0
    for at in range(start, end):
        if text[at] == 40:
            depth += 1
        elif text[at] == 41:
            depth -= 1
            if depth == 0:
                return at == end - 1
    return False
