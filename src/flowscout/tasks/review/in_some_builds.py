"""Whether what is done to a state is done in some builds alone: all of it stands under an `#if` in the function that does it, or a call on the
way there does. Its own sentence says under which; of who calls it no more is known than that some of them may do so."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from ...model.action import MUTATION
from ...model.summary import Effect
from ...model.syntax import Variant, walk
from ...pipeline import Project
from ...words.names import last
from .kept import kept_on_the_way


def not_known_above(project: Project, effect: Effect, path: Sequence[str]) -> bool:
    """Whether what is done at the end of a path is nothing that surely comes to who stands at its head."""
    return (
        kept_on_the_way(project, effect, path)
        or in_some_builds(project, effect, path[-1])
        or (effect.kind == "state" and any(_called_in_some_builds(project, *each) for each in pairwise(path)))
    )


def in_some_builds(project: Project, effect: Effect, origin: str) -> bool:
    if effect.kind != "state" or project.functions[origin].language.resolver != "cfamily":
        return False
    word = last(effect.target).split("[")[0].strip("*()")
    variants = _variants(project, origin)
    acts = [
        act.start
        for act in (project.actions(origin, worded=False) if variants else ())
        if act.type == MUTATION and word in act.text
    ]
    return _under(variants, acts)


def _called_in_some_builds(project: Project, caller: str, callee: str) -> bool:
    if project.functions[caller].language.resolver != "cfamily":
        return False
    variants = _variants(project, caller)
    calls = project.functions[caller].facts.calls
    sites = [each.site for each in project.resolved(caller) if callee in each.targets] if variants else []
    return _under(variants, [calls[site].start for site in sites])


def _variants(project: Project, id_: str) -> list[Variant]:
    return [each for each in walk(project.bound(id_).statements) if isinstance(each, Variant)]


def _under(variants: Sequence[Variant], places: Collection[int]) -> bool:
    """Whether each of the places stands under one of them, and no choice between builds has some in every one."""
    if any(_in_each_arm(each, places) for each in variants):
        return False
    return bool(places) and all(any(each.start <= place < each.end for each in variants) for place in places)


def _in_each_arm(variant: Variant, places: Collection[int]) -> bool:
    """Whether every build has one of them."""
    arms = [body for _, body in variant.arms]
    every = any(not condition for condition, _ in variant.arms)
    return every and all(body and any(body[0].start <= place < body[-1].end for place in places) for body in arms)
