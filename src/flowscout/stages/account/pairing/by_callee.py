"""Calls of one stretch are known by what they call first: `mul(v, u, d)` is the `mul(x, u, d)` that stands there now, however like it an `add`
beside it reads; and a call that several other steps came for is none of them.

A stretch is what stands in one arm between two steps that read the same on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.record import NamedTuple
from ....words.names import split
from ..pieces.pieces import Piece
from .alike import called, likeness

_MOST: Final = 4_000  # pairs of one stretch that are weighed
_HALF: Final = 0.5  # what a pair counts for itself, beside how like its calls are


class _Stretch(NamedTuple):
    """Places of both sides, in their order."""

    left: list[int]
    right: list[int]


def by_callee(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    back = {b: a for a, b in pairs.items()}
    for left, right in [*_stretches(old, new, pairs)]:
        if len(left) * len(right) > _MOST or not _mistaken(old, new, pairs, back, left, right):
            continue
        for a, b in _in_order(old, new, pairs, left, right):
            _unpaired(pairs, back, a, b)
            pairs[a], back[b] = b, a
    for left, right in _stretches(old, new, pairs):
        alone = len([a for a in left if a not in pairs]) + len([b for b in right if b not in back])
        for a in left if alone else ():
            if a in pairs and pairs[a] in right and _another(old[a], new[pairs[a]]):
                del back[pairs.pop(a)]


def _unpaired(pairs: dict[int, int], back: dict[int, int], a: int, b: int) -> None:
    if a in pairs:
        back.pop(pairs.pop(a), None)
    if b in back:
        pairs.pop(back.pop(b), None)


def _stretches(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int]) -> Iterator[_Stretch]:
    arms: tuple[dict[tuple[int, str], list[int]], ...] = ({}, {})
    for side, pieces in zip(arms, (old, new), strict=True):
        for at, piece in enumerate(pieces):
            side.setdefault((piece.parent, piece.role), []).append(at)
    for (parent, role), left in arms[0].items():
        right = arms[1].get((pairs.get(parent, -2), role), []) if parent >= 0 else []
        places = {b: at for at, b in enumerate(right)}
        begin, last = 0, 0
        for at, a in enumerate(left):
            b = places.get(pairs.get(a, -1), -1)
            if b >= last and old[a].words == new[right[b]].words:
                yield _Stretch(left[begin:at], right[last:b])
                begin, last = at + 1, b + 1
        if right:
            yield _Stretch(left[begin:], right[last:])


def _mistaken(
    old: Sequence[Piece],
    new: Sequence[Piece],
    pairs: Mapping[int, int],
    back: Mapping[int, int],
    left: Sequence[int],
    right: Sequence[int],
) -> bool:
    """Whether a call is taken for another one that is called beside it on the other side too, or for one that only ran under a question that is
    gone, while one beside it is nobody's."""
    was, now = {called(old[a]) for a in left}, {called(new[b]) for b in right}
    both = (was & now) - {b""}
    free = {called(old[a]) for a in left if a not in pairs}
    return any(
        a >= 0
        and names
        and _taken_for(names, both, old[old[a].parent].kind == "If" and old[a].parent not in pairs, free)
        for b in right
        if (a := back.get(b, -1)) >= 0 and (names := _names(old[a], new[b]))
    )


def _names(one: Piece, other: Piece) -> tuple[bytes, ...]:
    """What two calls that read otherwise call; () where one of them is none."""
    found = called(one), called(other)
    return found if all(found) and one.words != other.words else ()


def _taken_for(names: Sequence[bytes], both: set[bytes], asked: bool, free: set[bytes]) -> bool:
    return (names[0] != names[1] and not both.isdisjoint(names)) or (asked and names[0] in free)


def _in_order(
    old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int], left: Sequence[int], right: Sequence[int]
) -> list[tuple[int, int]]:
    """Calls of one function, and what is paired else, in the order of both sides: as many, and as like, as go."""

    def worth(a: int, b: int) -> float:
        names = called(old[a]), called(new[b])
        fits = names[0] == names[1] if any(names) and all(names) else pairs.get(a) == b
        return _HALF + likeness(old[a], new[b]) if fits else 0.0

    worths = {(m, n): worth(a, b) for m, a in enumerate(left) for n, b in enumerate(right)}
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for m in reversed(range(len(left))):
        for n in reversed(range(len(right))):
            here = worths[m, n]
            best[m][n] = max(best[m + 1][n], best[m][n + 1], here + best[m + 1][n + 1] if here else 0.0)
    found, m, n = list[tuple[int, int]](), 0, 0
    while m < len(left) and n < len(right):
        here = worths[m, n]
        if here and best[m][n] == here + best[m + 1][n + 1]:
            found.append((left[m], right[n]))
            m, n = m + 1, n + 1
        else:
            m, n = (m + 1, n) if best[m][n] == best[m + 1][n] else (m, n + 1)
    return found


def _another(one: Piece, other: Piece) -> bool:
    """Whether two calls are of two functions whose names share no word, and are not given the same."""
    names = _names(one, other)
    if not names or names[0] == names[1]:
        return False
    kin = {*_parts(names[0])} & {*_parts(names[1])}
    given = [words.words[words.words.index(name) + 1 :] for words, name in ((one, names[0]), (other, names[1]))]
    return not kin and given[0] != given[1]


def _parts(name: bytes) -> Sequence[str]:
    return split(name.decode("utf-8", "replace"))
