"""A value that a call was given, and that is set to a name in its place: `out(path=f(x))` became `path = f(x)`; or the other way round."""

from __future__ import annotations

from typing import Final

from ....model.pattern import regex
from ..pieces.pieces import Piece
from ..reading.given import arguments
from ..reading.saying import CALL, Said, assigned, callee, q

_NAMED: Final = regex(r"[A-Za-z_]\w{0,80} ?= ?(?!=)")
_NAME: Final = regex(r"[\w.]{1,200}")  # which may be given to a setter


def told(one: Piece, other: Piece, under: str) -> Said | None:
    left, right = assigned(one), assigned(other)
    gave, gives = callee(one), callee(other)
    if gave and right and not left and (more := _besides(one, gave, right[1])) is not None:
        return Said(CALL, f"Sets {q(right[0])} to {q(right[1])} where it called {q(gave)} with that{more}{under}.", 2)
    if gives and left and not right and (more := _besides(other, gives, left[1])) is not None:
        return Said(CALL, f"Calls {q(gives)} with {q(left[1])}{more} where it set {q(left[0])} to that{under}.", 2)
    return None


def _besides(call: Piece, name: str, value: str) -> str | None:
    """ " and `n`": what it is given besides; None where it is not given the value, or the value is a call of the same."""
    given = arguments(call)
    bare = [each[found.end() :] if (found := _NAMED.match(each)) else each for each in given]
    if value not in bare or _NAME.fullmatch(value) or name in value:
        return None
    rest = [q(each) for at, each in enumerate(bare) if at != bare.index(value)]
    return "".join([f" and {each}" for each in rest[:1]]) if len(rest) < 2 else " and more"
