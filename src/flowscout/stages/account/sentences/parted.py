"""A question of several that are asked one by one now: one of them has an `if`, and the same way out, of its own.

if a or b:                       if b:
    if c:                            return f()
        return f()               if a and c:
                                     return f()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..reading import conditions
from ..reading.operands import split
from ..reading.saying import CONDITION, Said, does, q, when
from .asked_by_names import by_names

_OUT = ("Return", "Raise")


def one_by_one(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By what is new for a part of a question, by the question, and by those that stood in it and are asked in one line with the rest now; by
    those whose operands have names."""
    fresh = [each.b for each in found if each.kind == ADDED and both.new[each.b].kind == "If"]
    asked = [each.a for each in found if each.kind in (CHANGED, REMOVED) and both.old[each.a].kind == "If"]
    told = by_names(both, found)
    for a in asked if fresh else ():
        for said, was, now in _told(both, a, fresh):
            told.update({each: said for each in found if each.a in was or each.b in now})
            break
    return told


def _told(both: Trees, a: int, fresh: Sequence[int]) -> Iterator[tuple[Said, list[int], list[int]]]:
    """With the questions of both sides that it tells of."""
    asked = split(both.old[a].said, "or")
    outs = [at for at in conditions.under(both.old_below, a) if both.old[at].kind in _OUT]
    if len(asked) < 2 or len(outs) != 1:
        return
    words = both.renamed_words(outs[0])
    inner = _round(both.old, outs[0], both.old[a].parent)[1:]
    besides = _parts(both.old, inner)
    for own in fresh:
        alone = split(both.new[own].said, "or")
        rest = [each for each in asked if each not in alone]
        wanted = sorted([*(rest if len(rest) == 1 else [" or ".join(rest)]), *besides])
        if not rest or len(rest) + len(alone) != len(asked) or not _leaves(both, own, words):
            continue
        for out in [at for at, piece in enumerate(both.new) if piece.words == words and piece.parent != own]:
            others = _round(both.new, out, both.new[own].parent)
            if others and sorted(_parts(both.new, others)) == wanted:
                said = f"{_sentence(both, own, others[0], besides)}{when(both.new, own)}."
                yield Said(CONDITION, said, 2), [a, *inner], [own, *others]


def _sentence(both: Trees, own: int, stays: int, besides: Sequence[str]) -> str:
    out = does(both.new[both.new_below[own][0]])
    order = f", before {q(both.new[stays].said)}" if own < stays else ""
    free = f", without asking for {' and '.join(map(q, besides))}" if besides else ""
    return f"Asks for {q(both.new[own].said)} by itself{order}: {out} when it holds{free}"


def _leaves(both: Trees, at: int, words: tuple[bytes, ...]) -> bool:
    """Whether all that a question does is leave by this way."""
    inner = [both.new[each] for each in both.new_below[at]]
    return len(inner) == 1 and inner[0].role == "then" and inner[0].words == words


def _parts(pieces: Sequence[Piece], those: Sequence[int]) -> list[str]:
    return [part for at in those for part in split(pieces[at].said, "and")]


def _round(pieces: Sequence[Piece], at: int, above: int) -> list[int]:
    """The questions that a piece stands in the answer "yes" of, up to another piece, outermost first; [] where it stands otherwise in it."""
    found: list[int] = []
    while at >= 0 and pieces[at].parent != above:
        role, at = pieces[at].role, pieces[at].parent
        if at < 0 or pieces[at].kind != "If" or role != "then":
            return []
        found.insert(0, at)
    return found if at >= 0 else []
