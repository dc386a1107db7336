"""A loop, a lock, a `try`, a choice that is put around what stands on both sides, or is taken from around it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final

from ..neutral import compiled
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.quoting import built
from ..pieces.tenses import past_of
from ..reading import conditions, counted
from ..reading.doing import doing
from ..reading.governing import is_endless
from ..reading.saying import CONDITION, ERRORS, LOOP, Said, does, looping, q, rounds, subject, under, when
from . import chosen
from .gone_with import held_within
from .trying import handled, handling, tried

_HOLD: Final = frozenset(("If", "Loop", "With", "Try"))


def round_what_differs(both: Trees, at: int, new: bool) -> Said | None:
    """A loop or a lock that is new, or gone, round what holds something and has another head on the other side, which is told there."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    piece = pieces[at]
    inside = [each for each in below[at] if piece.kind in ("Loop", "With") and below[each] and each in known]
    if not any(any(conditions.apart(both, *((known[each], each) if new else (each, known[each])))) for each in inside):
        return None
    head = looping(pieces, below, at) if piece.kind == "Loop" else does(piece)
    told = f"{'Now' if new else 'No longer'} {head}{when(pieces, at)} round {counted.whose(pieces, inside)}"
    return Said(LOOP if piece.kind == "Loop" else ERRORS, f"{told}{_beside(both, at, new)}.", 4 if new else 1)


def wrapping(both: Trees, at: int, kept: Sequence[int], new: bool) -> Said | None:
    piece, held = (both.new if new else both.old)[at], both.new
    question = _asked(both, at, kept) if new and piece.kind == "Loop" else -1
    also = _beside(both, at, new, question)
    whose = counted.whose(held, kept)
    run, now = ("run" if len(kept) > 1 else "runs"), ("now" if new else "no longer")
    match piece.kind:
        case "Loop" if told := _with_another(both, at, kept, new):
            return Said(LOOP, f"{whose} now {told}{also}.", 3)
        case "Loop":
            where = "an endless loop" if is_endless(piece) else f"{_which(both, at, new)} loop {q(piece.said)}"
            where += rounds(both.new if new else both.old, both.new_below if new else both.old_below, at)
            tries = _tried(both, at, kept) if new and question < 0 else ""
            within, also = (tries, "") if tries else (_between(both, at, kept[0]) if question >= 0 else "", also)
            return Said(LOOP, f"{whose} {now} {run} in {where}{within}{also}.", 3)
        case "With":
            every = _managers(both, at, new)
            named, also = " and ".join([q(each.said) for each in every.values()]), _beside(both, max(every), new)
            return Said(ERRORS, f"{whose} {now} {run} under {named}{also}.", 4 if new else 1)
        case "Try":
            told = tried(both, at, kept, new, _between(both, at, kept[0]) if new else "")
            inner = " also" if " in a `try`" in told else ""
            also = also.replace("there it also", f"in the `try` it{inner}").replace("there it ", "in the `try` it ")
            return Said(ERRORS, f"{told}{also}.", 3)
        case "Switch":
            return chosen.wrapped(both, at, kept, new)
        case "Handler":
            return Said(ERRORS, f"{'Now' if new else 'No longer'} {does(piece)}.", 2)
        case "Variant":
            role = _role(both.new if new else both.old, at, kept[0] if new else both.back[kept[0]])
            if (asks := compiled.asks(both, at, new)) >= 0:
                asked = q((both.old if new else both.new)[asks].said)
                how = f"`#if`, no longer under an `if` that asks for {asked}"
                how = how if new else f"an `if` that asks for {asked}, no longer under {built(role)}"
                return Said(CONDITION, f"{whose} now {'stand' if len(kept) > 1 else 'stands'} under {how}.", 3)
            where = when(both.new if new else both.old, at)
            told = "; ".join(_by_arm(both, at, kept, new))
            return Said(CONDITION, f"{told}{where}{compiled.in_its_arms(both, at, new)}.", 3)
    return None


def _managers(both: Trees, at: int, new: bool) -> dict[int, Piece]:
    """It, and those that stand right in it and nothing beside them, as `b` of `with a, b:`."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    found = {at: pieces[at]}
    while len(below[at]) == 1 and pieces[below[at][0]].kind == "With" and below[at][0] not in known:
        at = below[at][0]
        found[at] = pieces[at]
    return found


def _which(both: Trees, at: int, new: bool) -> str:
    """Of a loop in another one that has the same head, and is there on both sides."""
    pieces, known = (both.new, both.back) if new else (both.old, both.pairs)
    above = _loop_around(pieces, at)
    return "one more" if above in known and pieces[above].words == pieces[at].words else "the"


def _asked(both: Trees, at: int, kept: Sequence[int]) -> int:
    """The new question right in a new piece that holds, in one arm, all that ran before in it; -1 for none."""
    stood = {(both.new[each].parent, both.new[each].role) for each in kept}
    one, role = next(iter(stood))
    arms = {both.new[each].role for each in both.new_below[one]}
    alone = len(stood) == 1 and arms == {role} and both.new[one].kind == "If"
    return one if alone and both.new[one].parent == at and one not in both.back else -1


def _with_another(both: Trees, at: int, kept: Sequence[int], new: bool) -> str:
    """Of steps that run as often as before, by a loop with the same head on the other side, that stays: which one it is."""
    one, others = (both.new, both.old) if new else (both.old, both.new)
    there = {_loop_around(others, both.back[b] if new else b) for b in kept}
    loop = there.pop() if len(there) == 1 else -1
    if loop < 0 or loop not in (both.pairs if new else both.back):
        return ""
    words = [one[at].words if new else both.renamed_words(at), both.renamed_words(loop) if new else others[loop].words]
    stays = both.pairs[loop] if new else loop
    beside = [b for b in both.new_below[stays] if both.new[b].role == "body" and b in both.back and b not in kept]
    beside = [b for b in beside if _loop_around(both.old, both.back[b]) == both.back[stays]]
    if words[0] != words[1] or not beside:
        return ""
    run, own = ("run", "their") if len(kept) > 1 else ("runs", "its")
    with_ = subject(both.new[beside[0]])
    if new:
        return f"{run} in a loop {q(one[at].said)} of {own} own, no longer in the same one as {with_}"
    return f"{run} in the same loop {q(others[loop].said)} as {with_}, no longer in one of {own} own"


def _loop_around(pieces: Sequence[Piece], at: int) -> int:
    """The nearest loop in whose rounds a piece stands, -1 for none."""
    while at >= 0:
        above = pieces[at].parent
        if above >= 0 and pieces[above].kind == "Loop" and pieces[at].role == "body":
            return above
        at = above
    return -1


def _tried(both: Trees, at: int, kept: Sequence[int]) -> str:
    """The `try` that is new too and is all that a loop holds, with all that ran before in it."""
    own = both.new_below[at]
    if len(own) != 1 or both.new[own[0]].kind != "Try" or own[0] in both.back:
        return ""
    if any(both.new[each].parent != own[0] or both.new[each].role != "body" for each in kept):
        return ""
    also = _beside(both, own[0], True).replace("there it ", "it ")
    return f", in a `try`{handling(both.new[own[0]])}{handled(both, own[0])}{also}"


def _by_arm(both: Trees, at: int, kept: Sequence[int], new: bool) -> Iterator[str]:
    """On which line of an `#if` each depends, those of one line together."""
    arms: dict[str, list[int]] = {}
    for b in kept:
        arms.setdefault(_role(both.new if new else both.old, at, b if new else both.back[b]), []).append(b)
    for role, those in arms.items():
        depend = "depend" if len(those) > 1 else "depends"
        yield f"{counted.whose(both.new, those)} {'now' if new else 'no longer'} {depend} on {built(role)}"


def _beside(both: Trees, at: int, new: bool, asked: int = -1) -> str:
    """What stands in it besides, and is new or gone with it; whole, where it holds what was there in something that is new too. asked: a question
    in it of which is told that what was there runs under it."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    steps = [each for each in below[at] if pieces[each].role == "body" and each not in known]
    holding = {each for each in steps if not known.keys().isdisjoint(conditions.under(below, each))}
    rest = [
        each
        for each in steps
        if each != asked
        and (each not in holding or (new and pieces[each].kind in _HOLD))
        and (pieces[at].kind != "Try" or each not in holding or _does_more(pieces, below, known, each))
    ]
    heads, inside = ("", []) if new else held_within(both, [each for each in below[at] if pieces[each].role == "body"])
    rest = sorted([*rest, *inside])
    there = "there it" if holding.intersection(rest) else "there it also"
    told = heads + (f"; {there if new else 'no longer'} {doing(pieces, below, rest)}" if rest else "")
    told += _at_its_end(both, at, new)
    own = [each for each in below[asked] if each not in known] if asked >= 0 else []
    return told + (f"; {under(pieces[asked], pieces[own[0]].role)}, it also {doing(pieces, below, own)}" if own else "")


def _at_its_end(both: Trees, at: int, new: bool) -> str:
    """What the `else` of a loop does, or did."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    ended = [each for each in below[at] if pieces[each].role == "else" and each not in known]
    ended = [each for each in ended if new or known.keys().isdisjoint(conditions.under(below, each))]
    if pieces[at].kind != "Loop" or not ended:
        return ""
    deeds = doing(pieces, below, ended)
    return f"; where no `break` {'leaves' if new else 'left'} it, it {deeds if new else past_of(deeds)}"


def _does_more(pieces: Sequence[Piece], below: Sequence[Sequence[int]], known: Container[int], at: int) -> bool:
    """Whether what holds what was there does something besides, or only asks, locks or repeats, as is told with where that runs."""
    return any(each not in known and pieces[each].kind not in _HOLD for each in conditions.under(below, at))


def _between(both: Trees, at: int, inside: int) -> str:
    """What else that is new stands between a new piece and what it holds: a lock, a question."""
    found = []
    while (above := both.new[inside].parent) != at and above >= 0:
        if above not in both.back and (told := under(both.new[above], both.new[inside].role)):
            found.append(told)
        inside = above
    return "".join([f", {told}" for told in reversed(found)])


def _role(pieces: Sequence[Piece], at: int, inside: int) -> str:
    """The arm of a piece in which another stands."""
    while pieces[inside].parent != at:
        inside = pieces[inside].parent
    return pieces[inside].role
