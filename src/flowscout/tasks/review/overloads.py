"""Parameters by which overloads of one name are told apart: those that are the same in all give way where they would not all be seen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

LONG: Final = 60  # characters from which the parameters of an overload are cut
_OPEN: Final = frozenset("(<[{")
_CLOSE: Final = frozenset(")>]}")


def apart(signatures: Sequence[str]) -> list[str]:
    """`(A, B) const` of each, in the order given."""
    if all(len(each) <= LONG for each in signatures):
        return list(signatures)
    rows = [_parted(each) for each in signatures]
    begin = _common([row[0] for row in rows])
    end = _common([row[0][begin:][::-1] for row in rows])
    short = [
        f"({', '.join([*['…'] * bool(begin), *row[begin : len(row) - end], *['…'] * bool(end)])}){behind}"
        for row, behind in rows
    ]
    cut = [each if len(each) <= LONG else f"{each[: LONG - 1].rstrip(', ')}…" for each in short]
    return next((found for found in (cut, short) if len({*found}) == len(found)), list(signatures))


def _common(rows: Sequence[Sequence[str]]) -> int:
    """How many are the same at the beginning of all."""
    return sum(1 for _ in takewhile(lambda each: len({*each}) == 1, zip(*rows, strict=False)))


def _parted(signature: str) -> tuple[list[str], str]:
    """The parameters, and what stands behind them."""
    found, depth = [""], 0
    for at, sign in enumerate(signature):
        depth -= sign in _CLOSE
        if at and not depth:
            return [each for part in found if (each := part.strip())], signature[at + 1 :]
        if sign == "," and depth == 1:
            found.append("")
        elif depth:
            found[-1] += sign
        depth += sign in _OPEN
    return [signature], ""
