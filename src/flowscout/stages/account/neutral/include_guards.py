"""C and C++: what keeps a header from being read twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import ADDED, Change, Trees
from ..pieces.macros import guarding
from ..pieces.pieces import Piece

ONCE: Final = "include guards"
_MARK: Final = 4  # words of what marks it as read: `#define A_H 1`


def stands(both: Trees, change: Change) -> bool:
    """`#pragma once`, or `#ifndef A_H` and the bare `#define A_H` behind it, round all that a file holds but its includes."""
    return _once(*((both.new, change.b) if change.kind == ADDED else (both.old, change.a)))


def spelt(both: Trees, change: Change) -> bool:
    """Of one that is written in another way."""
    return _once(both.old, change.a) and _once(both.new, change.b)


def _once(pieces: Sequence[Piece], at: int) -> bool:
    if pieces[at].words == (b"#", b"pragma", b"once"):
        return True
    at -= pieces[at].kind == "Define"
    if at < 0 or pieces[at].parent >= 0:
        return False
    name = guarding(pieces[at])
    behind = pieces[at + 1].words if at + 1 < len(pieces) else ()
    if len(name) != 1 or behind[:3] != (b"#", b"define", *name) or len(behind) > _MARK:
        return False
    return all(each.parent >= 0 or n == at or each.kind == "Import" for n, each in enumerate(pieces))


def line_of(piece: Piece) -> str:
    """A directive without the comment at its end."""
    text = piece.said
    cuts = [at for sign in ("//", "/*") if (at := text.find(sign)) >= 0 and not text.count('"', 0, at) % 2]
    return text[: min(cuts, default=len(text))].strip() or text
