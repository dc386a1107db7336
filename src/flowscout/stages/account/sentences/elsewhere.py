"""A step that runs somewhere else: under other questions, or behind a loop that held it."""

from __future__ import annotations

from collections.abc import Sequence

from ..pairing.changes import Trees
from ..reading import asked, by_a_flag, conditions, operands, out_of_order
from ..reading.counted import with_its_deed
from ..reading.saying import (
    ERRORS,
    ORDER,
    Said,
    governing,
    q,
    subject,
    under,
)
from . import at_the_end, past_an_if
from .around import condition
from .decided import bare
from .left_behind import without
from .trying import rehandled


def moved(both: Trees, a: int, b: int) -> Said | None:
    """By what differs of all that must hold there."""
    if both.new[b].kind == "Handler" and both.back.get(both.new[b].parent) != both.old[a].parent:
        return Said(ERRORS, rehandled(both, a, b), 2)
    was, now = conditions.apart(both, a, b)
    was = [each for each in was if not _asked_otherwise(both, each, False)]
    now = [each for each in now if not _asked_otherwise(both, each, True)]
    now = [each for each in now if not conditions.leaves_newly(both, b, each)] or now
    was = [each for each in was if not conditions.left_before(both, a, b, each)]
    here, rank = both.new[b], 1 if both.new[b].kind in ("Return", "Raise") else 2
    before, after = (operands.told(pieces, held) for pieces, held in ((both.old, was), (both.new, now)))
    if (flagged := _by_a_flag(both, b, was, now, before)) is not None:
        return flagged
    if not before and not after:
        passed = out_of_order.passed(both, b)
        return Said(ORDER, f"{subject(here)} {passed}.", rank) if passed else None
    if ended := at_the_end.told(both, b, was, now):
        return Said(ORDER, ended, 1)
    if bare(here):
        stands = after or governing(both.new, b) or "in the function itself"
        stood = before or governing(both.old, a) or "in the function itself"
        return Said(ORDER, f"{subject(here)} stands {stands}, no longer {stood}.", 8) if stands != stood else None
    if not after and (past := _past_a_loop(both, b, was)):
        return Said(ORDER, f"{subject(here)} now runs {past}, no longer in it.", rank)
    if not after and (passed := past_an_if.crossing(both, b, was, before)):
        return Said(ORDER, passed, rank)
    if not after:
        stays = governing(both.new, b)
        if not stays and (any(conditions.held(both, b)) or conditions.behind_an_exit(both.new, both.new_below, b)):
            if before.startswith("unless ") and before.count("`") == 2:
                return Said(ORDER, f"{subject(here)} now also runs {before.replace('unless', 'when', 1)}.", rank)
            return Said(ORDER, f"{subject(here)} no longer runs only {before}.", rank)
        after = stays or "in any case"
    if before and both.renamed_words(a) != here.words and here.kind in ("Simple", "Return", "Raise"):
        return Said(ORDER, f"{subject(here)} runs {after}; {subject(both.old[a])} ran {before}.", rank)
    only = "" if before or after.startswith("unless") else "only "
    past = f", no longer {before}{without(both, b)}" if before else ""
    order = out_of_order.beside(both, b)
    return Said(ORDER, f"{with_its_deed(both, b)} {'' if before else 'now '}runs {only}{after}{past}{order}.", rank)


def _by_a_flag(
    both: Trees, b: int, was: Sequence[conditions.Held], now: Sequence[conditions.Held], before: str
) -> Said | None:
    """What it ran under comes to it by a name that is set there: said as it is of the new question, or of the one that asks for the name too."""
    here, asks = both.new[b], now[0].at if now and len({each.at for each in now}) == 1 else b
    role = now[0].role if asks != b else "then"
    names = by_a_flag.flags(both, was, asks, role) if was and both.new[asks].kind == "If" else []
    if not names:
        return None
    if asks != b:
        told = condition(both, asks, True) if asks not in both.back else None
        more = told is not None and ";" in told.sentence and told.sentence.startswith(subject(here))
        if told and more:
            passed = out_of_order.passed(both, b)
            return Said(ORDER, f"{subject(here)} {passed}.", 2) if passed else told
        where, order = operands.told(both.new, now), out_of_order.beside(both, b)
        return Said(ORDER, f"{with_its_deed(both, b)} now runs {where}{order}.", 2) if where else None
    given = " and ".join([q(name.decode("utf-8", "replace")) for name in names])
    stands = operands.told(both.new, now) or governing(both.new, b) or "in any case"
    return Said(ORDER, f"{with_its_deed(both, b)} now runs {stands}; {before}, {given} is set before it.", 2)


def _past_a_loop(both: Trees, b: int, was: Sequence[conditions.Held]) -> str:
    """ "before the loop `each of all`": of what stood in that loop alone."""
    loops = [each.at for each in was if both.old[each.at].kind == "Loop" and each.role == "body"]
    stays = both.pairs.get(loops[0], -1) if len(loops) == len(was) == 1 else -1
    if stays < 0 or both.new[stays].parent != both.new[b].parent:
        return ""
    told = under(both.new[stays], "body").removeprefix("in ")
    return f"{'before' if b < stays else 'behind'} {told}"


def _asked_otherwise(both: Trees, held: conditions.Held, new: bool) -> bool:
    """Whether a question that is on one side alone is asked in another form on the other."""
    pieces, known = (both.new, both.back) if new else (both.old, both.pairs)
    return pieces[held.at].kind == "If" and held.at not in known and asked.elsewhere(both, held.at, new) is not None
