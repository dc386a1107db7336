"""What sets a name that others set too, or calls what others call, with other words, and stands on the other side of what stayed: it is another step.

n = a->at + 16;              move(dst);
move(dst);             ->    n = a->left;
n = b->at;                   send(n);
send(n);

That `n` is no longer set to `b->at` and is set to `a->left` can be said; that `n = a->left` came before `move(dst)` cannot.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ....engine.rising import longest_rising
from ..pieces.pieces import Piece
from ..pieces.targets import given_to, value
from .alike import called
from .but_for_brackets import without


def set_elsewhere(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int]) -> list[int]:
    """By their places before."""
    often = [Counter(map(_does, side)) for side in (old, new)]
    calls = [Counter(name for piece in side for name in _calls(piece)) for side in (old, new)]
    arms: dict[tuple[int, int, str], list[tuple[int, int]]] = {}
    for a, b in sorted(pairs.items()):
        one, other = old[a], new[b]
        if one.kind == other.kind == "Simple" and one.role == other.role:
            arms.setdefault((one.parent, other.parent, one.role), []).append((a, b))
    found = []
    for rows in arms.values():
        same = [(a, b) for a, b in rows if without(old[a].words) == without(new[b].words)]
        stayed = longest_rising([b for _, b in same])
        marks = [[row[n] for at, row in enumerate(same) if at in stayed] for n in (0, 1)]
        for a, b in rows if marks[0] else ():
            does = _does(old[a]), _does(new[b])
            known = _worth(old[a]) == _worth(new[b]) or not all(does) or _calls_once(calls, old[a], new[b])
            if not known and max(often[0][does[0]], often[1][does[1]]) > 1 and _passed(marks, a, b):
                found.append(a)
    return found


def _does(piece: Piece) -> tuple[bytes, ...]:
    """`n` of `n = 1`, `send` of `send(n)`; () of what is neither."""
    sets, name = given_to(piece), called(piece)
    return () if piece.kind != "Simple" else sets or ((name, b"(") if name else ())


def _calls_once(calls: Sequence[Counter[bytes]], one: Piece, other: Piece) -> bool:
    """Whether it calls what nothing else calls, on both sides."""
    return any(calls[0][name] == calls[1][name] == 1 for name in {*_calls(one)} & {*_calls(other)})


def _calls(piece: Piece) -> list[bytes]:
    return [name for name, opens in pairwise(piece.words) if opens == b"(" and name[:1].replace(b"_", b"a").isalpha()]


def _worth(piece: Piece) -> tuple[bytes, ...]:
    """`n = 1` of `int n = 1`, without brackets that group."""
    sets = given_to(piece)
    return without((*sets, b"=", *value(piece)) if sets and value(piece) else piece.words)


def _passed(marks: Sequence[Sequence[int]], a: int, b: int) -> bool:
    return bisect_left(marks[0], a) != bisect_left(marks[1], b)
