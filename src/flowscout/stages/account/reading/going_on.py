"""Behind what a way goes on: questions after one arm of which nothing runs, and the labels that are jumped to past them."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ..pieces.children import children
from ..pieces.pieces import Piece

_ENDS: Final = frozenset(("Return", "Raise", "Jump"))
_LEFT: Final = frozenset(("Label", "Try", "If"))


@lru_cache(maxsize=KEPT)
def leading_on(pieces: Same[Sequence[Piece]]) -> dict[tuple[int, str], list[int]]:
    """What decides whether the pieces behind it run, by the arm they stand in."""
    found: dict[tuple[int, str], list[int]] = {}
    arms = ending(pieces)
    for at, piece in enumerate(pieces.value):
        if piece.kind in _LEFT and (piece.kind != "If" or at in arms):
            found.setdefault((piece.parent, piece.role), []).append(at)
    return found


@lru_cache(maxsize=KEPT)
def ending(pieces: Same[Sequence[Piece]]) -> dict[int, list[tuple[str, str]]]:
    """The arms of each question behind which no way goes on, with the other one."""
    below = children(pieces.value)
    return {
        at: found
        for at, piece in enumerate(pieces.value)
        if piece.kind == "If"
        and (found := [pair for pair in (("then", "else"), ("else", "then")) if ends(pieces.value, below, at, pair[0])])
    }


def handlers_end(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> bool:
    """Whether what stands behind a `try` runs as what stands in its `else` does."""
    handlers = [each for each in below[at] if pieces[each].kind == "Handler"]
    return bool(handlers) and all(ends(pieces, below, each, "body") for each in handlers)


def jumped_over(pieces: Sequence[Piece], at: int, labels: Set[str]) -> bool:
    """Whether one of these labels behind a question can be come to without its answer."""
    return bool(labels) and any(
        piece.kind == "Jump" and piece.stmt.label in labels and piece.start < pieces[at].last for piece in pieces
    )


def ends(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, role: str) -> bool:
    """Whether no way goes on behind an arm."""
    waiting = [(at, role)]
    while waiting:
        here, part = waiting.pop()
        arm = [each for each in below[here] if pieces[each].role == part]
        last = max(arm, default=-1)
        if last < 0:
            return False
        if pieces[last].kind in _ENDS:
            continue
        if pieces[last].kind != "If":
            return False
        waiting += [(last, "then"), (last, "else")]
    return True


def never_comes(pieces: Sequence[Piece], at: int) -> bool:
    """A `break` right behind a `return`; not where a name in capitals before that may ask."""
    one, before = pieces[at], pieces[at - 1]
    ahead = pieces[at - 2] if at > 1 else before
    if ahead.kind in ("Simple", "Block") and ahead.words[:1] and ahead.words[0].isupper():
        return False
    beside = (one.parent, one.role) == (before.parent, before.role)
    return one.kind == "Jump" and before.kind in ("Return", "Raise") and beside


def only_question(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> int:
    """The one that all of an `if` is, where neither has an `else`; -1 for none."""
    own = below[at]
    alone = len(own) == 1 and pieces[own[0]].kind == "If" and pieces[own[0]].role == "then"
    return own[0] if alone and all(pieces[each].role == "then" for each in below[own[0]]) else -1


def raised_under(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, role: str) -> tuple[list[int], bool]:
    """(what is raised first by this answer, whether more stands there): that is never cut."""
    waiting = sorted((each for each in below[at] if pieces[each].role == role), reverse=True)
    found: list[int] = []
    while waiting:
        found.append(waiting.pop())
        waiting += reversed(below[found[-1]])
    return [each for each in found if pieces[each].kind == "Raise"][:1], len(found) > 1
