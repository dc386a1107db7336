"""A joined question that is asked in two steps, or two that are asked as one: it is the inner one, which holds what it held.

if a and b:          if a:
    f()       ->         if b:
                             f()
                         g()
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import TypeAlias

from ..pieces.pieces import Piece
from ..pieces.questions import Words, parts

Asked: TypeAlias = tuple[Words, bool]


def split_questions(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    back = {b: a for a, b in pairs.items()}
    for mine, others, known, there, turned in ((old, new, pairs, back, False), (new, old, back, pairs, True)):
        inner = _two_steps(others, there)
        elses = {piece.parent for piece in mine if piece.role == "else"} if inner else set[int]()
        for at, piece in enumerate(mine) if inner else ():
            if at in known or at in elses or piece.kind != "If":
                continue
            holding = {others[known[each]].parent for each in _then(mine, at) if each in known}
            found = [each for each in inner.get(frozenset(parts(piece.words, True)), ()) if each in holding]
            if len(found) == 1 and found[0] not in there:
                pairs.update([(found[0], at) if turned else (at, found[0])])
                back.update([(at, found[0]) if turned else (found[0], at)])


def _two_steps(pieces: Sequence[Piece], known: Container[int]) -> dict[frozenset[Asked], list[int]]:
    """Questions that are not known, each in one that is not known, by what both ask. None has an `else`."""
    elses = {piece.parent for piece in pieces if piece.role == "else"}
    free = [at for at, piece in enumerate(pieces) if piece.kind == "If" and at not in known and at not in elses]
    asked = {at: parts(pieces[at].words, True) for at in free}
    found: dict[frozenset[Asked], list[int]] = {}
    for at in free:
        if pieces[at].parent in asked:
            found.setdefault(frozenset((*asked[at], *asked[pieces[at].parent])), []).append(at)
    return found


def _then(pieces: Sequence[Piece], at: int) -> Iterator[int]:
    for each in range(at + 1, len(pieces)):
        if pieces[each].start >= pieces[at].last:
            return
        if pieces[each].parent == at and pieces[each].role == "then":
            yield each
