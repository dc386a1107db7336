"""Steps that stand word for word in a new function, all of it, that is named where they stood: given to another thread, kept as a callback,
called with what reads otherwise. They were taken out, whatever runs them now."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.account import FLOW, LISTED, NEUTRAL, Answer
from ..pieces.pieces import Piece
from ..pieces.splicing import Inner
from .file import State
from .taken import TAKEN

_FEWEST = 3  # steps that are no accident
Row = tuple[str, str, int, tuple[bytes, ...]]


def moved_out(
    old: State, new: State, pair: tuple[str, str], came: Sequence[str], told: Sequence[Answer]
) -> tuple[list[Answer], set[str]]:
    """The answers, and which of the new functions that came are a part of what the function was. told: of the pair."""
    before, after = old.pieces(pair[0]), new.pieces(pair[1])
    words = {word for piece in after for word in piece.words} - {word for piece in before for word in piece.words}
    found, parts = list(told), set[str]()
    for id_ in [each for each in came if each in new.functions and new.functions[each].name.encode() in words]:
        lines = _lines(old, before, new.pieces(id_))
        went = [lines[0] <= one.before.line <= one.before.end_line <= lines[1] and _left(one) for one in found]
        if lines[1] and any(went):
            parts.add(id_)
            found = [
                one._replace(how=NEUTRAL, rule=TAKEN, sentence="", core="", rank=9) if its else one
                for one, its in zip(found, went, strict=True)
            ]
    return found, parts


def _left(one: Answer) -> bool:
    return bool(one.before.code) and not one.after.code and one.how in (FLOW, LISTED)


def _lines(state: State, pieces: Sequence[Piece], inner: Sequence[Piece]) -> tuple[int, int]:
    """The first and the last line of the steps that the other function holds; (0, 0) for none."""
    body = Inner((), tuple(inner)).body
    if len(body) < _FEWEST:
        return 0, 0
    wanted = _rows(inner, body)
    for first in range(1, len(pieces) - len(body) + 1):
        run = range(first, first + len(body))
        if pieces[first].words == inner[body[0]].words and _rows(pieces, run) == wanted:
            behind = run[-1] + 1
            ends = behind == len(pieces) or pieces[behind].parent not in run
            last = max(pieces[at].last for at in run)
            whole = ends and not _leaves([pieces[at] for at in run], behind == len(pieces))
            return (state.source.line(pieces[first].start), state.source.line(last - 1)) if whole else (0, 0)
    return 0, 0


def _leaves(steps: Sequence[Piece], at_the_end: bool) -> bool:
    """Whether they gave back something, or left out what stood behind them: that is another thing where they stand now."""
    outs = [piece for piece in steps if piece.kind == "Return"]
    return any(len(piece.words) > 1 or not at_the_end for piece in outs)


def _rows(pieces: Sequence[Piece], those: Sequence[int]) -> list[Row]:
    """Each with where it stands: by how many steps its parent comes before it, none of what stands in none of these."""
    own = {*those}
    return [
        (
            pieces[at].kind,
            pieces[at].role if pieces[at].parent in own else "",
            at - pieces[at].parent if pieces[at].parent in own else 0,
            pieces[at].words,
        )
        for at in those
    ]
