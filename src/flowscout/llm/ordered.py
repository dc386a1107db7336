"""Whether what a sentence says is done before, after, then or otherwise is done so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..model.pattern import regex
from .bearing import Borne
from .deeds import Deed, apart
from .english import GLUE
from .heads import HARD, acts
from .parts import Facts
from .refuted import has
from .segments import AFTER, Segment
from .stems import kinds_of, stem


def _guards(one: Deed, other: Deed) -> bool:
    return (
        one.said.startswith(("Raise", "Throw", "Abort", "Assert"))
        and one.place < other.place
        and not set(one.under) <= set(other.under)
    )


def _precede(first: Sequence[tuple[str, ...]], second: Sequence[tuple[str, ...]], facts: Facts) -> bool:
    for one in first:
        for other in second:
            places = [facts.steps[id_].place for id_ in one], [facts.steps[id_].place for id_ in other]
            if (
                max(places[0]) < min(places[1])
                and facts.comes_to(one[-1], other[0])
                and (
                    not apart(facts.steps[one[-1]], facts.steps[other[0]])
                    or _guards(facts.steps[one[-1]], facts.steps[other[0]])
                )
            ):
                return True
    return False


def _best_named(borne: Borne, facts: Facts) -> list[tuple[str, ...]]:
    """Without steps that have less of what is named than another one: `the logger is stopped` of two that stop something."""
    named = {ids: frozenset().union(*(has(borne.segment.words, facts.steps[i]) for i in ids)) for ids in borne.ways}
    return [ids for ids in borne.ways if not any(named[ids] < other for other in named.values())]


def _meant_elsewhere(borne: Borne, facts: Facts) -> bool:
    """Whether a step that does not bear it out has more of what is named than each that does: `signals are blocked` of what sets a mask back."""
    named = [has(borne.segment.words, facts.steps[id_]) for ids in borne.ways for id_ in ids]
    return any(all(own < has(borne.segment.words, step) for own in named) for step in facts.steps.values())


def in_sequence(at: int, segment: Segment, borne: Sequence[Borne | None], facts: Facts) -> Iterator[str]:
    before = next((held for held in reversed(borne[:at]) if held is not None), None)
    behind = next((held for held in borne[at + 1 :] if held is not None), None)
    other = behind if segment.lead else before
    mine = borne[at]
    if other is None or mine is None:
        yield "an order stands between two things that are done"
        return
    turned = _BEFORE if segment.role == AFTER else _AFTER
    if other.ways and all(any(turned.search(facts.steps[i].code) for i in ids) for ids in other.ways):
        yield f"it is not done {segment.opener} that"  # `adds it after the last one` of `last->AddBefore(it)`
        return
    if _meant_elsewhere(mine, facts):
        yield "another step is meant"
        return
    own, theirs = _best_named(mine, facts), _best_named(other, facts)
    first, second = (own, theirs) if segment.role == AFTER else (theirs, own)
    if not _precede(first, second, facts):
        yield f"it is not done {segment.opener} that"
    elif _as_well(other, theirs, own, segment.role == AFTER, facts):
        yield f"the like is done as well, and not {segment.opener} that"
    elif _precede(second, first, facts):
        yield f"what is meant comes {segment.opener} and the other way round"


def _as_well(
    deed: Borne, ways: Sequence[tuple[str, ...]], beside: Sequence[tuple[str, ...]], after: bool, facts: Facts
) -> bool:
    """`sends the literal before the response has arrived` of the first of two like calls, where the words tell not which of them is meant."""
    said = [w for n, w in enumerate(deed.segment.words) if not acts(deed.segment.words, n)]
    for ids in ways:
        if any(has(said, facts.steps[i]) for i in ids):
            return False
        like = [(f"S{d.place}",) for d in facts.siblings_of(ids) if _CALLS.search(d.code)]
        if like and any(_precede([one], beside, facts) if after else _precede(beside, [one], facts) for one in like):
            return True
    return False


_BEFORE: Final = regex(r"[a-z]Before\s?\(|_before\s?\(")
_AFTER: Final = regex(r"[a-z]After\s?\(|_after\s?\(")
_CALLS: Final = regex(r"\w\(")


def follows(
    at: int, segment: Segment, segments: Sequence[Segment], borne: Sequence[Borne | None], facts: Facts
) -> Iterator[str]:
    """`then`: it comes after what stands before it. `otherwise`: on the other arm of the condition before it."""
    mine, before = borne[at], next((held for held in reversed(borne[:at]) if held is not None), None)
    if mine is None or before is None:
        return
    if segment.after == "then" and not _precede(before.ways, mine.ways, facts):
        yield "it is not done after that"
    if segment.after == "else":
        ways = [(one, other) for one in before.ways for other in mine.ways]
        if any(one == other and _turned(before.segment, segment, one[0], facts) for one, other in ways):
            yield "it is said the other way round"
        if not any(
            _otherwise(facts.steps[a], facts.steps[b], one == other, facts, b)
            for one, other in ways
            for a in one
            for b in other
        ):
            yield "it is not what is done otherwise"


def _turned(one: Segment, other: Segment, id_: str, facts: Facts) -> bool:
    """`a or, if there is none, b` of a step that chooses b first."""
    first, second = facts.arm(id_, True)
    said = [
        frozenset(stem(w.text) for w in segment.words if w.kind != "mark" and w.small not in GLUE)
        for segment in (one, other)
    ]
    return bool(said[0] & second) and not said[0] & first and bool(said[1] & first or not said[1] & second)


def _otherwise(one: Deed, other: Deed, same: bool, facts: Facts, id_: str) -> bool:
    if same:
        return bool(facts.alternatives(id_))
    opposite = any(
        u.code == v.code and u.holds != v.holds and (u.holds or not at)  # the first choice is asked for first
        for at, u in enumerate(one.under)
        for v in other.under
    )
    return opposite or (
        one.said.startswith(("Return", "Raise", "Throw"))
        and other.place > one.place
        and not any(u in other.under for u in one.under if not u.loop)
    )


def aside(segment: Segment, facts: Facts) -> Iterator[str]:
    """What something is for cannot be checked, but a deed that it names must be one of the function."""
    for word in segment.words:
        if (
            word.kind == "word"
            and word.small.endswith("s")
            and word.small != "sees"
            and stem(word.text) in HARD
            and not facts.hears(word)
            and not kinds_of(word.small) & facts.every_kind
        ):
            yield f"`{word.text}` is nothing that the function does"
            return
