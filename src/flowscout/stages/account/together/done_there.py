"""Calls that a function no longer makes itself, and that a new function makes which it calls now: where too little of it is the same to read
the one as a part of the other, it is said beside what is gone."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import takewhile
from typing import Final

from ....model.account import FLOW, Answer
from ....model.identity import qualified_of
from ....model.pattern import regex
from ..pieces.assigning import all_of
from ..pieces.pieces import Piece
from ..pieces.targets import target
from ..reading.saying import q
from .file import State

_MOST: Final = 8  # functions
_GONE: Final = "No longer calls "
_CAME: Final = "Now calls "
_QUOTE: Final = regex(r"`([^`]{1,2000}+)`")
_CALLED: Final = regex(r"(?<![\w.>:])([A-Za-z_][\w.:>-]{0,80}+) ?\(")
_UNDER: Final = regex(r", (?:when|unless|in|where|on) ")
_STILL: Final = "; it still does so"
_RANK: Final = 4
_COUNTS: Final = frozenset((b"++", b"--", b"&"))


def done_there(
    old: State, new: State, pair: tuple[str, str], came: Sequence[str], told: Sequence[Answer]
) -> list[Answer]:
    """told: of the pair. came: ids of functions that are new in its file."""
    if len(came) > _MOST or not any(map(_is_gone, told)):
        return list(told)
    before, after = (
        {call for piece in side for call in _CALLED.findall(piece.said)}
        for side in (old.pieces(pair[0]), new.pieces(pair[1]))
    )
    inner = {
        id_: (_said(new, id_) if _given_its_own(new, pair[1], id_) else frozenset(), _calls(new, id_))
        for id_ in came
        if id_ in new.functions and new.functions[id_].name in after - before
    }
    came_under = {_place(one) for one in told if one.sentence.startswith(_CAME)}  # where one is told for the other
    return [_with(one, inner) if _is_gone(one) and _place(one) not in came_under else one for one in told]


def _place(one: Answer) -> str:
    """What governs it, in words."""
    return "".join(_UNDER.split(one.sentence, maxsplit=1)[1:])


def _is_gone(one: Answer) -> bool:
    gone = one.how == FLOW and one.sentence.startswith(_GONE) and bool(one.before.code) and not one.after.code
    return gone and _STILL not in one.sentence


def _with(one: Answer, inner: dict[str, tuple[Set[str], Set[str]]]) -> Answer:
    steps = _QUOTE.findall(_UNDER.split(one.sentence, maxsplit=1)[0])
    names = [found[1] for each in steps if (found := _CALLED.match(each))]
    for id_, (said, calls) in inner.items() if names and len(names) == len(steps) else ():
        if {*names} <= calls:
            there = f"the new {q(qualified_of(id_))}"
            stand = "it stands" if len(steps) == 1 else "they stand"
            calls_it = f"a call of {all_of(names)}" if len(names) == 1 else f"calls of {all_of(names)}"
            also = f"; {stand} in {there} now." if {*steps} <= said else f"; {there} has {calls_it}."
            return one._replace(
                sentence=one.sentence.removesuffix(".") + also, core="", rank=max(one.rank, _RANK * ({*steps} <= said))
            )
    return one


def _said(state: State, id_: str) -> Set[str]:
    """What it does in any case, as far as nothing leaves before, nor makes something else of what it was given."""
    names = {each.name.lstrip("*&").encode() for each in state.functions[id_].params}
    return {piece.said for piece in takewhile(lambda piece: _goes_on(piece, names), state.pieces(id_))}


def _goes_on(piece: Piece, given: Set[bytes]) -> bool:
    plain = piece.parent < 1 and piece.kind in ("Head", "Simple")
    another = target(piece)[:1] and target(piece)[0] in given and len(target(piece)) == 1
    counts = not _COUNTS.isdisjoint(piece.words) and not given.isdisjoint(piece.words)
    return plain and (piece.kind == "Head" or not (another or counts))


def _given_its_own(state: State, caller: str, id_: str) -> bool:
    """Whether each call of it is given what it calls its parameters, by these names: the same words mean the same there."""
    facts = state.functions[id_]
    names = [each.name.lstrip("*&") for each in facts.params]
    given = f"{facts.name}({','.join(names[1:] if names[:1] in (['self'], ['cls']) else names)})"
    texts = ["".join(piece.said.split()) for piece in state.pieces(caller)]
    calls = [text.count(f"{facts.name}(") for text in texts]
    return any(calls) and calls == [text.count(given) for text in texts]


def _calls(state: State, id_: str) -> Set[str]:
    return {found for piece in state.pieces(id_) for found in _CALLED.findall(piece.said)}
