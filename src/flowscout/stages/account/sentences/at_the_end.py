"""A step that left the `finally` of a `try` for the place behind it, or came from there: what that means where the `try` is left otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.syntax import Try
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..reading.conditions import Held
from ..reading.saying import subject

_ANY: Final = frozenset(("BaseException",))  # what a handler without a type takes


def told(both: Trees, b: int, was: Sequence[Held], now: Sequence[Held]) -> str:
    """ "stands after the `try` now, no longer in its `finally`"; "" where it is another move."""
    gone, came = _finally(both.old, was), _finally(both.new, now)
    if gone >= 0:
        stays = both.pairs.get(gone, -1)
        if stays >= 0 and _behind(now, stays) and both.new[stays].parent == both.new[b].parent and stays < b:
            left = _left(both.new, both.new_below, stays)
            tail = f", so that it is not reached {left}" if left else ""
            return f"{subject(both.new[b])} now stands after the `try`, no longer in its `finally`{tail}."
    if came >= 0:
        before, a = both.back.get(came, -1), both.back[b]
        if before >= 0 and _behind(was, before) and both.old[before].parent == both.old[a].parent and before < a:
            left = _left(both.new, both.new_below, came)
            tail = f", so that it is also reached {left}" if left else ""
            return f"{subject(both.new[b])} now stands in the `finally` of the `try`, no longer after it{tail}."
    return ""


def _finally(pieces: Sequence[Piece], held: Sequence[Held]) -> int:
    """The `try` in whose `finally` it stands, where that is all that differs; -1 for none."""
    alone = len(held) == 1 and held[0].role == "finally" and pieces[held[0].at].kind == "Try"
    return held[0].at if alone else -1


def _behind(held: Sequence[Held], at: int) -> bool:
    """Whether nothing decides over it but that the `try` raised nothing, as where each handler leaves."""
    return all((each.at, each.role) == (at, "else") for each in held)


def _left(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> str:
    """When a `try` is left past what stands behind it: by a `return` in it, by an exception that no handler takes or that one raises."""
    inner = _inner(pieces, below, at)
    returns = sorted({subject(pieces[each]) for each in inner if pieces[each].kind == "Return"})
    if returns:
        return f"where the `try` is left by {returns[0]}" if len(returns) == 1 else "where the `try` is left early"
    stmt = pieces[at].stmt
    all_taken = isinstance(stmt, Try) and any({*handler.types} <= _ANY for handler in stmt.handlers)
    raises = any(pieces[each].kind == "Raise" for each in inner)
    return "" if all_taken and not raises else "when an exception leaves the `try`"


def _inner(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> list[int]:
    """What stands in what is tried and in the handlers."""
    found, stack = [], [each for each in below[at] if pieces[each].role != "finally"]
    while stack:
        found.append(stack.pop())
        stack += below[found[-1]]
    return found
