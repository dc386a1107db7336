"""A call in whose place some steps of the called function stand now, or a call of a new function for some of its steps: that they are the same.

`reset(&b, x)` is gone, and `clear(b.rows)` and `fill(b.cells, x)` came, which `reset` did: nothing more is done than was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import FLOW, Answer
from ....model.pattern import regex
from ..pieces.assigning import all_of
from ..pieces.pieces import Piece
from ..pieces.splicing import spliced
from .file import State
from .taken import inner_of_file

_CALLS: Final = regex(r"\A(No longer|Now) calls `(\w{1,100}+) ?\([^`\n]{0,300}`\.")
_FEWEST: Final = 2  # steps
_WORDS: Final = 4  # of a step that is known again: a call that is given something
_SHOWN: Final = 4
_MOST: Final = 20  # calls of one function that are looked at


def partly_put(old: State, new: State, pair: tuple[str, str], told: Sequence[Answer]) -> list[Answer]:
    found = list(told)
    for at, one in [(at, one) for at, one in enumerate(told) if one.how == FLOW and _CALLS.fullmatch(one.sentence)][
        :_MOST
    ]:
        said = _CALLS.fullmatch(one.sentence)
        gone = one.sentence.startswith("No ")
        mine, theirs = (old, new) if gone else (new, old)
        whose, others = pair if gone else pair[::-1]
        line = (one.before if gone else one.after).line
        name = said[2] if said else ""
        came = [*_of_other_side(theirs, others, told, gone)]
        there = [*_steps(mine, whose, name, line)] if came else []
        same = _in_order(came, there)
        if len(same) >= _FEWEST and _behind(mine.pieces(whose), line, mine) == _before_all(theirs.pieces(others), came):
            found[at] = one._replace(sentence=_sentence(one.sentence, same, gone), core="")
    return found


def _in_order(came: Sequence[Piece], there: Sequence[tuple[bytes, ...]]) -> list[Piece]:
    """Those that the called function does, where all of them are in its order and in one block."""
    same = [each for each in came if each.words in there]
    places = [there.index(each.words) for each in same]
    plain = len({each.parent for each in came}) == 1 and places == sorted(set(places))
    return same if plain else []


def _behind(pieces: Sequence[Piece], line: int, side: State) -> tuple[bytes, ...]:
    """What stands before the call."""
    return next(
        (pieces[at - 1].words for at, each in enumerate(pieces) if at and side.source.line(each.start) == line), ()
    )


def _before_all(pieces: Sequence[Piece], came: Sequence[Piece]) -> tuple[bytes, ...]:
    return next((pieces[at - 1].words for at, each in enumerate(pieces) if at and each == came[0]), ()) if came else ()


def _sentence(told: str, same: Sequence[Piece], gone: bool) -> str:
    """same: steps of the one side that the called function makes on the other."""
    few = [each.said for each in same[:_SHOWN]]
    named = all_of(few) if len(same) <= _SHOWN else f"{all_of(few)} and {len(same) - _SHOWN} more"
    how = f", which did {named}, as is done here now" if gone else f", which does {named}, as was done here"
    return f"{told.removesuffix('.')}{how}."


def _of_other_side(side: State, id_: str, told: Sequence[Answer], new: bool) -> Iterator[Piece]:
    """Steps that are on one side alone. new: which side."""
    places = {
        (one.after if new else one.before).line
        for one in told
        if one.how == FLOW and not (one.before if new else one.after).code and (one.after if new else one.before).code
    }
    yield from (
        each
        for each in side.pieces(id_)[1:]
        if each.kind == "Simple" and _calls(each) and side.source.line(each.start) in places
    )


def _calls(piece: Piece) -> bool:
    return len(piece.words) >= _WORDS and piece.words[1] == b"("


def _steps(side: State, whose: str, name: str, line: int) -> Iterator[tuple[bytes, ...]]:
    """What the called function does in any case, with what it is given put in."""
    own = [id_ for id_, facts in side.functions.items() if facts.name == name and id_ != whose]
    pieces = side.pieces(whose) if len(own) == 1 else ()
    calls = [at for at, each in enumerate(pieces) if each.words[:1] == (name.encode(),) and each.kind == "Simple"]
    here = [at for at in calls if side.source.line(pieces[at].start) == line]
    if len(here) != 1:
        return
    inner = inner_of_file(side, own[0], pieces)
    read = spliced(pieces, inner, {*calls} - {*here})
    put = read.places.get(here[0], range(0))
    yield from (read.pieces[at].words for at in put if _calls(read.pieces[at]) and read.pieces[at].parent not in put)
