"""A question that is new or gone by its words, and is asked on the other side in another form."""

from __future__ import annotations

from ..pairing.changes import Trees
from ..pieces import answers
from ..reading import asked, conditions, counted
from ..reading.doing import doing
from ..reading.saying import CHECK, CONDITION, Said, leaves, left_below, q, when
from . import standing_for
from .left_instead import left_instead
from .nowhere import nowhere

ASKED = 200  # characters of a question that is new, or gone: each part of it is
_ARMS = ("then", "else")


def _others_that_call(both: Trees, where: str) -> str:
    """Functions that call it too and ask nothing; another one of the same name is said to be another."""
    names = dict.fromkeys(each for row in both.others if row.unit == where for each in row.without)
    return counted.first_of([f"another {q(each)}" if each == where else q(each) for each in names]) if names else ""


def in_another_form(both: Trees, at: int, new: bool, where: str) -> Said | None:
    """What it leads to is told where it stands now; that it no longer does is not known."""
    pieces, below = (both.new, both.new_below) if new else (both.old, both.old_below)
    piece = pieces[at]
    if where:
        if (
            not new
            and leaves(pieces, below, at) is not None
            and any(each.unit == where and each.calls for each in both.others)
        ):
            told = doing(pieces, below, [each for each in below[at] if pieces[each].role == "then"])
            own, rest = f"{when(pieces, at)}: when {q(piece.said, ASKED)}", _others_that_call(both, where)
            ask = asked.callers(both, at)
            asks = (
                f"{counted.first_of([*map(q, ask)])}, which {'call it, ask' if ask[1:] else 'calls it, asks'} that now"
            )
            asks += f"; {rest}, which calls it too, does not" if rest else ""
            return Said(CHECK, f"Drops a check{own}, no longer {told}; {asks}.", 1)
        if stay := [] if new or leaves(pieces, below, at) is not None else _stay_without_it(both, at):
            whose, s = counted.whose(both.new, stay), "" if stay[1:] else "s"
            asks = f"{q(where)} asks that now"
            return Said(CHECK, f"{whose} no longer depend{s} on {q(piece.said)}{when(pieces, at)}; {asks}.", 2)
        return Said(CONDITION, f"Whether {q(piece.said)} is now asked by {q(where)}{when(pieces, at)}.", 4)
    if not new and leaves(pieces, below, at) is not None and (stands := standing_for.asked_within(both, at)):
        return Said(
            CHECK,
            f"Whether {q(piece.said)} is now asked by {q(stands.said)}; no longer {doing(pieces, below, below[at])} here.",
            3,
        )
    if not new:
        asked_so = {role: answers.asked(piece.said, role) for role in ("then", "else")}
        told_of = [
            f"{doing(pieces, below, lost)}{when(pieces, at, link)}"
            for role, link in asked_so.items()
            if (lost := nowhere(both, at, role))
        ]
        if not told_of and leaves(pieces, below, at) is not None and standing_for.leaves_nowhere(both, at):
            told = doing(pieces, below, [each for each in below[at] if pieces[each].role == "then"])
            told += when(pieces, at, f"when {q(piece.said, ASKED)}")
            return Said(CHECK, f"No longer {told}; another question asks about the same.", 1)
        return Said(CONDITION, f"No longer {'; nor '.join(told_of)}.", 3) if told_of else None
    if instead := left_instead(both, at):
        return instead
    fresh = [[each for each in below[at] if pieces[each].role == role and each not in both.back] for role in _ARMS]
    told, otherwise = (doing(pieces, below, arm) for arm in fresh)
    other = f"; else {otherwise}" if otherwise else ""
    if not told and (kept := [each for each in below[at] if pieces[each].role == "then"]):
        before = doing(pieces, below, kept[:1])
        return Said(CONDITION, f"Now asks whether {q(piece.said)} before it {before}{when(pieces, at)}{other}.", 4)
    deed = f"{told} when {q(piece.said)}" if told else f"asks whether {q(piece.said)}"
    chosen = asked.chosen_by(both, at)
    how = ", as a choice within a value did" if chosen else ", where another question asked about the same"
    how = "" if not chosen and _leaves_anew(both, at) else how
    return Said(CONDITION, f"Now {deed}{when(pieces, at)}{how}{other}.", 4)


def _stay_without_it(both: Trees, at: int) -> list[int]:
    """What stood under a question that is gone and stands where that stood."""
    outer = both.pairs.get(both.old[at].parent, -2)
    return [b for b in left_below(both, at) if both.new[b].parent == outer and both.new[b].role == both.old[at].role]


def _leaves_anew(both: Trees, at: int) -> bool:
    """Whether a new question has a new way out, and one behind it that is another now hangs on an answer that it did not hang on before."""
    if leaves(both.new, both.new_below, at) is None or max(both.new_below[at]) in both.back:
        return False
    one = both.new[at]
    behind = [b for b in both.new_below[one.parent] if b > at and both.new[b].role == one.role and b in both.back]
    pairs = [(both.back[b], b) for b in behind if both.new[b].kind == both.old[both.back[b]].kind == "If"]
    other = [pair for pair in pairs if both.old[pair[0]].said != both.new[pair[1]].said]
    return any(each.at == at for pair in other for each in conditions.apart(both, *pair)[1])
