"""What stood under a question that is gone, and is done nowhere now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ....engine.same import KEPT, Same
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.targets import target
from ..reading import conditions

_ASKING: Final = frozenset(
    (b"if", b"while", b"for", b"switch", b"return", b"sizeof")
)  # a bracket behind them calls nothing


def nowhere(both: Trees, at: int, role: str) -> list[int]:
    """What stood under a question that is gone, and calls what nothing calls or names now, or says what nothing says: a value that asks
    cannot stand for it."""
    words = _words(Same(both))
    gone = {
        each
        for each in conditions.under(both.old_below, at)
        if each not in both.pairs and not {*_called(both.old[each].words), *_texts(both.old[each])} <= words
    }
    arm = [each for each in both.old_below[at] if both.old[each].role == role]
    lost = [each for each in arm if each in gone or not gone.isdisjoint(conditions.under(both.old_below, each))]
    left = lost and both.old[arm[-1]].kind in ("Return", "Raise") and {arm[-1]}.isdisjoint({*both.pairs, *lost})
    return [*lost, *arm[-1:]] if left else lost  # and then left


@lru_cache(maxsize=KEPT)
def _words(both: Same[Trees]) -> frozenset[bytes]:
    return frozenset([word for piece in both.value.new for word in piece.words])


def _texts(piece: Piece) -> set[bytes]:
    """Of a step that only calls something, as one that logs."""
    return {word for word in piece.words if word[:1] == b'"'} if piece.kind == "Simple" and not target(piece) else set()


def _called(words: Sequence[bytes]) -> set[bytes]:
    return {one for one, behind in pairwise(words) if behind == b"(" and one[-1:].isalnum() and one not in _ASKING}
