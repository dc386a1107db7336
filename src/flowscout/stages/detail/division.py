"""A flow that is too large for one drawing, divided by its phases: an overview, then one drawing a phase, in execution order.

A phase is drawn by itself as soon as it fits; one that does not is opened, and its own phases are drawn. What is in no phase
worth a drawing stays in the overview as it is. A drawing of a phase begins with its title, and a way out of it ends in
the name of what comes next, or in the outcome itself. Every step is in one drawing at least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ...model import limits
from ...model.record import NamedTuple
from ...model.sfm import END, LEVELS, START, TERMINAL, Phase, ScenarioFlowModel, ScenarioStep, Transition
from ...words.english import cut
from .high import Part, outcomes, standing, told_as, tree
from .quotient import one_each

_INLINE: Final = 2  # steps that are not worth a drawing
_ARMS: Final = 3  # small parts that share a drawing
_SHARED: Final = 20  # steps of a drawing that several small phases share
Fits = Callable[[ScenarioFlowModel], bool]
Names = Mapping[str, tuple[str, str]]  # id and title of the part that a step is in


class Division(NamedTuple):
    """title: "" of the first one. Lines are the file's, 0 where they are not known."""

    title: str
    line: int
    end_line: int
    model: ScenarioFlowModel


def divided(model: ScenarioFlowModel, fits: Fits) -> tuple[Division, ...]:
    """One division where it fits as it is."""
    return tuple(_divided(Division("", 0, 0, model), fits))


def _divided(whole: Division, fits: Fits) -> Iterator[Division]:
    waiting = [whole]
    while waiting:
        here = waiting.pop()
        parts = () if fits(here.model) else _outermost(here.model)
        if len(parts) < 2:
            yield here
            continue
        chosen = [part for part in _together(here.model, list(_fitting(here.model, parts, fits)), fits) if len(part.steps) > _INLINE]
        overview = _overview(here.model, chosen)
        if not fits(overview):
            chosen = [part for part in _by_threes(parts) if len(part.steps) > 1]
            overview = _overview(here.model, chosen)
        if not chosen:
            yield here
            continue
        yield here._replace(model=overview)
        waiting += reversed([_drawn(here.model, part, chosen) for part in chosen])


def _outermost(model: ScenarioFlowModel) -> tuple[Part, ...]:
    parts = tree(model)
    while len(parts) == 1 and parts[0].inside:
        parts = parts[0].inside
    return parts


def _fitting(model: ScenarioFlowModel, parts: Sequence[Part], fits: Fits) -> Iterator[Part]:
    """The largest parts that fit, in drawing order."""
    waiting = list(reversed(parts))
    while waiting:
        part = waiting.pop()
        if not part.inside or len(part.steps) <= _INLINE or fits(_alone(model, part, {})):
            yield part
        else:
            waiting += reversed(part.inside)


def _together(model: ScenarioFlowModel, parts: Sequence[Part], fits: Fits) -> list[Part]:
    """Small phases that follow each other share a drawing."""
    joined: list[Part] = []
    for part in parts:
        last = joined[-1] if joined else None
        whole = _joined(model, last, part) if last else None
        if whole and len(whole.steps) <= _SHARED and fits(_alone(model, whole, {})):
            joined[-1] = whole
        else:
            joined.append(part)
    return joined


def _by_threes(parts: Sequence[Part]) -> list[Part]:
    """Small parts beside each other, as the arms of a switch are, share a drawing too."""
    if len(parts) <= _ARMS:
        return [part for part in parts if len(part.steps) > _INLINE]
    found: list[Part] = []
    waiting: list[Part] = []
    for part in (*parts, None):
        if waiting and (part is None or len(part.steps) > _INLINE or len(waiting) == _ARMS):
            together = Part(tuple(sorted(at for small in waiting for at in small.steps)), tuple(waiting))
            found.append(together if len(waiting) > 1 else waiting[0])
            waiting = []
        if part is not None:
            (waiting if len(part.steps) <= _INLINE else found).append(part)
    return found


def _joined(model: ScenarioFlowModel, one: Part, other: Part) -> Part | None:
    """None where the second does not follow the first alone: its drawing would begin in two places."""
    first = model.steps[other.steps[0]].step_id
    follows = any(t.target == first for at in one.steps for t in model.steps[at].transitions)
    entered = {t.target for at, step in enumerate(model.steps) if at not in one.steps and at not in other.steps for t in step.transitions}
    if not follows or entered & {model.steps[at].step_id for at in other.steps}:
        return None
    steps = tuple(sorted((*one.steps, *other.steps)))
    titles = [cut(standing(model.steps, part).label, limits.LABEL_TEXT).removesuffix("; …") for part in (one, other)]
    telling = [title for title in titles if not title.endswith("?")] or titles
    title = "; ".join(telling)
    whole = title if len(title) <= limits.LABEL_TEXT else f"{telling[0]}; …"
    named = one.phase or Phase("P" + model.steps[steps[0]].step_id[1:], "", 0, 0, ())
    return Part(steps, (*(one.inside or (one,)), *(other.inside or (other,))), named._replace(title=whole))


def _overview(model: ScenarioFlowModel, parts: Sequence[Part]) -> ScenarioFlowModel:
    """Ends that only phases lead to share steps; their own drawings have each."""
    inside = {model.steps[at].step_id for part in parts for at in part.steps}
    beside = {t.target for step in model.steps if step.step_id not in inside for t in step.transitions}
    ends = [[at for at in alike if model.steps[at].step_id not in beside] for alike in outcomes(model.steps, 1)]
    steps = told_as(model, parts, ends, {})
    last = tuple(step.step_id for step in steps if step.step_type in TERMINAL)
    return model._replace(steps=steps, end_steps=last, phases=())


def _drawn(model: ScenarioFlowModel, part: Part, chosen: Sequence[Part]) -> Division:
    named = [(other, standing(model.steps, other)) for other in chosen]
    names = {model.steps[at].step_id: (step.step_id, cut(step.label, limits.LABEL_TEXT)) for other, step in named for at in other.steps}
    stands = standing(model.steps, part)
    evidence = stands.evidence
    first, last = (evidence.line, evidence.end_line) if evidence else (0, 0)
    return Division(cut(stands.label, limits.LABEL_TEXT), first, last, _alone(model, part, names))


def _alone(model: ScenarioFlowModel, part: Part, names: Names) -> ScenarioFlowModel:
    """A part as a model of its own. names: of what other steps are part of."""
    known = model.by_id()
    own = {model.steps[at].step_id for at in part.steps}
    stands = standing(model.steps, part)
    first = model.steps[part.steps[0]].step_id
    steps = [ScenarioStep(f"{stands.step_id}0", START, cut(stands.label, limits.LABEL_TEXT), stands.label, LEVELS, (Transition(first),))]
    behind: dict[str, ScenarioStep] = {}
    for at in part.steps:
        ways = []
        for way in model.steps[at].transitions:
            if way.target not in own:
                end = _behind(known[way.target], names)
                behind.setdefault(end.step_id, end)
                way = way._replace(target=end.step_id)
            ways.append(way)
        steps.append(model.steps[at]._replace(transitions=one_each(ways)))
    steps += behind.values()
    return model._replace(steps=tuple(_reached(steps)), start_step=steps[0].step_id, end_steps=tuple(behind))


def _behind(target: ScenarioStep, names: Names) -> ScenarioStep:
    """What a way out leads to: an outcome is drawn again, all else is named."""
    if target.step_type in TERMINAL:
        return target
    part, title = names.get(target.step_id, (target.step_id, cut(target.label, limits.LABEL_TEXT)))
    label = f"Go on with: {title}"
    return ScenarioStep(f"{part}1", END, label, label, LEVELS, ())


def _reached(steps: Sequence[ScenarioStep]) -> list[ScenarioStep]:
    """A part that is entered in several places begins at each that its first does not lead to."""
    known = {step.step_id: step for step in steps}
    seen: set[str] = set()
    entries: list[str] = []
    for step in steps:
        if step.step_id in seen or (step.step_type in TERMINAL and seen):
            continue
        entries += [step.step_id] if seen else []
        waiting = [step.step_id]
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += [t.target for t in known[name].transitions]
    start = steps[0]._replace(transitions=(*steps[0].transitions, *(Transition(entry) for entry in entries)))
    return [start, *steps[1:]]
