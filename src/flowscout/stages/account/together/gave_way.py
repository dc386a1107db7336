"""Steps that gave way to the call of a function of the same file which surely makes their calls, on the same and in the same turn, itself or by
what it calls: that is said once. It is not said that all of it is the same, so what went is listed as it stands."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence, Set
from typing import Final

from ....model.account import FLOW, LISTED, Answer
from ....model.pattern import regex
from ..pieces.assigning import all_of
from ..pieces.pieces import Piece
from ..pieces.questions import bare
from ..pieces.quoting import joined
from ..pieces.targets import target
from ..reading.saying import q
from .borne import as_listed
from .done_there import done_there
from .file import State
from .handed import handed
from .moved_out import moved_into
from .partly_put import partly_put
from .run_there import NO_CALLS, Called, There, callee, in_turn, is_made, locals_of, put, run_there
from .set_there import set_there

_FEWEST: Final = 3  # steps that went
_MANY: Final = 6  # steps that went to a new function, beside which others say which did
_FEWEST_CALLS: Final = 2  # of what they called
_MOST: Final = 300  # functions of a file
_SHOWN: Final = 8
_RANK: Final = 3
_CALLED: Final = regex(r"(?<!\w)([A-Za-z_]\w{0,80}+) ?\(")
Names = Set[str]
_ASKED: Final = frozenset(("If", "Loop"))


def done_elsewhere(
    old: State, new: State, pair: tuple[str, str], came: Sequence[str], told: Sequence[Answer]
) -> list[Answer]:
    """With what is said of steps that others do now. told: of the pair. came: ids of functions that are new in its file."""
    found = handed(old, new, pair, came, told)
    found = found if found != list(told) else moved_into(old, new, pair, came, found)
    found = set_there(old, new, pair, done_there(old, new, pair, came, found))
    return partly_put(old, new, pair, gave_way(old, new, pair, found, found == list(told)))


def gave_way(old: State, new: State, pair: tuple[str, str], told: Sequence[Answer], fresh: bool) -> list[Answer]:
    """told: of the pair. fresh: whether the function may be a new one. One that was there made these calls before, too: else they moved."""
    found = list(told)
    if not any(map(_left, told)) or len(new.functions) > _MOST:
        return found
    before, after = old.pieces(pair[0]), new.pieces(pair[1])
    had = _calls(before[1:])
    came = [
        (piece, name) for piece in after[1:] for name in sorted(_calls([piece]) - had) if callee(new, pair[1], name)
    ]
    may = {each.words for each in before if each.kind in _ASKED} - {each.words for each in after}
    for piece, name in came if len(came) == 1 else ():
        there, kept = run_there(new, pair[1], piece, name, may), callee(old, pair[0], name)
        if not (kept or fresh):
            continue
        earlier = run_there(old, pair[0], piece, name, may) if kept else there
        own, place = locals_of(old.functions[pair[0]]), new.source.line(piece.start)
        may_go = _calls([piece]) | ({each[0] for each in there.row} & {each[0] for each in earlier.row})
        went = [at for at, one in enumerate(told) if _left(one) and _goes(one, before, old, there, may_go, own)]
        beside = [at for at, one in enumerate(told) if one.how == FLOW and one.after.line == place and one.after.code]
        steps = [each for at in (*beside, *went) for each in _within(told[at], before, old)]
        steps = sorted({each.start: each for each in steps}.values(), key=lambda each: each.start)
        in_row = [(*in_turn(put(each.words, own)),) for each in steps]
        row = [each for those in in_row for each in those if each[0] in may_go - _calls([piece])]
        made = [*dict.fromkeys(each[0] for each in row)]
        few = not went or len(steps) < (_FEWEST if kept else _MANY) or len(made) < _FEWEST_CALLS
        if few or len(beside) != 1 or not _in_a_row(before, after, steps):
            continue
        first = told[beside[0]]
        if first.before.code and not _goes(first, before, old, there, may_go, own):
            continue
        if not (_in_order(row, there.row) and _in_order(row, earlier.row)):
            continue
        if not there.asked <= {each.words for each in steps}:
            continue
        for at in went:
            found[at] = as_listed(found[at])
        said = _sentence(piece, name, len(steps), made, _unasked(steps, there))
        found[beside[0]] = found[beside[0]]._replace(rule="call", sentence=said, core="", rank=_RANK)
    return found


def _in_order(wanted: Sequence[Called], row: Sequence[Called]) -> bool:
    """Whether each of the calls is made there, on the same, and in the same turn."""
    rest = iter(row)
    return all(any(is_made(each, one) for one in rest) for each in wanted)


def _sentence(piece: Piece, name: str, steps: int, made: Sequence[str], unasked: str) -> str:
    shown = all_of(made) if len(made) <= _SHOWN else f"{', '.join(map(q, made[:_SHOWN]))} and {len(made) - _SHOWN} more"
    place = f"{q(piece.said)} stands in the place of {steps} steps"
    return f"{place}: {shown}, which these called, {'are' if len(made) > 1 else 'is'} called by {q(name)} or what it calls{unasked}."


def _in_a_row(old: Sequence[Piece], new: Sequence[Piece], steps: Sequence[Piece]) -> bool:
    """Whether nothing that stayed stands between them."""
    first, last = min(each.start for each in steps), max(each.last for each in steps)
    kept = {each.words for each in new}
    return not any(first <= each.start < last and each.words in kept and each not in steps for each in old[1:])


def _unasked(steps: Sequence[Piece], there: There) -> str:
    """What decided over them, and is asked nowhere there; that they were repeated."""
    asked = [each for each in steps if each.kind == "If" or each.words[:1] == (b"while",)]
    plain = [joined(bare(each.words)) for each in asked if each.words not in there.every]
    repeated = not there.loops and any(each.kind == "Loop" for each in steps)
    lost = f"; {all_of(plain)} {'are' if len(plain) > 1 else 'is'} not asked there" if plain else ""
    return f"{lost}; nothing is repeated there" if repeated else lost


def _left(one: Answer) -> bool:
    return bool(one.before.code) and not one.after.code and one.how in (FLOW, LISTED)


def _goes(one: Answer, pieces: Sequence[Piece], old: State, there: There, may_go: Names, own: Container[bytes]) -> bool:
    """Whether all that it called is called there, and what it set is set there, or of the function alone."""
    steps = _within(one, pieces, old)
    plain = all(each.kind not in ("Return", "Raise", "Jump", "Opaque") for each in steps)
    return bool(steps) and plain and _calls(steps) <= may_go and all(_is_set(each, there, own) for each in steps)


def _is_set(piece: Piece, there: There, own: Container[bytes]) -> bool:
    to = target(piece)
    return not to or (len(to) == 1 and to[0] in own) or piece.words in there.done


def _within(one: Answer, pieces: Sequence[Piece], old: State) -> list[Piece]:
    lines = range(one.before.line, one.before.end_line + 1)
    return [
        each for each in pieces[1:] if old.source.line(each.start) in lines and old.source.line(each.last - 1) in lines
    ]


def _row(piece: Piece) -> Iterator[str]:
    yield from (each for each in _CALLED.findall(piece.said) if each not in NO_CALLS)


def _calls(pieces: Sequence[Piece]) -> Names:
    return {each for piece in pieces for each in _row(piece)}
