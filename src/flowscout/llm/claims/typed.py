"""Claims as a model gives them beside its sentence, each a kind and ids of steps and conditions, and whether the code has each of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from ..deeds import Deed, Under, apart, done
from ..doing import fails
from ..heads import raises
from ..parts import Facts
from ..talking import talks

DOING: Final = ("calls", "raises", "returns", "reads", "writes", "deletes", "sends", "does")
HANGING: Final = ("when", "only", "guards", "for_each")
KIND: Final = (*DOING, *HANGING, "before", "always")
_LEAVING: Final = ("Return", "Raise", "Throw", "Re-raise", "Go to", "Abort", "Leave", "Go on")
_KINDS: Final = {"deletes": {"delete", "release", "remove"}, "sends": {"send", "write", "print"}}


class TypedClaim(NamedTuple):
    """claim: one of KIND. ids: `S…` of steps and `C…` of conditions, as they were given."""

    claim: str
    ids: tuple[str, ...]


def contradicted(given: Sequence[TypedClaim], facts: Facts) -> Iterator[str]:
    """Why claims are not so."""
    for one in given:
        if one.claim not in KIND:
            yield f"there is no claim {one.claim[:20]!r}"
        elif not one.ids or any(id_ not in facts.steps and id_ not in facts.conditions for id_ in one.ids):
            yield f"{one.claim} names no step or condition of the data"
        elif why := _wrong(one, facts) or _nowhere(one, given, facts):
            yield f"{one.claim} {' '.join(one.ids)[:40]}: {why}"


def _wrong(one: TypedClaim, facts: Facts) -> str:
    steps = [facts.steps[id_] for id_ in one.ids if id_ in facts.steps]
    unders = [facts.conditions[id_] for id_ in one.ids if id_ in facts.conditions]
    if one.claim in DOING:
        return next((why for step in steps if (why := _undone(one.claim, step, facts))), "" if steps else "no step")
    if one.claim == "before":
        return _order(steps, facts)
    if one.claim == "always":
        return next(("it is done under a condition" for step in steps if not step.always), "")
    if not unders:
        return "no condition"
    if one.claim == "for_each" and not all(u.loop and u.holds for u in unders):
        return "that goes through nothing"
    return _hangs(one, steps, unders, facts)


def _nowhere(one: TypedClaim, given: Sequence[TypedClaim], facts: Facts) -> str:
    """Whether a condition that is claimed of no step in particular decides over none of those that are claimed."""
    if one.claim not in HANGING or any(id_ in facts.steps for id_ in one.ids):
        return ""
    steps = [id_ for other in given for id_ in other.ids if id_ in facts.steps]
    over = [under for id_ in steps for under in deciding(id_, facts)]
    known = not steps or all(facts.conditions[id_] in over for id_ in one.ids)
    return "" if known else "nothing that is claimed is done under that condition"


def _undone(claim: str, step: Deed, facts: Facts) -> str:
    """Why a step does not do what a claim says: what leaves a function is told surely, as is what lets go of something."""
    leaves = step.said.startswith(("Return", "Yield"))
    if claim == "returns" and not (leaves or facts.gives(step)):
        return "it returns nothing"
    if claim == "raises" and not (raises(step) or fails(step)):
        return "it raises nothing"
    if claim in _KINDS and not _KINDS[claim] & _does(step, facts) and not (claim == "sends" and talks(step)):
        return "it does no such thing"
    return "it calls nothing" if claim == "calls" and "(" not in f"{step.code}{step.said}" else ""


def _does(step: Deed, facts: Facts) -> frozenset[str]:
    below = " ".join(line.split(": ", 1)[-1] for line in facts.below(step))
    return done(step).kinds | done(Deed(below, below)).kinds


def _hangs(one: TypedClaim, steps: Sequence[Deed], unders: Sequence[Under], facts: Facts) -> str:
    ids = [id_ for id_ in one.ids if id_ in facts.steps]
    for id_, step in zip(ids, steps, strict=True):
        over = deciding(id_, facts)
        if any(under not in over for under in unders):
            return "it is not done under that condition"
        if one.claim == "only" and any(under in step.loosely for under in unders):
            return "it is done without that as well"
        if one.claim == "only" and _elsewhere(step, unders, facts):
            return "it is done elsewhere too"
    return ""


def deciding(id_: str, facts: Facts) -> list[Under]:
    return [*facts.steps[id_].under, *facts.passed(id_), *facts.alternatives(id_)]


def _elsewhere(step: Deed, unders: Collection[Under], facts: Facts) -> bool:
    """Whether the same is done where one of the conditions is not so."""
    return any(
        other.code == step.code and not any(u in other.under for u in unders)
        for other in facts.steps.values()
        if other is not step and step.code
    )


def _order(steps: Sequence[Deed], facts: Facts) -> str:
    if len(steps) != 2:
        return "an order names two steps, the earlier one first"
    one, two = steps
    if one.place >= two.place:
        return "the other way round"
    return "the first ends before the second" if apart(one, two) or _left(one, two, facts) else ""


def _left(one: Deed, two: Deed, facts: Facts) -> bool:
    """Whether the function is left for sure once the first is done, before the second comes."""
    return any(
        one.place < step.place < two.place
        and step.said.startswith(_LEAVING)
        and set(step.under) <= set(one.under)
        and not set(step.under) <= set(two.under)
        for step in facts.steps.values()
    )
