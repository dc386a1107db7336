"""A variable that is set before a step and set to something else right behind it, which is new, or gone: a flag around a call, told as one.

p->busy = 1; run(p); p->busy = 0;   Now sets `p->busy` to `1` before it calls `run(p)`, and to `0` right behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ....model.account import FLOW, Answer
from ..pieces.lexing import LexedSource
from ..pieces.pieces import Piece
from ..reading.saying import assigned, q, when

_FRESH: Final = "Now sets "
_LOST: Final = "No longer sets "


def set_around(
    told: Iterable[Answer], old: tuple[LexedSource, Sequence[Piece]], new: tuple[LexedSource, Sequence[Piece]]
) -> list[Answer]:
    found = list(told)
    for verb, (source, pieces) in ((_FRESH, new), (_LOST, old)):
        sides = [one.after if verb == _FRESH else one.before for one in found]
        sets = {
            (side.line, side.code): at
            for at, (one, side) in enumerate(zip(found, sides, strict=True))
            if one.how == FLOW and one.sentence.startswith(verb)
        }
        for first, step, last in _around(pieces) if len(sets) > 1 else ():
            both = [sets[place] for each in (first, last) if (place := _place(source, pieces[each])) in sets]
            for at in both if len(both) > 1 else ():
                said = _said(verb, pieces, first, step, last)
                found[at] = found[at]._replace(sentence=said, core="")
    return found


def _place(source: LexedSource, piece: Piece) -> tuple[int, str]:
    return source.line(piece.start), source.text(piece.start, piece.end)


def _around(pieces: Sequence[Piece]) -> list[tuple[int, int, int]]:
    """Three steps that follow each other, of which the second calls something, and the others set the same to different values."""
    rows: dict[tuple[int, str], list[int]] = {}
    for at, piece in enumerate(pieces):
        rows.setdefault((piece.parent, piece.role), []).append(at)
    return [
        three
        for row in rows.values()
        for three in zip(row, row[1:], row[2:], strict=False)
        if pieces[three[1]].kind == "Simple"
        and b"(" in pieces[three[1]].words
        and _otherwise(pieces[three[0]], pieces[three[2]])
        and (assigned(pieces[three[1]]) or ("",))[0] != (assigned(pieces[three[0]]) or ("",))[0]
    ]


def _otherwise(one: Piece, other: Piece) -> bool:
    before, after = assigned(one), assigned(other)
    return before is not None and after is not None and before[0] == after[0] and before[1] != after[1]


def _said(verb: str, pieces: Sequence[Piece], first: int, step: int, last: int) -> str:
    (name, value), (_, end) = assigned(pieces[first]) or ("", ""), assigned(pieces[last]) or ("", "")
    around = q(pieces[step].said.rstrip("; "))
    return f"{verb}{q(name)} to {q(value)} before {around}, and to {q(end)} behind it{when(pieces, first)}."
