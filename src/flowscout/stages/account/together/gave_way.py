"""Steps that gave way to the call of a function of the same file which makes their calls, itself or by what it calls: that is said once. It is
not said that all of it is the same, so what went is listed as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Final

from ....model.account import FLOW, LISTED, Answer
from ....model.pattern import regex
from ....model.record import NamedTuple
from ..pieces.assigning import all_of
from ..pieces.pieces import HEAD, Piece
from ..pieces.questions import bare
from ..pieces.quoting import joined
from ..pieces.targets import target
from ..reading.saying import q
from .borne import as_listed
from .done_there import done_there
from .file import State
from .handed import handed
from .moved_out import moved_into

_FEWEST: Final = 3  # steps that went
_MANY: Final = 6  # steps that went to a new function, beside which others say which did
_FEWEST_CALLS: Final = 2  # of what they called
_DEPTH: Final = 3  # functions from one to the next
_MOST: Final = 300  # functions of a file
_SHOWN: Final = 8
_RANK: Final = 3
_CALLED: Final = regex(r"(?<!\w)([A-Za-z_]\w{0,80}+) ?\(")
_NO_CALLS: Final = frozenset(
    ("if", "for", "while", "switch", "return", "sizeof", "not", "and", "or", "in", "defined", "elif", "with")
)
Names = Set[str]
Words = tuple[bytes, ...]


class Doing(NamedTuple):
    """made: what is called there. calls: with what the call itself is given. loops: whether something is repeated."""

    made: Names
    calls: Names
    sets: Names
    asked: Set[Words]
    loops: bool


def done_elsewhere(
    old: State, new: State, pair: tuple[str, str], came: Sequence[str], told: Sequence[Answer]
) -> list[Answer]:
    """With what is said of steps that others do now. told: of the pair. came: ids of functions that are new in its file."""
    found = handed(old, new, pair, came, told)
    found = found if found != list(told) else moved_into(old, new, pair, came, found)
    found = done_there(old, new, pair, came, found)
    return gave_way(old, new, pair, found, found == list(told))


def gave_way(old: State, new: State, pair: tuple[str, str], told: Sequence[Answer], fresh: bool) -> list[Answer]:
    """told: of the pair. fresh: whether the function may be a new one. One that was there made these calls before, too: else they moved."""
    found = list(told)
    if not any(map(_left, told)) or len(new.functions) > _MOST:
        return found
    before, after = old.pieces(pair[0]), new.pieces(pair[1])
    came = [
        (piece, name)
        for piece in after[1:]
        for name in sorted(_calls([piece]) - _calls(before[1:]))
        if _callee(new, pair[1], name)
    ]
    for piece, name in came if len(came) == 1 else ():
        there, kept = _does(new, pair[1], piece, name), _callee(old, pair[0], name)
        if not (kept or fresh):
            continue
        before_ = _does(old, pair[0], piece, name) if kept else there
        there = there._replace(made=there.made & before_.made, calls=there.calls & before_.calls)
        own = {each.name.encode() for each in old.functions[pair[0]].bindings}
        place = new.source.line(piece.start)
        went = [at for at, one in enumerate(told) if _left(one) and _goes(one, before, old, there, own)]
        beside = [at for at, one in enumerate(told) if one.how == FLOW and one.after.line == place and one.after.code]
        steps = [each for at in (*beside, *went) for each in _within(told[at], before, old)]
        made = [each for each in dict.fromkeys(each for step in steps for each in _row(step)) if each in there.made]
        few = not went or len(steps) < (_FEWEST if kept else _MANY) or len(made) < _FEWEST_CALLS
        if few or len(beside) != 1 or not _in_a_row(before, after, steps):
            continue
        for at in went:
            found[at] = as_listed(found[at])
        said = _sentence(piece, name, len(steps), made, _unasked(steps, there))
        found[beside[0]] = found[beside[0]]._replace(rule="call", sentence=said, core="", rank=_RANK)
    return found


def _sentence(piece: Piece, name: str, steps: int, made: Sequence[str], unasked: str) -> str:
    shown = all_of(made) if len(made) <= _SHOWN else f"{', '.join(map(q, made[:_SHOWN]))} and {len(made) - _SHOWN} more"
    place = f"{q(piece.said)} stands in the place of {steps} steps"
    return f"{place}: {shown}, which these called, {'are' if len(made) > 1 else 'is'} called by {q(name)} or what it calls{unasked}."


def _in_a_row(old: Sequence[Piece], new: Sequence[Piece], steps: Sequence[Piece]) -> bool:
    """Whether nothing that stayed stands between them."""
    first, last = min(each.start for each in steps), max(each.last for each in steps)
    kept = {each.words for each in new}
    return not any(first <= each.start < last and each.words in kept and each not in steps for each in old[1:])


def _unasked(steps: Sequence[Piece], there: Doing) -> str:
    """What decided over them, and is asked nowhere there; that they were repeated."""
    asked = [each for each in steps if each.kind == "If" or each.words[:1] == (b"while",)]
    plain = [joined(bare(each.words)) for each in asked if each.words not in there.asked]
    repeated = not there.loops and any(each.kind == "Loop" for each in steps)
    lost = f"; {all_of(plain)} {'are' if len(plain) > 1 else 'is'} not asked there" if plain else ""
    return f"{lost}; nothing is repeated there" if repeated else lost


def _left(one: Answer) -> bool:
    return bool(one.before.code) and not one.after.code and one.how in (FLOW, LISTED)


def _goes(one: Answer, pieces: Sequence[Piece], old: State, there: Doing, own: Set[bytes]) -> bool:
    """Whether all that it called is called there, and what it set is set there, or of the function alone."""
    steps = _within(one, pieces, old)
    plain = all(each.kind not in ("Return", "Raise", "Jump", "Opaque") for each in steps)
    return (
        bool(steps) and plain and _calls(steps) <= there.calls and all(_is_set(each, there.sets, own) for each in steps)
    )


def _is_set(piece: Piece, sets: Names, own: Set[bytes]) -> bool:
    to = target(piece)
    return not to or (len(to) == 1 and to[0] in own) or _spelt(to) in sets


def _within(one: Answer, pieces: Sequence[Piece], old: State) -> list[Piece]:
    lines = range(one.before.line, one.before.end_line + 1)
    return [
        each for each in pieces[1:] if old.source.line(each.start) in lines and old.source.line(each.last - 1) in lines
    ]


def _row(piece: Piece) -> Iterator[str]:
    yield from (each for each in _CALLED.findall(piece.said) if each not in _NO_CALLS)


def _calls(pieces: Sequence[Piece]) -> Names:
    return {each for piece in pieces for each in _row(piece)}


def _spelt(words: Sequence[bytes]) -> str:
    return b" ".join(words).decode("utf-8", "replace")


def _callee(state: State, caller: str, name: str) -> str:
    """The function of that name in the file, or of several the one of the same class; not the caller itself."""
    those = [id_ for id_, each in state.functions.items() if each.name == name and id_ != caller]
    near = [id_ for id_ in those if state.functions[id_].qualified[:-1] == state.functions[caller].qualified[:-1]]
    row = near if len(those) > 1 else those
    return row[0] if len(row) == 1 else ""


def _does(state: State, caller: str, piece: Piece, name: str) -> Doing:
    """What the call does: by itself, by the function, and by what that calls in turn."""
    calls, sets, asked, known = set[str](), set[str](), set[Words](), {caller}
    loops = False
    waiting = [(name, 1)]
    while waiting:
        each, depth = waiting.pop()
        id_ = _callee(state, caller, each)
        if not id_ or id_ in known:
            continue
        known.add(id_)
        pieces = [one for one in state.pieces(id_) if one.kind != HEAD]
        sets |= {_spelt(target(one)) for one in pieces if target(one)}
        asked |= {one.words for one in pieces if one.kind in ("If", "Loop")}
        loops = loops or any(one.kind == "Loop" for one in pieces)
        inner = _calls(pieces)
        calls |= inner
        waiting += [(one, depth + 1) for one in sorted(inner) if depth < _DEPTH]
    return Doing(calls, calls | _calls([piece]), sets, asked, loops)
