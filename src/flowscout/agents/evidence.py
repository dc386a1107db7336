"""What is known of one function for a model and against its words: the function's own actions, and the rule-made
sentences and effects of what it calls. `summaries.py` makes what is sent of it. Nothing of it holds a line or a path of calls, so that an edit elsewhere
changes nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..llm.deeds import implied
from ..llm.ground import GroundEvidence
from ..model import action, sfm
from ..model.action import SemanticAction
from ..model.identity import qualified_of
from ..model.sfm import ScenarioStep
from ..model.summary import Effect, SemanticSummary
from ..pipeline import Project
from ..stages.summarise import summarise, travelled
from .deeds import deeds_of, short
from .notes import COMMENT

TESTED = (action.VALIDATION, action.PERMISSION)
CHILDREN = 40  # called functions that are told; the rest is left out
ACTIONS = 120


class Child(NamedTuple):
    """A called function. effects: what reaches its caller, in words."""

    name: str
    sentence: str
    effects: tuple[str, ...]


def summary_of(project: Project, id_: str) -> SemanticSummary:
    """The rule-made summary, without the ways that effects came."""
    return summarise(
        project.bound(id_),
        project.cfg(id_),
        project.actions(id_),
        project.effects(id_),
        lambda effect: (),
        project.sentence(id_),
    )


def children_of(project: Project, id_: str) -> tuple[Child, ...]:
    """By id. A function that calls itself, directly or round about, is told like any other."""
    return tuple(child(project, callee) for callee in project.callees(id_)[:CHILDREN])


def child(project: Project, id_: str) -> Child:
    effects = tuple(dict.fromkeys(_effect(effect) for effect in project.effects(id_)))[:12]
    return Child(qualified_of(id_), project.sentence(id_), effects)


def _effect(effect: Effect) -> str:
    return travelled(effect, ())


def told_actions(project: Project, id_: str) -> list[SemanticAction]:
    return [each for each in project.actions(id_) if each.type not in action.ELIDED][:ACTIONS]


def of_function(project: Project, id_: str, summary: SemanticSummary, children: tuple[Child, ...]) -> GroundEvidence:
    """For a sentence about the whole function."""
    name, facts, cfg = qualified_of(id_), project.functions[id_].facts, project.cfg(id_)
    told = [
        f"{name}: {summary.sentence}",
        facts.doc,
        *_said(children),
        *summary.side_effects,
        *summary.error_conditions,
    ]
    done = [name, summary.sentence, facts.doc, *_said(children)]
    tested = list(summary.preconditions) + list(summary.control_flow)
    for each in told_actions(project, id_):
        texts = (each.effect, short(each.text))
        asks = each.type in TESTED or each.guard or cfg.blocks[each.block].ops[each.op].kind in ("test", "switch")
        (tested if asks else done).extend(texts)
        if each.error:
            done.append(f"fail: {each.effect}")
    done += [*summary.side_effects, *summary.error_conditions, *summary.postconditions]
    deeds = deeds_of(project, id_)
    own = [text for deed in deeds for text in (deed.said, deed.code)]
    lines = (*done, *tested, *own, " ".join(f"{p.name} {p.type}" for p in facts.params), facts.result, _implied(own))
    return GroundEvidence(
        _filled(lines),
        _filled(done),
        _filled(tested),
        deeds,
        _filled(told),
        (*((p.name, p.type) for p in facts.params), ("", facts.result)),
        (*_comments(project, id_), *(f"by default {p.name} is {p.default}" for p in facts.params if p.default)),
    )


def _comments(project: Project, id_: str) -> tuple[str, ...]:
    """What the author wrote beside the code of a function, and above its parameters."""
    where = project.functions[id_]
    text = project.sources(where.path)[where.facts.start : where.facts.end].decode("utf-8", "replace")
    return tuple(" ".join((one or other).split()) for one, other in COMMENT.findall(text))[:40]


def of_step(project: Project, id_: str, step: ScenarioStep, finest: dict[str, ScenarioStep]) -> GroundEvidence:
    """For the label of one step: its own words, and what it calls. Its code is left out: it may hold more than the step."""
    members = [finest[member] for member in step.members if member in finest]
    texts = [text for each in (step, *members) for text in (each.label, each.whole, each.description)]
    called = _said(tuple(child(project, callee) for callee in step.callees if callee in project.functions))
    lines = _filled([*texts, *called])
    if step.step_type == sfm.ERROR:
        lines = (*lines, f"fail: {step.label}")
    asks = step.step_type in sfm.BRANCHING and not step.has("acts")
    return GroundEvidence(lines, _filled(called), lines) if asks else GroundEvidence(lines, lines, ())


def _implied(texts: list[str]) -> str:
    """What known calls are about: `malloc` is about memory."""
    return " ".join(dict.fromkeys(word for text in texts for word in implied(text)))


def _said(children: tuple[Child, ...]) -> Iterator[str]:
    for each in children:
        yield f"{each.name}: {each.sentence}"
        yield from (f"{each.name}: {effect}" for effect in each.effects)


def _filled(texts: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))
