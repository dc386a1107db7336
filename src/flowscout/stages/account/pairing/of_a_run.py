"""One call of a run of like ones is not the call in a loop, or under a question, that took the place of them all: `add(v, &first)`, `add(v, &second)`
and `add(v, &third)` are no more and no less `add(v, each)` of the loop that is new than any other of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..pieces.pieces import Piece
from .of_another import called, given


def one_of_a_run(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int]) -> Iterator[int]:
    """Positions before."""
    back = {b: a for a, b in pairs.items()}
    runs = _left_alone(old, pairs), _left_alone(new, back)
    for a, b in pairs.items() if any(runs) else ():
        if old[a].words != new[b].words and called(old[a]) == called(new[b]):
            came = _like(old, a, runs[0], new[b]) and _under_its_own(new, b, back)
            if came or (_like(new, b, runs[1], old[a]) and _under_its_own(old, a, pairs)):
                yield a


def _left_alone(pieces: Sequence[Piece], known: Mapping[int, int]) -> dict[tuple[object, ...], list[int]]:
    """What is on one side alone, by whom it calls and the arm that it stands in."""
    found: dict[tuple[object, ...], list[int]] = {}
    for at, piece in enumerate(pieces):
        if at not in known and (name := called(piece)):
            found.setdefault((piece.parent, piece.role, name), []).append(at)
    return found


def _like(pieces: Sequence[Piece], at: int, runs: Mapping[tuple[object, ...], Sequence[int]], other: Piece) -> bool:
    """Whether another one of its arm, which is on this side alone, is given as much of what the other side's is given."""
    one = pieces[at]
    beside = runs.get((one.parent, one.role, called(one)), ())
    theirs = given(other) if beside else set()
    return any(len(given(pieces[each]) & theirs) >= len(given(one) & theirs) for each in beside)


def _under_its_own(pieces: Sequence[Piece], at: int, known: Mapping[int, int]) -> bool:
    above = pieces[at].parent
    return above > 0 and above not in known and pieces[above].kind in ("Loop", "If")
