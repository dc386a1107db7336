"""Steps that stand word for word in a new function, all of it, that is named where they stood: given to another thread, kept as a callback,
called with what reads otherwise. They were taken out, whatever runs them now."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.account import FLOW, LISTED, NEUTRAL, Answer
from ....model.identity import qualified_of
from ..pieces.pieces import Piece
from ..pieces.splicing import Inner
from ..reading.saying import ORDER, q
from .carried import named
from .file import State
from .taken import TAKEN

_FEWEST = 3  # steps that are no accident
_WORDS = 24  # of those that are a part alone of what the function does
_MOST = 8  # functions
_LARGEST = 200  # pieces of one
_RANK = 4
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


def moved_into(
    old: State, new: State, pair: tuple[str, str], came: Sequence[str], told: Sequence[Answer]
) -> list[Answer]:
    """With what is gone and stands in a row in a new function, which does more than that, told as one. told: of the pair."""
    before, found = old.pieces(pair[0]), list(told)
    for id_ in came if len(came) <= _MOST and any(map(_left, told)) else ():
        inner = new.pieces(id_) if id_ in new.functions else ()
        if max(len(before), len(inner)) > _LARGEST:
            continue
        run = _shared(before, inner)
        if sum(len(before[at].words) for at in run) < _WORDS:
            continue
        lines = old.source.line(before[run[0]].start), old.source.line(max(before[at].last for at in run) - 1)
        went = [
            at
            for at, one in enumerate(found)
            if _left(one) and lines[0] <= one.before.line <= one.before.end_line <= lines[1]
        ]
        codes = [found[at].before.code.rstrip(";") for at in went]
        for at in went:
            said = f"{named(codes)} now {'stand' if len(codes) > 1 else 'stands'} in the new {q(qualified_of(id_))}."
            found[at] = (
                found[at]._replace(how=FLOW, rule=ORDER, sentence=said, core="", rank=_RANK)
                if at == went[0]
                else found[at]._replace(how=NEUTRAL, rule=TAKEN, sentence="", core="", rank=9)
            )
    return found


def _shared(old: Sequence[Piece], new: Sequence[Piece]) -> range:
    """The longest run of pieces of the one that stands in the other, each with all that it holds; the first of several. What begins within a
    run is a part of it, so each pair of pieces is looked at once or twice."""
    best = range(0)
    for apart in range(2 - len(new), len(old) - 1):
        a = max(1, 1 + apart)
        while a < len(old) and a - apart < len(new):
            b, size = a - apart, 0
            while a + size < len(old) and b + size < len(new) and _alike(old, new, a, b, size):
                size += 1
            whole = size
            while whole and (_goes_on(old, a, whole) or _goes_on(new, b, whole)):
                whole -= 1
            if whole >= _FEWEST and (-whole, a) < (-len(best), best.start):
                best = range(a, a + whole)
            a += max(size, 1)
    return best


def _alike(old: Sequence[Piece], new: Sequence[Piece], a: int, b: int, size: int) -> bool:
    one, other = old[a + size], new[b + size]
    if one.kind != other.kind or one.words != other.words:
        return False
    inside = one.parent >= a, other.parent >= b
    same = one.parent - a == other.parent - b and one.role == other.role
    return same if all(inside) else not any(inside)


def _goes_on(pieces: Sequence[Piece], first: int, size: int) -> bool:
    """Whether what stands behind is held by one of them."""
    return first + size < len(pieces) and first <= pieces[first + size].parent < first + size


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
