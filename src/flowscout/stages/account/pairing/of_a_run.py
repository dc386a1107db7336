"""One call of a run of like ones is not the call in a loop, or under a question, that took the place of them all: `add(v, &first)`, `add(v, &second)`
and `add(v, &third)` are no more and no less `add(v, each)` of the loop that is new than any other of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from ..pieces.pieces import Piece
from .of_another import called, given

_MOST: Final = 40  # of one run that are looked at
Runs: TypeAlias = Mapping[tuple[object, ...], Sequence[set[bytes]]]


def one_of_a_run(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int]) -> Iterator[int]:
    """Positions before."""
    back = {b: a for a, b in pairs.items()}
    runs = _left_alone(old, pairs), _left_alone(new, back)
    for a, b in pairs.items() if any(runs) else ():
        if old[a].words != new[b].words and called(old[a]) == called(new[b]):
            came = _under_its_own(new, b, back) and _like(old, a, runs[0], new[b])
            if came or (_under_its_own(old, a, pairs) and _like(new, b, runs[1], old[a])):
                yield a


def _left_alone(pieces: Sequence[Piece], known: Mapping[int, int]) -> Runs:
    """What calls on one side alone are given, by whom they call and the arm that they stand in."""
    found: dict[tuple[object, ...], list[set[bytes]]] = {}
    for at, piece in enumerate(pieces):
        if at not in known and (name := called(piece)):
            run = found.setdefault((piece.parent, piece.role, name), [])
            if len(run) < _MOST:
                run.append(given(piece))
    return found


def _like(pieces: Sequence[Piece], at: int, runs: Runs, other: Piece) -> bool:
    """Whether another one of its arm, which is on this side alone, is given as much of what the other side's is given."""
    one = pieces[at]
    beside = runs.get((one.parent, one.role, called(one)), ())
    theirs = given(other) if beside else set()
    shared = len(given(one) & theirs) if beside else 0
    return any(len(each & theirs) >= shared for each in beside)


def _under_its_own(pieces: Sequence[Piece], at: int, known: Mapping[int, int]) -> bool:
    above = pieces[at].parent
    return above > 0 and above not in known and pieces[above].kind in ("Loop", "If")
