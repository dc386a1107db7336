"""C++: a member that went from one access to another, by its place."""

from __future__ import annotations

from ....model.identity import qualified_of
from ..neutral.access import otherwise
from ..pairing.changes import Change, Trees
from ..pieces.outside import FUNCTION
from ..reading.saying import Said, q

_RANK = 5


def opened_to(both: Trees, change: Change, where: str) -> Said | None:
    """where: " in `A`"."""
    if not (access := otherwise(both, change)):
        return None
    piece = both.new[change.b]
    own = piece.words[-1].decode("utf-8", "replace") if piece.kind == FUNCTION else ""
    said = q(qualified_of(own).rpartition("::")[2] if "::" in own else own or piece.said)
    text = f"{said}{where} now stands under `{access[1]}`, no longer under `{access[0]}`."
    return Said("declaration", text, _RANK)


def opened_too(both: Trees, change: Change, told: Said) -> Said:
    """Of one that differs in something else besides."""
    if not (access := otherwise(both, change)):
        return told
    also = f"; it now stands under `{access[1]}`, no longer under `{access[0]}`."
    return told._replace(sentence=told.sentence.removesuffix(".") + also)
