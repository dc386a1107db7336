"""What the arms of a question do, within a row of steps: read once, with no brackets within brackets.

Calls `a()` and returns `1` when `x` (else calls `b()` when `y`, else calls `c()`).
(when `x`: sets `n` to `0`, then goes through `each in all` and there calls `b(each)`)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pieces.pieces import Piece
from ..pieces.quoting import q
from .going_on import only_question

Below = Sequence[Sequence[int]]

_FEW: Final = 3  # steps that are joined by "and"
_CALLS: Final = "calls "
_RUNGS: Final = 5  # questions of a ladder that are told
_PLAIN: Final = ("Simple", "Return", "Raise", "Jump")


def arms(pieces: Sequence[Piece], below: Below, at: int) -> list[tuple[str, list[int]]]:
    """(what is asked, quoted, and the steps where it holds) of a question and of each that is all of the `else` before it; what is done else by ""."""
    found: list[tuple[str, list[int]]] = []
    while True:
        asked = [q(pieces[at].said)]
        while (inner := only_question(pieces, below, at)) >= 0:
            at = inner
            asked.append(q(pieces[at].said))
        then, other = ([each for each in below[at] if pieces[each].role == role] for role in ("then", "else"))
        found.append((" and ".join(asked), then))
        if len(other) != 1 or pieces[other[0]].kind != "If" or len(found) == _RUNGS:
            return [*found, ("", other)] if other else found
        at = other[0]


def plain(pieces: Sequence[Piece], members: Sequence[int], deeds: Sequence[str]) -> bool:
    """Whether steps are read as one: few, and none with steps of its own."""
    return len(deeds) <= _FEW and "…" not in deeds and all(pieces[each].kind in _PLAIN for each in members)


def listed(deeds: Sequence[str]) -> str:
    """ "calls `a()` and returns"; of calls alone the verb is said once."""
    if all(each.startswith(_CALLS) for each in deeds):
        deeds = [*deeds[:1], *[each.removeprefix(_CALLS) for each in deeds[1:]]]
    return f"{', '.join(deeds[:-1])} and {deeds[-1]}" if len(deeds) > 1 else "".join(deeds)


def in_turn(deeds: Sequence[str]) -> str:
    """Behind what is done else, that is not read as one of it."""
    return ("; then " if any(", else " in each and "(else " not in each for each in deeds[:-1]) else ", then ").join(
        deeds
    )


def side_by_side(told: Sequence[tuple[str, list[str]]], outermost: bool) -> str:
    """Of arms whose steps are read as one. outermost: whether no bracket stands around it."""
    first, *others = [f"{listed(deeds) or 'does nothing'}{f' when {asked}' if asked else ''}" for asked, deeds in told]
    rest = ", ".join([f"else {each}" for each in others])
    return first if not rest else f"{first} ({rest})" if outermost else f"{first}, {rest}"


def hangs(told: str) -> bool:
    """Whether the last step of a row ends with a question of its own, so that no other can stand behind it."""
    bare = "".join(told.split("`")[::2]).rpartition(", then ")[2]
    return " when " in bare and (told.endswith("`") or "(else " in bare)


def asked_within(pieces: Sequence[Piece], below: Below, at: int, fresh: Sequence[int]) -> tuple[int, Sequence[int]]:
    """(the innermost of questions that are all of each other, its steps): they are told as one."""
    while len(fresh) == 1 and pieces[fresh[0]].kind == "If" and below[fresh[0]]:
        if any(pieces[each].role != "then" for each in below[fresh[0]]):
            break
        at, fresh = fresh[0], below[fresh[0]]
    return at, fresh


def one_by_one(told: Sequence[tuple[str, list[str]]]) -> str:
    """Of arms with steps that have steps of their own: what is asked comes first."""
    parts = [f"when {asked}: {in_turn(deeds) or 'does nothing'}" if asked else in_turn(deeds) for asked, deeds in told]
    return f"({'; else '.join(parts)})"
