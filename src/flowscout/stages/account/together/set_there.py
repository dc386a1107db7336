"""Something of the object, or of the file, that a function no longer sets itself, and a function sets that it calls now: said beside what is gone,
with the words of that step, for whether it is always come to there is not known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Final

from ....model.account import FLOW, Answer
from ....model.identity import qualified_of
from ..pieces.pieces import Piece
from ..pieces.targets import target
from ..reading.saying import q
from .file import State
from .run_there import called_here, calls_in, locals_of

_GONE: Final = "No longer sets "
_MOST: Final = 8  # functions that are called now
_OWN: Final = frozenset((b"self", b"cls", b"this"))
_PLAIN: Final = "function"  # its `self` is whatever it is given
_LINKS: Final = frozenset((b".", b"->"))


def set_there(old: State, new: State, pair: tuple[str, str], told: Sequence[Answer]) -> list[Answer]:
    """told: of the pair."""
    if not any(map(_is_gone, told)):
        return list(told)
    fresh = _calls(new.pieces(pair[1])) - _calls(old.pieces(pair[0]))
    those = [id_ for id_ in called_here(new, pair[1], fresh) if id_] if len(fresh) <= _MOST else []
    return [_with(one, old, new, pair[0], those) if those and _is_gone(one) else one for one in told]


def _is_gone(one: Answer) -> bool:
    gone = one.sentence.startswith(_GONE) and "; " not in one.sentence
    return gone and one.how == FLOW and bool(one.before.code) and not one.after.code


def _with(one: Answer, old: State, new: State, caller: str, those: Sequence[str]) -> Answer:
    lines = range(one.before.line, one.before.end_line + 1)
    steps = [each for each in old.pieces(caller)[1:] if old.source.line(each.start) in lines]
    if len(steps) != 1 or old.source.line(steps[0].last - 1) not in lines:
        return one
    step = steps[0]
    for id_ in those:
        has = any(piece.words == step.words for piece in new.pieces(id_))
        if has and _lasts(step, _own(old, caller) | _own(new, id_)):
            said = f"{one.sentence.removesuffix('.')}; {q(qualified_of(id_))}, which it calls now, has {q(step.said)}."
            return one._replace(sentence=said, core="")
    return one


def _lasts(step: Piece, own: Set[bytes]) -> bool:
    """Whether it is the same thing in both, whatever they are given."""
    to = target(step)
    bare = to[2:] if to[:1] and to[0] in _OWN - own and to[1:2] and to[1] in _LINKS else to
    return bool(bare) and (bare != to or bare[0] not in own)


def _own(state: State, id_: str) -> Set[bytes]:
    one = state.functions[id_]
    given = {each.name.lstrip("*&").encode() for each in one.params} - (frozenset() if one.kind == _PLAIN else _OWN)
    return given | locals_of(one).keys()


def _calls(pieces: Sequence[Piece]) -> Set[str]:
    return {name for piece in pieces for name in _names(piece)}


def _names(piece: Piece) -> Iterator[str]:
    yield from (piece.words[at - 1].decode("utf-8", "replace") for at in calls_in(piece.words))
