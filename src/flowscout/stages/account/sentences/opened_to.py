"""C++: a member that went from one access to another, by its place."""

from __future__ import annotations

from ....model.identity import qualified_of
from ..neutral.access import otherwise, under_others
from ..pairing.changes import Change, Trees
from ..pieces.outside import FUNCTION
from ..pieces.pieces import Piece
from ..reading.saying import Said, q

_RANK = 5
_MOST = 4


def opened_to(both: Trees, change: Change, where: str) -> Said | None:
    """where: " in `A`"."""
    if held := under_others(both, change):
        told = [
            f"{_named(both.new[at])} stands under `{now}` now, no longer under `{was}`" for at, was, now in held[:_MOST]
        ]
        more = f"; {len(held) - _MOST} more" if len(held) > _MOST else ""
        return Said(
            "access",
            f"{q(both.new[change.b].said)}{where} is in another place: {'; '.join(told)}{more}.",
            _RANK,
        )
    changed = both.renamed_words(change.a) != both.new[change.b].words and both.new[change.b].kind != FUNCTION
    if changed or not (access := otherwise(both, change)):  # see `opened_too`
        return None
    text = f"{_named(both.new[change.b])}{where} now stands under `{access[1]}`, no longer under `{access[0]}`."
    return Said("declaration", text, _RANK)


def _named(piece: Piece) -> str:
    own = piece.words[-1].decode("utf-8", "replace") if piece.kind == FUNCTION else ""
    return q(qualified_of(own).rpartition("::")[2] if "::" in own else own or piece.said)


def opened_too(both: Trees, change: Change, told: Said) -> Said:
    """Of one that differs in something else besides."""
    if not (access := otherwise(both, change)):
        return told
    also = f"; it now stands under `{access[1]}`, no longer under `{access[0]}`."
    return told._replace(sentence=told.sentence.removesuffix(".") + also)
