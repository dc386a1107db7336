"""Many names in one sentence: all of them, those that are numbered in a row by the first and the last; of very many in several sentences.

What is only counted is not told: the point of an edit may be the one name behind "and 3 more".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from typing import Final

from ....model.pattern import regex
from ....model.record import NamedTuple

ROOM: Final = 320  # characters of names in one sentence
_IN_A_ROW: Final = 4  # names from which those between the first and the last go without saying
_NUMBER: Final = regex(r"\d{1,9}")


class _Numbered(NamedTuple):
    """The text before and behind a name's only number."""

    begins: str
    ends: str
    number: int


def numbered(names: Sequence[str]) -> list[str]:
    """`s0` to `s31` of thirty-two names that differ by their number alone, and count up."""
    found = [_numbered(name) for name in names]
    places = accumulate(int(not _counts_up(a, b)) for a, b in zip([None, *found], found, strict=False))
    runs = [[name for _, name in same] for _, same in groupby(zip(places, names, strict=True), lambda row: row[0])]
    return [each for run in runs for each in ([f"{run[0]} to {run[-1]}"] if len(run) >= _IN_A_ROW else run)]


def _numbered(name: str) -> _Numbered | None:
    found = list(_NUMBER.finditer(name))
    if len(found) != 1 or (found[0][0][:1] == "0" and found[0][0] != "0"):
        return None
    return _Numbered(name[: found[0].start()], name[found[0].end() :], int(found[0][0]))


def _counts_up(one: _Numbered | None, other: _Numbered | None) -> bool:
    return one is not None and other is not None and one[:2] == other[:2] and other.number == one.number + 1


def parted(names: Sequence[str], room: int = ROOM) -> Iterator[list[str]]:
    """In their order, so many at once as one sentence holds; what only counts up takes no room."""
    part: list[str] = []
    taken, before = 0, None
    for name in names:
        found = _numbered(name)
        needs = 0 if _counts_up(before, found) else len(name)
        if part and taken + needs > room:
            yield part
            part, taken, needs = [], 0, len(name)
        part.append(name)
        taken, before = taken + needs, found
    if part:
        yield part
