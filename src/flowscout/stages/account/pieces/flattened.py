"""Python, outside of functions: an `else` that holds another question alone is that question's `elif`, however it is written.

else:
    if b: …          elif b: …
    else: …    ->    else: …
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .pieces import Piece

_ELSE: Final = (b"else", b":")
_FURTHER: Final = frozenset((b"elif", b"else"))


def flattened(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    inside: dict[int, list[int]] = {}
    for at, piece in enumerate(pieces):
        inside.setdefault(piece.parent, []).append(at)
    opened = {
        at for at, piece in enumerate(pieces) if piece.words == _ELSE and _one_question(pieces, inside.get(at, []))
    }
    opened = {at for at in opened if _asked_before(pieces, inside[pieces[at].parent], at)}
    if not opened:
        return tuple(pieces)
    first = {inside[at][0] for at in opened}
    places = {at: new for new, at in enumerate(each for each in range(len(pieces)) if each not in opened)} | {-1: -1}
    found = []
    for at in places:
        if at < 0:
            continue
        piece, above = pieces[at], pieces[at].parent
        while above in opened:
            above = pieces[above].parent
        if at in first:
            piece = piece._replace(words=(b"elif", *piece.words[1:]), said=f"el{piece.said}")
        found.append(piece._replace(parent=places[above]))
    return tuple(found)


def _one_question(pieces: Sequence[Piece], own: Sequence[int]) -> bool:
    """An `if` with what belongs to it, and nothing beside that."""
    heads = [pieces[at].words[0] for at in own]
    return heads[:1] == [b"if"] and all(word in _FURTHER for word in heads[1:]) and pieces[own[0]].words[-1] == b":"


def _asked_before(pieces: Sequence[Piece], beside: Sequence[int], at: int) -> bool:
    """It is no loop's `else`, and no `try`'s."""
    before = next((each for each in reversed(beside) if each < at), -1)
    return before >= 0 and pieces[before].words[0] in (b"if", b"elif")
