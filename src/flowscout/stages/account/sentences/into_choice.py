"""Python: a question with one step, and the step that followed it, that became one step which asks the same within its value.

    if negated:                                return negate(rv) if negated else rv
        rv = ("not", rv)
    return rv

What is given there now is read against both: with the question told as gone elsewhere, the choice would read as a new one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import CHANGED, REMOVED, Change, Trees
from ..reading.saying import EXIT, VALUE, Said, does, q, when

TOLD: Final = "questions that are told with the value that asks them now"
_MOST: Final = 120  # characters of the question with its step, all of which are quoted
_ASKS: Final = ((b"if", b"else"), (b"?", b":"))


def into_choice(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By the step; with an empty sentence for the question, and what stood under it."""
    gone = {each.a: each for each in found if each.kind == REMOVED}
    told: dict[Change, Said] = {}
    for each in [each for each in found if each.kind == CHANGED] if gone else ():
        one, other = both.old[each.a], both.new[each.b]
        before = _before(both, each.a)
        if one.kind not in ("Return", "Simple") or one.kind != other.kind or before not in gone:
            continue
        own = both.old_below[before]
        if not _asks_now(both, before, each) or len(own) != 1 or both.old[own[0]].kind != "Simple":
            continue
        was = f"if {both.old[before].said}: {both.old[own[0]].said}"
        if both.pairs.get(own[0], -1) >= 0 or len(was) > _MOST:
            continue
        stood = f"return {one.said}" if one.kind == "Return" else one.said
        deed = does(other)
        told[each] = Said(
            EXIT if one.kind == "Return" else VALUE,
            f"{deed[:1].upper()}{deed[1:]}, in the place of {q(was, _MOST)} and {q(stood)}{when(both.new, each.b)}.",
            4,
        )
        told |= {gone[at]: Said(TOLD, "", 9) for at in (before, *own) if at in gone}
    return told


def _before(both: Trees, at: int) -> int:
    """What stands before it in its arm; -1 for nothing."""
    above = both.old[at].parent
    arm = [each for each in both.old_below[above] if both.old[each].role == both.old[at].role] if above >= 0 else []
    place = arm.index(at) if at in arm else 0
    return arm[place - 1] if place else -1


def _asks_now(both: Trees, question: int, step: Change) -> bool:
    """Whether a choice in the step is by that question, and was not there."""
    if both.old[question].kind != "If":
        return False
    asked, words, was = both.renamed_words(question), both.new[step.b].words, both.renamed_words(step.a)
    asked = asked[1:] if asked[:1] == (b"if",) else asked
    while asked[:1] == (b"(",) and asked[-1:] == (b")",):
        asked = asked[1:-1]
    chooses = any(all(sign in words for sign in signs) and signs[0] not in was for signs in _ASKS)
    return chooses and any(words[at : at + len(asked)] == asked for at in range(len(words)))
