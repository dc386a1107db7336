"""An `if`, a loop, a `try` that is new or gone, and what stands under it on both sides: what it does to that, in a sentence.

What stands there and runs under the same as before (see `conditions`) has nothing to do with it, and is not named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from ..neutral import anyway
from ..pairing.changes import Trees
from ..pieces import answers
from ..pieces.pieces import Piece
from ..pieces.talk import says
from ..pieces.tenses import past_of, upper
from ..reading import arms, asked, conditions, counted, operands
from ..reading.by_a_flag import comes_by_a_flag
from ..reading.closely import asked_before, called_behind
from ..reading.doing import doing
from ..reading.governing import denied_under, else_if, holds, is_endless
from ..reading.saying import CHECK, CONDITION, UNCALLED, Said, does, leaves, only_names, q, subject, under, when
from . import left_anyway, now_always, standing_for
from .gone_with import gone_with
from .in_another_form import ASKED, in_another_form
from .kept_under import kept_under, sets_another
from .ladder import further, one_more

_ARMS = ("then", "else")
_EXITS = frozenset(("Return", "Raise", "Jump"))
_NO_CALLS: Final = UNCALLED | {b"elif", b"else", b"and", b"or", b"while", b"for", b"switch"}


def condition(both: Trees, at: int, new: bool) -> Said | None:
    """None where nothing is said for sure: what was asked is asked in another form."""
    (pieces, below), held = (both.new, both.new_below) if new else (both.old, both.old_below), both.new
    piece, under = pieces[at], when(pieces, at)
    inner, other = ([each for each in below[at] if pieces[each].role == role] for role in _ARMS)
    kept = sorted(kept_under(both, at, new), key=lambda each: only_names(held[each]))
    plainly = conditions.turned(both, at, new) or (kept and conditions.asked_too(both, at, new))
    where = None if plainly or (new and not asked_before(both, at)) else asked.elsewhere(both, at, new)
    if where is not None and (not new or kept or leaves(pieces, below, at) is not None):
        told_so = in_another_form(both, at, new, where)
        free = [] if new else [b for b in kept if _runs_freely(both, at, b)]
        if not free or (told_so and not (where and any(called_behind(both, where, b) for b in free))):
            return told_so
    if not new and (joint := standing_for.joined_into(both, at)):
        return joint
    if (instead := _in_its_place(both, at, kept, new)) >= 0:
        return _exchanged(both, *((instead, at) if new else (at, instead)), kept)
    first = next((b for b in kept if _needs(both, at, b, new, "then")), None)
    if first is None and new and leaves(pieces, below, at) is None:
        first, kept = next(
            (
                (there[0], there)
                for role, arm in zip(_ARMS, (inner, other), strict=True)
                if (there := _altered_in(both, at, arm, role))
                and not (role == "else" and both.new[there[0]].kind == "If")
            ),
            (None, kept),
        )
    if first is None and not (new or other or plainly) and inner and pieces[max(inner)].kind not in _EXITS:
        stays = [b for each in inner if (b := both.pairs.get(each, -1)) >= 0 and not sets_another(both, b, False)]
        kept = stays if len(stays) == len(inner) and all(_needs(both, at, b, new, "then") for b in stays) else kept
        first = kept[0] if kept and kept is stays else None
    gone_whole = not new and not any(each in both.pairs for each in inner)
    if first is None and (not inner or (gone_whole and pieces[max(inner)].kind not in _EXITS)):
        first = next((b for b in kept if _needs(both, at, b, new, "else")), None)
    if first is not None and not (new and _again(pieces, below, at, kept)):
        role = "then" if _needs(both, at, first, new, "then") else "else"
        ways_out = counted.out_beside(both, first)
        all_ = [first, *(each for each in sorted({*kept, *ways_out} - {first}) if _needs(both, at, each, new, role))]
        all_ = [each for each in all_ if each == first or not (new and conditions.left_a_question(both, each))]
        beside = _altered_beside(both, at, inner if role == "then" else other, role, all_) if new else []
        all_ = sorted([*all_, *beside]) if beside else all_
        whose, many = counted.known_as(both, sorted(all_) if len(all_) == 2 else all_), len(all_) > 1
        if new:
            fresh = [each for each in (other if role == "then" else inner) if each not in both.back]
            tail = _otherwise(both, at, role, [each for each in kept if each not in all_], fresh)
            beside = [each for each in (inner if role == "then" else other) if each not in both.back]
            deeper = [each for each in beside if _only_asks(both, each)]
            beside = [each for each in beside if each not in deeper]
            also = "".join([f"; {_runs_deeper(both, each)}" for each in deeper])
            around = any(each in all_ for one in beside for each in conditions.under(below, one))
            also += f"; there it {'' if around else 'also '}{doing(pieces, below, beside)}" if beside else ""
            if was := _in_a_case(both, first, False):
                runs = f"{'run' if many else 'runs'} {answers.asked(piece.said, role)}"
                return Said(CONDITION, f"{whose} {runs}, no longer {was}{under}{also}{tail}.", 3)
            if role == "else" and _one_more(pieces, at, both.back) and fresh and not beside:
                goes = f"else {whose} {'run' if many else 'runs'} as before"
                return Said(
                    CONDITION, f"Now has {one_more(pieces, at, ASKED)}: {doing(pieces, below, fresh)}; {goes}.", 4
                )
            only = "" if all(comes_by_a_flag(both, each, at, role) for each in all_) else "only "
            runs = f"now {'run' if many else 'runs'} {only}where {holds(piece.said, role, under)}"
            return Said(CONDITION, f"{_outermost_first(whose, runs, under, also + tail)}.", 3)
        was = gone_with(both, *((inner, other) if role == "then" else (other, inner)), role)
        placed = {each: _in_a_case(both, each, True) for each in all_}
        if any(placed.values()):
            return Said(CONDITION, f"{_by_case(both, placed, answers.asked(piece.said, role) + under)}{was}.", 2)
        others = [each for each in kept if each not in all_ and _needs_alone(both, at, each)]
        nor = f", nor {'do' if len(others) > 1 else 'does'} {counted.whose(held, others)}" if others else ""
        depend = f"{'depend' if many else 'depends'} on {_no_longer_asked(both, at, all_)}"
        return Said(
            CHECK, f"{whose} no longer {depend}{nor}{under}{was}{left_anyway.unreached(both, max(all_), new)}.", 1
        )
    if conditions.turned(both, at, new):
        return standing_for.turned_alone(both, at, new)
    known = both.back if new else both.pairs
    if inner and other and all(each in known for each in inner):
        told = doing(pieces, below, [each for each in other if each not in known])
        if not told and not new:
            return None  # what stood in it is told by itself
        if not new and (set_anyway := anyway.set_anyway(both, at, inner, other)):
            return set_anyway
        anyhow = [both.pairs[each] for each in inner] if not new else []
        if anyhow and all(both.new[each].parent == both.pairs.get(piece.parent, -2) for each in anyhow):
            depend = "depend" if len(anyhow) > 1 else "depends"
            whose = counted.whose(both.new, anyhow)
            was = f"where that did not hold, it {past_of(told)}"
            return Said(CONDITION, f"{whose} no longer {depend} on {q(piece.said)}{under}: {was}.", 3)
        return Said(
            CONDITION,
            f"{'Now' if new else 'No longer'} {told or 'does nothing'}{when(pieces, at, answers.asked(piece.said, 'else'))}.",
            3,
        )
    fresh = [each for each in inner if each not in known]
    if kept and inner and not fresh and leaves(pieces, below, at) is None:
        return None  # what stands in it is told by where it runs now
    told = doing(pieces, _of_old(below, inner, known), inner if leaves(pieces, below, at) is not None else fresh)
    if new and standing_for.left_before(both, at):
        rest = [each for each in other if each not in known]
        tail = f"; else {doing(pieces, below, rest)}" if rest else ""
        return Said(
            CONDITION, f"Asks by itself whether {q(piece.said, ASKED)}{under}, where it {told} as before{tail}.", 5
        )
    if leaves(pieces, below, at) is not None:
        return _guard(both, at, new, inner, told, under)
    chained = [each for each in other if each in known]
    apart = f"{denied_under(pieces, at)}," if under else ""  # of one of several conditions that are told
    unless = f"; {apart or 'else'}" if new else f"; nor, {apart or 'otherwise,'}"
    otherwise = (
        f"{unless} goes on with {subject(pieces[chained[0]])}"
        if chained and new and chained[0] == other[0]
        else ""
        if chained and not new
        else f"{unless} {doing(pieces, below, other)}"
        if other
        else ""
    )
    if told and _one_more(pieces, at, known):
        last = further(pieces, below, other, known, ASKED) if other and not chained else ""
        has = f"{'Now' if new else 'No longer'} has {one_more(pieces, at, ASKED)}"
        return Said(CONDITION, f"{has}: {told}{last}.", 4 if new else 3)
    if not told and inner:
        return None  # all that stands in it is told by itself
    if told and not otherwise and _only_says(pieces, below, at) and _calls(piece):
        asks = f"{'Now' if new else 'No longer'} asks whether {q(piece.said, ASKED)}{under}"
        return Said(CONDITION, f"{asks}{', and' if new else ', nor'} {told} where that holds.", 4)
    if not told and not otherwise:  # it is asked for what asking does
        hangs = "and nothing hangs on that" if new else "on which nothing hung"
        asks = f"{'Now' if new else 'No longer'} asks whether {q(piece.said, ASKED)}{under}"
        return Said(CONDITION, f"{asks}, {hangs}.", 4 if new else 3)
    return _under_its_question(pieces, below, at, fresh, otherwise, new)


def _guard(both: Trees, at: int, new: bool, inner: Sequence[int], told: str, under: str) -> Said | None:
    """A condition whose own arm leaves: a check that was added, or dropped or asked elsewhere now."""
    piece = (both.new if new else both.old)[at]
    if inner == [max(inner)] and (anyhow_left := left_anyway.told(both, at, new)):
        return anyhow_left
    if new:
        return Said(CHECK, f"Adds a check{under}: when {q(piece.said, ASKED)}, {told}.", 2)
    last = both.old[max(inner)]
    if (turned := standing_for.turned_into(both, at)) is not None:
        told = does(last)
        return Said(
            CHECK,
            f"{told[:1].upper()}{told[1:]} unless {q(turned.said)}, no longer when {q(piece.said)}{under}.",
            2,
        )
    if stands := standing_for.asked_within(both, at):
        return Said(
            CHECK, f"Whether {q(piece.said)} is now asked by {q(stands.said)}{under}; no longer {told} here.", 3
        )
    if narrower := standing_for.caught_otherwise(both, at):
        return Said(CHECK, f"No longer asks whether {q(piece.said)} on {narrower}.", 2)
    if whose := asked.raised_by(both, last):
        way_out = q(last.said)
        return Said(CHECK, f"{way_out} is now raised by {q(whose)}, no longer here when {q(piece.said)}{under}.", 4)
    once = " at once" * any(now_always.still_given(both, each) for each in inner)
    dropped = Said(CHECK, f"Drops a check{under}: when {q(piece.said, ASKED)}, no longer {told}{once}.", 0)
    return standing_for.leaves_in_part(both, at, told) or dropped


def _of_old(below: Sequence[Sequence[int]], inner: Sequence[int], known: Mapping[int, int]) -> Sequence[Sequence[int]]:
    """Of a question that both sides have only the steps that both have: what else stands in it is told by itself."""
    part = {each: [step for step in below[each] if step in known] for each in inner if each in known}
    less = {each: steps for each, steps in part.items() if 0 < len(steps) < len(below[each])}
    return [less.get(at, steps) for at, steps in enumerate(below)] if less else below


def _under_its_question(
    pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, fresh: Sequence[int], otherwise: str, new: bool
) -> Said:
    at, fresh = arms.asked_within(pieces, below, at, fresh)
    told = doing(pieces, below, fresh) or "does nothing"
    own = when(pieces, at, "" if is_endless(pieces[at]) else f"when {q(pieces[at].said, ASKED)}")
    if new and own and not otherwise and arms.hangs(told):
        return Said(CONDITION, f"{upper(own.removeprefix(', '))}: Now {told}.", 4)
    return Said(CONDITION, f"{'Now' if new else 'No longer'} {told}{own}{otherwise}.", 4 if new else 3)


def _outermost_first(whose: str, runs: str, under: str, more: str) -> str:
    """What is done else is done under the same: that stands before both, so that it is not read as what `else` denies."""
    around = under.removeprefix(", ")
    if more.startswith("; else ") and around.startswith(("when ", "unless ")):
        return f"{upper(around)}: {whose} {runs}{more}"
    return f"{whose} {runs}{under}{more}"


def _otherwise(both: Trees, at: int, role: str, kept: Sequence[int], fresh: Sequence[int]) -> str:
    """What ran before and runs only in the other arm now, and what is new there."""
    does_ = doing(both.new, both.new_below, fresh)
    there = "else" if role == "then" else "then"
    those = [each for each in kept if _needs(both, at, each, True, there) and both.new[each].parent == at]
    those = [each for each in those if not conditions.left_a_question(both, each) and not _chained(both, each)]
    if not those:
        return f"; else {does_}" if fresh else ""
    only = f"; {counted.known_as(both, those)} only where it does{'' if role == 'else' else ' not'}"
    return f"{only}, and there it also {does_}" if fresh and does_ else only


def _chained(both: Trees, b: int) -> bool:
    """Whether it is an `else if` on both sides."""
    return else_if(both.new, b) and else_if(both.old, both.back[b])


def _no_longer_asked(both: Trees, at: int, those: Sequence[int]) -> str:
    """A question that is gone, or the one part of it that is asked of none of these steps any more."""
    was = [conditions.apart(both, both.back[each], each)[0] for each in those]
    parts = {operands.told(both.old, [held for held in own if held.at == at]) for own in was}
    told = parts.pop() if len(parts) == 1 else ""
    return f"`{told.split('`')[1]}`" if told.count("`") == 2 else q(both.old[at].said)


def _one_more(pieces: Sequence[Piece], at: int, known: Mapping[int, int]) -> bool:
    """Whether it is one more branch of an `if` that is on both sides."""
    return else_if(pieces, at) and pieces[at].parent in known


def _runs_freely(both: Trees, at: int, b: int) -> bool:
    """Whether a step that hung on a question that is gone hangs on nothing for it."""
    return _needs(both, at, b, False, "then") and not conditions.apart(both, both.back[b], b)[1]


def _only_says(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> bool:
    """Whether a question leads to words for people alone: what it does is to ask."""
    return bool(below[at]) and all(says(pieces[each]) for each in below[at])


def _calls(piece: Piece) -> bool:
    """`chdir("/") == -1`: what it asks is done by asking."""
    named = ((word.replace(b"_", b"a"), sign) for word, sign in pairwise(piece.words) if word not in _NO_CALLS)
    return any(sign == b"(" and word.isalnum() for word, sign in named)


def _only_asks(both: Trees, b: int) -> bool:
    """Whether a new question holds nothing but what was there before."""
    own = both.new_below[b]
    return (
        both.new[b].kind == "If"
        and bool(own)
        and all(each in both.back and both.new[each].role == "then" for each in own)
    )


def _runs_deeper(both: Trees, b: int) -> str:
    own = both.new_below[b]
    return f"of these, {counted.whose(both.new, own)} only when {q(both.new[b].said)}"


def _altered_in(both: Trees, at: int, arm: Sequence[int], role: str) -> list[int]:
    """What ran before in another form, where what it stood in is still there, and hangs on this arm of a new question now."""
    there = [each for each in arm if each in both.back]
    stays = [
        each
        for each in there
        if both.old[both.back[each]].words == both.new[each].words or both.old[both.back[each]].parent in both.pairs
    ]
    return [each for each in stays if _needs(both, at, each, True, role) and not sets_another(both, each, True)]


def _altered_beside(both: Trees, at: int, arm: Sequence[int], role: str, told: Sequence[int]) -> list[int]:
    """Plain steps that say something else too, beside some that do not: what is told of them elsewhere is not that they hang on it now."""
    rest = [each for each in _altered_in(both, at, arm, role) if each not in told and both.new[each].kind == "Simple"]
    rest = [each for each in rest if both.old[both.back[each]].words != both.new[each].words]
    return [each for each in rest if not conditions.left_a_question(both, each)]


def _in_a_case(both: Trees, b: int, new: bool) -> str:
    """In which case of a choice a step runs there, and not on the other side."""
    pieces = both.new if new else both.old
    there = conditions.apart(both, both.back[b], b)[new]
    cases = [each for each in there if pieces[each.at].kind == "Arm"]
    return operands.told(pieces, cases) if cases else ""


def _by_case(both: Trees, placed: Mapping[int, str], asked_so: str) -> str:
    """Of steps that hung on a question, which run in a case of a choice now, and which by nothing of the kind."""
    told = []
    for now in sorted(set(placed.values()), key=lambda each: not each):
        those = [each for each in placed if placed[each] == now]
        run, depend = ("run", "depend") if len(those) > 1 else ("runs", "depends")
        how = f"{run} {now}, no longer {asked_so}" if now else f"no longer {depend} on that"
        told.append(f"{counted.known_as(both, those)} {how}")
    return "; ".join(told)


def _in_its_place(both: Trees, at: int, kept: Sequence[int], new: bool) -> int:
    """The one question on the other side that all hangs on there that hangs on this one here; -1 for none."""
    pairs = [conditions.apart(both, both.back[b], b) for b in kept]
    mine, others = (1, 0) if new else (0, 1)
    asking = [
        {each.at for each in pair[others] if (both.old if new else both.new)[each.at].kind == "If"} for pair in pairs
    ]
    those = set().union(*asking)
    if not kept or len(those) != 1 or not all(asking) or any(each.at != at for pair in pairs for each in pair[mine]):
        return -1
    instead = those.pop()
    gone = instead not in (both.pairs if new else both.back)
    return instead if gone and sorted(kept_under(both, instead, not new)) == sorted(kept) else -1


def _exchanged(both: Trees, a: int, b: int, kept: Sequence[int]) -> Said:
    """What ran by the answer of one question, and runs by another's; with what went or came with them."""
    told = []
    for role in ("then", "else"):
        those = [each for each in kept if _needs(both, a, each, False, role)]
        now = dict.fromkeys(each.role for one in those for each in conditions.apart(both, both.back[one], one)[1])
        run = "run" if len(those) > 1 else "runs"
        if those:
            after = " and ".join(under(both.new[b], each) for each in now)
            told.append(f"{counted.whose(both.new, those)} {run} {after}, no longer {under(both.old[a], role)}")
    for word, pieces, below, at, known in (
        ("no longer", both.old, both.old_below, a, both.pairs),
        ("now", both.new, both.new_below, b, both.back),
    ):
        for role in ("then", "else"):
            alone = [each for each in below[at] if pieces[each].role == role and each not in known]
            told += [f"{word} {doing(pieces, below, alone)} {under(pieces[at], role)}"] if alone else []
    return Said(CONDITION, f"{'; '.join(told)}{when(both.new, b)}.", 2)


def _needs(both: Trees, at: int, b: int, new: bool, role: str) -> bool:
    """Whether an arm of a piece that is new, or gone, is what the other differs by."""
    was, now = conditions.apart(both, both.back[b], b)
    return any((each.at, each.role) == (at, role) for each in (now if new else was))


def _needs_alone(both: Trees, at: int, b: int) -> bool:
    """Whether it ran where a question that is gone did not hold, and runs under all the rest now."""
    was, now = conditions.apart(both, both.back[b], b)
    return [(each.at, each.role) for each in was] == [(at, "else")] and not now


def _again(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, kept: Sequence[int]) -> bool:
    """Whether what was there before stands in the other arm too, so that it does not depend on the condition."""
    arms = [
        {
            pieces[inner].words
            for each in below[at]
            if pieces[each].role == role
            for inner in (each, *conditions.under(below, each))
        }
        for role in ("then", "else")
    ]
    return any(pieces[each].words in arms[0] & arms[1] for each in kept)
