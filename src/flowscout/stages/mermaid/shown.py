"""A model as its drawing shows it: circles that do not dwarf the chart, room between steps, phases as boxes.

An error's circle holds the outcome's name alone (`InvalidArgument`, `-1`); its message stands on the edge that leads to it
where there is one such edge and it fits, and in the outline in any case. `compact` draws the whole in a stadium instead.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from ...model import limits
from ...model.sfm import ERROR, LISTED, Phase, ScenarioFlowModel, ScenarioStep, Transition
from ...words.outcomes import parted
from .chart import chart

INIT: Final = '%%{init: {"flowchart": {"nodeSpacing": 30, "rankSpacing": 30}}}%%\n'
_WIDE: Final = '%%{init: {"flowchart": {"nodeSpacing": 30, "rankSpacing": 30, "wrappingWidth": 440}}}%%\n'  # lines of a ladder stay whole
_LARGE: Final = 16  # steps of a chart whose phases are boxes


def shortened(sfm: ScenarioFlowModel, style: str) -> ScenarioFlowModel:
    """Errors by their names, their messages on the edges."""
    if style == "compact":
        return sfm
    names = {step.step_id: parted(step.label) for step in sfm.steps if step.step_type == ERROR and (": " not in step.label or step.whole == step.label or not step.members)}
    ways = Counter(t.target for step in sfm.steps for t in step.transitions)

    def way(transition: Transition) -> Transition:
        message = names.get(transition.target, ("", ""))[1]
        told = f"{transition.label}: {message}" if transition.label else message
        fits = message and ways[transition.target] == 1 and len(told) <= limits.EDGE_TEXT
        return transition._replace(label=told) if fits else transition

    def shown(step: ScenarioStep) -> ScenarioStep:
        ways_on = tuple(way(t) for t in step.transitions)
        return step._replace(label=names[step.step_id][0] if step.step_id in names else step.label, transitions=ways_on)

    return sfm._replace(steps=tuple(shown(step) for step in sfm.steps))


def boxes(sfm: ScenarioFlowModel) -> tuple[Phase, ...]:
    """The phases that are drawn around their steps: those with an author's title, outermost first, where the chart is large; and
    always the callees of deep. No two of them share a step."""
    where = {member: step.step_id for step in sfm.steps for member in (step.members or (step.step_id,))}
    taken: set[str] = set()
    found = []
    for phase in sorted(sfm.phases, key=lambda each: (not each.title.startswith("In "), each.depth)):
        inside = {where[member] for member in phase.members if member in where}
        worth = phase.named and (len(sfm.steps) >= _LARGE or phase.title.startswith("In "))
        if worth and 1 < len(inside) < len(sfm.steps) - 2 and not inside & taken:
            taken |= inside
            found.append(phase._replace(members=tuple(step.step_id for step in sfm.steps if step.step_id in inside)))
    return tuple(found)


def document(sfm: ScenarioFlowModel, style: str, boxed: tuple[Phase, ...] = ()) -> str:
    """A Mermaid document of its own."""
    return (_WIDE if any(step.has(LISTED) for step in sfm.steps) else INIT) + chart(sfm, style, boxed)
