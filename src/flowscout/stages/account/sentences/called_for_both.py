"""C and C++: one call in the place of two steps, of which one made a value and the other was given it.

`id = next(c); create(c, depth, id, root);` that became `id = create_in(s, depth, root);` is one edit: that `create` is called no longer says
nothing by itself."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final

from ..pairing.changes import CHANGED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..pieces.quoting import joined
from ..pieces.targets import target, value
from ..reading.given import arguments
from ..reading.saying import ALONE, VALUE, Said, callee, q, when

TOLD: Final = "steps told with the call that stands for them"
_SHARED: Final = 2  # arguments that both calls are given
_OTHERS: Final = 1  # that only the one was


def one_call_for_two(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By what is set otherwise; with an empty sentence for what it stands for."""
    by_name: dict[tuple[str, int, str], list[Change]] = {}
    for each in sorted(
        (each for each in found if each.kind == CHANGED and _calls_another(both, each)), key=lambda one: one.a
    ):
        piece = both.old[each.a]
        by_name.setdefault((joined(target(piece)), piece.parent, piece.role), []).append(each)
    told: dict[Change, Said] = {}
    for gone in [each for each in found if each.kind == REMOVED] if by_name else ():
        piece = both.old[gone.a]
        one = _given_there(both, gone.a, by_name, told)
        if one is not None:
            was, now = (q(joined(value(side)), ALONE) for side in (both.old[one.a], both.new[one.b]))
            name = q(joined(target(both.new[one.b])))
            called = f"it was set to {was}, and {q(piece.said, ALONE)} was called with it"
            told[one] = Said(VALUE, f"Sets {name} to {now}{when(both.new, one.b)}; {called}.", 3)
            told[gone] = Said(TOLD, "", 9)
    return told


def _calls_another(both: Trees, change: Change) -> bool:
    """Whether the same is set to what another call gives."""
    one, other = both.old[change.a], both.new[change.b]
    calls = [_call(value(each)) for each in (one, other)]
    return bool(target(one)) and target(one) == target(other) and all(calls) and calls[0] != calls[1]


def _call(words: Sequence[bytes]) -> bytes:
    return words[0] if words[1:2] == (b"(",) and words[-1:] == (b")",) else b""


def _given_there(
    both: Trees, gone: int, by_name: Mapping[tuple[str, int, str], Sequence[Change]], told: Container[Change]
) -> Change | None:
    """What was set last to what the call was given, where the rest of that is what the new call is given. by_name: what is set otherwise, by what is
    set and by the arm, from first to last."""
    piece = both.old[gone]
    every = arguments(piece) if callee(piece) else []
    for name, often in Counter(every).items():
        set_ = by_name.get((name, piece.parent, piece.role), ()) if often == 1 else ()
        at = bisect(set_, gone, key=lambda one: one.a) - 1
        if at < 0 or set_[at] in told:
            continue
        given = {*_arguments(both.new[set_[at].b])}
        shared = sum(each in given for each in every if each != name)
        if shared >= _SHARED and len(every) - 1 - shared <= _OTHERS:
            return set_[at]
    return None


def _arguments(piece: Piece) -> Iterator[str]:
    yield from arguments(piece._replace(words=value(piece)))
