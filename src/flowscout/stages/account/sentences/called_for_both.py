"""C and C++: one call in the place of two steps, of which one made a value and the other was given it.

`id = next(c); create(c, depth, id, root);` that became `id = create_in(s, depth, root);` is one edit: that `create` is called no longer says
nothing by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    changed = [each for each in found if each.kind == CHANGED and _calls_another(both, each)]
    told: dict[Change, Said] = {}
    for gone in [each for each in found if each.kind == REMOVED] if changed else ():
        piece = both.old[gone.a]
        one = next((each for each in changed if each not in told and _given_there(both, each, gone.a)), None)
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


def _given_there(both: Trees, change: Change, gone: int) -> bool:
    """Whether a call behind in the same arm was given what was set, and the rest of it is what the new call is given."""
    piece, one = both.old[gone], both.old[change.a]
    if not callee(piece) or gone < change.a or (piece.parent, piece.role) != (one.parent, one.role):
        return False
    name = joined(target(one))
    others = [each for each in arguments(piece) if each != name]
    given = [*_arguments(both.new[change.b])]
    shared = [each for each in others if each in given]
    return len(others) == len(arguments(piece)) - 1 and len(shared) >= _SHARED and len(others) - len(shared) <= _OTHERS


def _arguments(piece: Piece) -> Iterator[str]:
    yield from arguments(piece._replace(words=value(piece)))
