"""What went with a question of which something stays: what stood in the other arm, and what stood beside it in its own."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final

from ....words.series import series
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.quoting import joined, q
from ..pieces.tenses import past_of
from ..reading.conditions import under
from ..reading.doing import doing

_HOLD: Final = frozenset(("If", "Loop", "With", "Try"))


def gone_with(both: Trees, own: Sequence[int], other: Sequence[int], role: str) -> str:
    """own: the arm of what stays. role: which that is."""
    gone = [each for each in other if each not in both.pairs]
    lost = [
        each for each in own if each not in both.pairs and not any(n in both.pairs for n in under(both.old_below, each))
    ]
    was = past_of(doing(both.old, both.old_below, gone)) if gone else ""
    told = f"; where that {'did not hold' if role == 'then' else 'held'}, it {was}" if was else ""
    heads, inside = held_within(both, own)
    deeds = doing(both.old, both.old_below, sorted([*lost, *inside])) if lost or inside else ""
    return f"{told}{heads}; with that it no longer {deeds}" if deeds else told + heads


def held_within(both: Trees, own: Sequence[int]) -> tuple[str, list[int]]:
    """What stood round it within that and is gone too, `for x in rows`, and what stood beside it there: each is told nowhere else."""
    heads, lost, waiting = list[int](), list[int](), [each for each in reversed(own) if each not in both.pairs]
    behind = list[str]()
    while waiting:
        at = waiting.pop()
        if both.old[at].kind in _HOLD and any(n in both.pairs for n in under(both.old_below, at)):
            heads.append(at)
            arms = _arms_of_what_stays(both, at)
            waiting += [
                each for each in reversed(both.old_below[at]) if each not in both.pairs and _arm(both, each) in arms
            ]
            behind += _other_arms(both, at, arms)
        elif at not in own:
            lost.append(at)
    told = series([q(_head(both.old[each])) for each in heads])
    rest = f": {'; '.join(behind)}" if behind else ""
    return (f"; with that {told} {'are' if len(heads) > 1 else 'is'} gone{rest}" if heads else ""), lost


def _arm(both: Trees, at: int) -> str:
    return "handler" if both.old[at].kind == "Handler" else both.old[at].role


def _arms_of_what_stays(both: Trees, at: int) -> set[str]:
    stays = [
        each
        for each in both.old_below[at]
        if each in both.pairs or any(n in both.pairs for n in under(both.old_below, each))
    ]
    return {_arm(both, each) for each in stays} - {"handler"}


def _other_arms(both: Trees, at: int, but: Container[str]) -> Iterator[str]:
    """What it did in those parts of which nothing stays, each with when that was."""
    parts: dict[str, list[int]] = {}
    for each in both.old_below[at]:
        if _arm(both, each) == "handler" and each not in both.pairs:
            inside = [n for n in both.old_below[each] if n not in both.pairs]
            yield f"on {q(both.old[each].said) if both.old[each].said else 'any exception'} it {_did(both, inside) or 'did nothing'}"
        elif each not in both.pairs and _arm(both, each) not in but:
            parts.setdefault(both.old[each].role, []).append(each)
    for role, inside in parts.items():
        if did := _did(both, inside):
            yield f"{_when(both.old[at].kind, role)} it {did}"


def _did(both: Trees, members: Sequence[int]) -> str:
    return past_of(doing(both.old, both.old_below, members)) if members else ""


def _when(kind: str, role: str) -> str:
    match kind, role:
        case "Loop", "else":
            return "where no `break` left it,"
        case "Try", "else":
            return "where nothing was raised there"
        case "If", "else":
            return "where that did not hold"
        case "If", _:
            return "where that held"
        case _:
            return "at last, whatever happened," if role == "finally" else "there"


def _head(piece: Piece) -> str:
    return joined(piece.words).rstrip(":") or piece.kind.lower()
