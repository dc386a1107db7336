"""What tells calls of one function apart that are told in one clause.

put(rows, KEY_a, x); put(rows, KEY_b, y); put(rows, KEY_c, z);      call `put` 3 times, for `KEY_a`, `KEY_b` and `KEY_c`
run(["git", "add"]); run(["git", "commit"])                         call `run` 2 times, for `git add` and `git commit`
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...model.pattern import regex
from ...words.phrases import parts_of

_CALL: Final = regex(r"call `[^`(]{1,80}\(([^`]{1,300})\)`")
_ROW: Final = regex(r"[\[(](.{1,200})[\])]")
_WRAPPED: Final = regex(r"([A-Z]\w{1,30})\(([^()]{1,40})\)")
_TEXT: Final = regex(r"[bfr]{0,2}+([\"'])([^\"']{1,60})\1")
_LONGEST: Final = 26  # letters of what one of them is given
_ROOM: Final = 58  # and of all that is told of them
_NAMED: Final = 3


def differing(phrases: Sequence[str]) -> str:
    """What each is given that the others are not: "for `a`, `b` and 2 more"; "" where that takes many words."""
    given = [parts_of(found[1], ", ") for each in phrases if (found := _CALL.fullmatch(each))]
    if len(given) < len(phrases):
        return ""
    for place in range(min(map(len, given))):
        values = _plainly([each[place].strip() for each in given])
        if len(set(values)) == len(values) and all(0 < len(each) <= _LONGEST and "…" not in each for each in values):
            return _listed(values)
    return ""


def _plainly(values: Sequence[str]) -> list[str]:
    """Without what all of them have around it: a macro, the brackets of a row."""
    wrapped = [found for each in values if (found := _WRAPPED.fullmatch(each))]
    if len(wrapped) == len(values) and len({found[1] for found in wrapped}) == 1:
        return [found[2] for found in wrapped]
    rows = [found[1] for each in values if (found := _ROW.fullmatch(each))]
    return [" ".join(_words(each)) for each in rows] if len(rows) == len(values) else list(values)


def _words(row: str) -> Iterator[str]:
    """Of a command as a row of texts, as far as there is room."""
    room = _LONGEST
    for each in parts_of(row, ", "):
        found = _TEXT.fullmatch(each)
        if found is None or len(found[2]) >= room:
            return
        room -= len(found[2]) + 1
        yield found[2]


def _listed(values: Sequence[str]) -> str:
    named = [f"`{each}`" for each in values]
    most = len(named) if len(named) <= _NAMED else _NAMED - 1
    while most and len(", ".join(named[:most])) > _ROOM:
        most -= 1
    more = len(named) - most
    if most < min(2, len(named)):
        return ""
    return f"for {', '.join(named[:most])} and {more} more" if more else f"for {', '.join(named[:-1])} and {named[-1]}"
