"""A joined question that is asked in two steps, or two that are asked as one: it is the inner one, which holds what it held.

if a and b:          if a:
    f()       ->         if b:
                             f()
                         g()
"""

from __future__ import annotations

from collections.abc import Sequence

from ..pieces.pieces import Piece
from ..pieces.questions import parts


def split_questions(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    back = {b: a for a, b in pairs.items()}
    for mine, others, known, there, turned in ((old, new, pairs, back, False), (new, old, back, pairs, True)):
        inner = [
            at
            for at, piece in enumerate(others)
            if at not in there
            and _plain(others, at)
            and piece.parent >= 0
            and piece.parent not in there
            and _plain(others, piece.parent)
        ]
        for at, piece in enumerate(mine) if inner else ():
            if at in known or not _plain(mine, at):
                continue
            wanted = {*parts(piece.words, True)}
            found = [
                each
                for each in inner
                if len(wanted) > 1
                and {*parts(others[each].words, True)} | {*parts(others[others[each].parent].words, True)} == wanted
                and _holds_the_same(mine, at, others, each, known)
            ]
            if len(found) == 1:
                inner.remove(found[0])
                pairs.update([(found[0], at) if turned else (at, found[0])])
                back.update([(at, found[0]) if turned else (found[0], at)])


def _plain(pieces: Sequence[Piece], at: int) -> bool:
    """An `if` without an `else`."""
    return pieces[at].kind == "If" and not any(each.parent == at and each.role == "else" for each in pieces[at + 1 :])


def _holds_the_same(mine: Sequence[Piece], at: int, others: Sequence[Piece], other: int, known: dict[int, int]) -> bool:
    inside = [each for each in range(at + 1, len(mine)) if mine[each].parent == at and mine[each].role == "then"]
    return any(each in known and others[known[each]].parent == other for each in inside)
