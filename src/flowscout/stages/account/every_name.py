"""Many names in one sentence: all of them, those that are numbered in a row by the first and the last; of very many in several sentences.

What is only counted is not told: the point of an edit may be the one name behind "and 3 more".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from typing import Final

from ...model.pattern import regex
from ...model.record import NamedTuple

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
    places = accumulate(
        int(not (a and b and a[:2] == b[:2] and b.number == a.number + 1))
        for a, b in zip([None, *found], found, strict=False)
    )
    runs = [[name for _, name in same] for _, same in groupby(zip(places, names, strict=True), lambda row: row[0])]
    return [each for run in runs for each in ([f"{run[0]} to {run[-1]}"] if len(run) >= _IN_A_ROW else run)]


def _numbered(name: str) -> _Numbered | None:
    found = list(_NUMBER.finditer(name))
    if len(found) != 1 or (found[0][0][:1] == "0" and found[0][0] != "0"):
        return None
    return _Numbered(name[: found[0].start()], name[found[0].end() :], int(found[0][0]))


def parted(names: Sequence[str], room: int = ROOM) -> Iterator[list[str]]:
    """In their order, so many at once as one sentence holds."""
    part: list[str] = []
    for name in names:
        if part and sum(map(len, part)) + len(name) > room:
            yield part
            part = []
        part.append(name)
    if part:
        yield part
