"""Whether what is done to a state is done in some builds alone: all of it stands under an `#if` in the function that does it. Its own sentence
says under which; of who calls it no more is known than that some of them may do so."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.action import MUTATION, SemanticAction
from ...model.summary import Effect
from ...model.syntax import Variant, walk
from ...pipeline import Project
from ...words.names import last
from .kept import kept_on_the_way


def not_known_above(project: Project, effect: Effect, path: Sequence[str]) -> bool:
    """Whether what is done at the end of a path is nothing that surely comes to who stands at its head."""
    return kept_on_the_way(project, effect, path) or in_some_builds(project, effect, path[-1])


def in_some_builds(project: Project, effect: Effect, origin: str) -> bool:
    if effect.kind != "state" or project.functions[origin].language.resolver != "cfamily":
        return False
    bound = project.bound(origin)
    variants = [each for each in walk(bound.statements) if isinstance(each, Variant)]
    word = last(effect.target).split("[")[0].strip("*()")
    acts = [
        act for act in project.actions(origin, worded=False) if variants and act.type == MUTATION and word in act.text
    ]
    if any(_in_each_arm(each, acts) for each in variants):
        return False
    return bool(acts) and all(any(each.start <= act.start < each.end for each in variants) for act in acts)


def _in_each_arm(variant: Variant, acts: Sequence[SemanticAction]) -> bool:
    """Whether every build has one of them."""
    arms = [body for _, body in variant.arms]
    every = any(not condition for condition, _ in variant.arms)
    return every and all(body and any(body[0].start <= act.start < body[-1].end for act in acts) for body in arms)
