"""A question that is asked once more now, or once less: behind a step that may change it, or by one more call."""

from __future__ import annotations

from collections.abc import Sequence

from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..reading.asked_later import between, called_as_often
from ..reading.conditions import same
from ..reading.saying import CONDITION, Said, q, subject


def asked_again(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    told: dict[Change, Said] = {}
    for change in found:
        if change.kind not in (ADDED, REMOVED):
            continue
        new = change.kind == ADDED
        pieces, known, at = (both.new, both.back, change.b) if new else (both.old, both.pairs, change.a)
        if _within_itself(pieces, at):
            now = "Now asks" if new else "No longer asks"
            told[change] = Said(CONDITION, f"{now} a second time whether {q(pieces[at].said)}.", 3)
            continue
        if pieces[at].kind != "If" or not same(both, change, False) or same(both, change):
            continue
        if (places := between(pieces, at)) and (places[1] in known or places[1] == at):
            step, asked = (pieces[each] for each in places)
            how = "is asked behind" if new else "is no longer asked behind"
            told[change] = Said(
                CONDITION, f"{q(asked.said)} {how} {subject(step)}{' now' if new else ''}, which may change it.", 2
            )
        elif not called_as_often(both, pieces[at].words) and (places is None):
            more = "once more" if new else "once less"
            told[change] = Said(
                CONDITION,
                f"Asks {more} whether {q(pieces[at].said)}, which {'calls' if new else 'called'} it again.",
                3,
            )
    return told


def _within_itself(pieces: Sequence[Piece], at: int) -> bool:
    """Whether the question right around it asks the same, so that it is asked again where that held: nothing is done between."""
    piece, around = pieces[at], pieces[pieces[at].parent]
    first = at == piece.parent + 1 and piece.role == "then"
    same = piece.kind == around.kind == "If" and first and piece.words == around.words
    return same and not any(each.parent == at and each.role == "else" for each in pieces[at + 1 :])
