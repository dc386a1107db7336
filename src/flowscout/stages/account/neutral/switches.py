"""A macro that came or went, and that an `#if` asks for: it switches code on or off."""

from __future__ import annotations

from typing import Final

from ....model.account import DECLARATION, Answer
from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.called import name_of
from ..pieces.lexing import LexedSource

_ASKS: Final = frozenset((b"ifdef", b"ifndef", b"elifdef", b"elifndef", b"defined"))
RANK: Final = 3


def switched(both: Trees, change: Change, told: Answer, sources: tuple[LexedSource, LexedSource]) -> Answer:
    """Told further up, and what it does."""
    new = change.kind == ADDED
    if change.kind not in (ADDED, REMOVED) or told.how != DECLARATION:
        return told
    pieces, at = (both.new, change.b) if new else (both.old, change.a)
    name = name_of(pieces[at]).encode() if pieces[at].kind == "Define" else b""
    above = pieces[at].parent
    if not name or (above >= 0 and name in pieces[above].words) or not all(_asked(each, name) for each in sources):
        return told
    return told._replace(
        rank=min(told.rank, RANK), sentence=f"{told.sentence.removesuffix('.')}: an `#if` of the file asks for it."
    )


def _asked(source: LexedSource, name: bytes) -> bool:
    """On both sides, for else it is part of what is new."""
    words = [token.text for token in source.tokens]
    return any(
        word == name and (words[at - 1] in _ASKS or (words[at - 1] == b"(" and words[at - 2] in _ASKS))
        for at, word in enumerate(words)
        if at > 1
    )
