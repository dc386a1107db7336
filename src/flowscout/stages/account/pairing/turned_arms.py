"""A question that asks the opposite now: what ran by one answer is what runs by the other, and no step is another one that runs where it
never did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pieces.pieces import Piece
from ..pieces.questions import plain
from .zeros import nothing

_OTHER: Final = {"then": "else", "else": "then"}


def by_their_answers(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    for a, b in [(a, b) for a, b in pairs.items() if old[a].kind == new[b].kind == "If" and _turned(old[a], new[b])]:
        mine, others = _arms(old, a), _arms(new, b)
        beside = [each for each in mine if pairs.get(each) in others and old[each].role == new[pairs[each]].role]
        for each in beside:
            if old[each].words != new[pairs[each]].words:
                del pairs[each]
        taken = set(pairs.values())
        for role, other in _OTHER.items():
            was = [each for each in mine if old[each].role == role]
            now = [each for each in others if new[each].role == other]
            alone = len(was) == len(now) == 1 and was[0] not in pairs and now[0] not in taken
            if alone and _alike(old[was[0]], new[now[0]]):
                pairs[was[0]] = now[0]


def _turned(one: Piece, other: Piece) -> bool:
    (asked, holds), (asks, now) = _asked(one.words), _asked(other.words)
    return asked == asks and holds != now


def _asked(words: tuple[bytes, ...]) -> tuple[tuple[bytes, ...], bool]:
    """Without a comparison with nothing: `f() == 0` is `!f()`."""
    asked, holds = plain(words)
    value = nothing(asked)
    return (plain(value)[0], holds != plain(value)[1]) if value else (asked, holds)


def _arms(pieces: Sequence[Piece], at: int) -> list[int]:
    return [each for each in range(at + 1, len(pieces)) if pieces[each].parent == at]


def _alike(one: Piece, other: Piece) -> bool:
    return one.kind == other.kind and (one.kind != "Simple" or one.words[:2] == other.words[:2])
