"""C and C++: an array of plain values, which are known by their places: `static const char kinds[256] = { 0, 0, 'a', … };`.

What it holds is told by the value that most of its places have, and the others with their places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from .pieces import Piece
from .quoting import q

FEWEST: Final = 8  # values, from which a table is told so
_SIGNS: Final = frozenset((b"-", b"+", b"~"))
_RUNS: Final = 6  # places, or runs of them, that are told
_SHOWN: Final = 4  # values of a run
_ONE: Final = 2  # words of a value with its sign
Values = tuple[str, ...]


def values(pieces: Sequence[Piece], rows: Sequence[int], at: int) -> Values:
    """Of a table that holds nothing but them; () of another. rows: what stands directly in it."""
    head = pieces[at].words
    sized = [word for word in head if word in (b"[", b"]")]
    if pieces[at].kind != "Assign" or sized != [b"[", b"]"] or head[-4:] != (b"=", b"{", b"}", b";"):
        return ()
    if not rows or any(pieces[each].kind != "Row" or not _plain(pieces[each].words) for each in rows):
        return ()
    return tuple([b"".join(pieces[each].words).decode("utf-8", "replace") for each in rows])


def _plain(words: Sequence[bytes]) -> bool:
    value = words[1:] if words[:1] and words[0] in _SIGNS else words
    return len(words) <= _ONE and len(value) == 1 and (value[0][:1].isdigit() or value[0][:1] == b"'")


def described(held: Values, first: int = 0) -> str:
    """ "`0`, but for 32 (`' '`) and 48 to 57 (`'0'` … `'9'`)"; "" where no value stands in half of the places."""
    common, count = Counter(held).most_common(1)[0]
    if 2 * count < len(held):
        return ""
    others = runs([(first + at, value) for at, value in enumerate(held) if value != common])
    return f"{q(common)}, but for {_listed(others)}" if others else f"{q(common)} in each place"


def runs(rows: Sequence[tuple[int, str]]) -> list[str]:
    """Those that stand side by side as one: (place, value)."""
    return [_run([*run]) for _, run in groupby(rows, key=_Beside())]


class _Beside:
    """The same number for places that follow each other."""

    def __init__(self) -> None:
        self.last, self.number = -1, 0

    def __call__(self, row: tuple[int, str]) -> int:
        self.number += row[0] != self.last + 1
        self.last = row[0]
        return self.number


def _run(run: Sequence[tuple[int, str]]) -> str:
    every = [value for _, value in run]
    where = f"{run[0][0]} to {run[-1][0]}" if run[1:] else f"{run[0][0]}"
    if len({*every}) == 1:
        return f"{where} ({q(every[0])})"
    shown = ", ".join(map(q, every)) if len(every) <= _SHOWN else f"{q(every[0])} … {q(every[-1])}"
    return f"{where} ({shown})"


def _listed(told: Sequence[str]) -> str:
    more = len(told) - _RUNS
    shown = [*told[:_RUNS], f"{more} more"] if more > 1 else [*told]
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def changed(was: Values, now: Values) -> str:
    """What stands where in one of as many values; "" where too much differs to be told by its place."""
    both = enumerate(zip(was, now, strict=True))
    rows = [(at, one, other) for at, (one, other) in both if _number(one) != _number(other)]
    if not rows or len(rows) * 2 > len(now):
        return ""
    told = [_exchanged([*run]) for run in _like(rows)]
    return "; ".join(told[:_RUNS] + ([f"{len(told) - _RUNS} more"] if len(told) > _RUNS else []))


def _number(value: str) -> int | str:
    """`16` of `0x10u`; what is no whole number as it is written."""
    digits = value.rstrip("uUlL").lower()
    if value[:1] in "-~" and "u" in value[len(digits) :].lower():
        return value  # without a sign it is a large one
    octal = digits[:1] == "0" and digits.isdigit()
    try:
        return int(digits, 8 if octal else 0)
    except ValueError:
        return value


def _like(rows: Sequence[tuple[int, str, str]]) -> Iterator[list[tuple[int, str, str]]]:
    """Side by side, with the same in the place of the same."""
    own: list[tuple[int, str, str]] = []
    for row in rows:
        if own and (row[0] != own[-1][0] + 1 or row[1:] != own[-1][1:]):
            yield own
            own = []
        own.append(row)
    yield own


def _exchanged(run: Sequence[tuple[int, str, str]]) -> str:
    (first, was, now), last = run[0], run[-1][0]
    where = f"{first} to {last} are" if last > first else f"{first} is"
    return f"{where} {q(now)}, no longer {q(was)}"
