"""Labels in a model's words: the steps of a finished chart, each by its id, and nothing else.

Every id once, none new: an answer that breaks this is no answer. A label is measured against its own step's words;
one that does not stand is rule-made. Transitions, types, order and Mermaid are ours and are not asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, NamedTuple

from ..llm.ask import Question
from ..llm.faithful import faithful
from ..llm.ground import GroundEvidence, flaws
from ..llm.wire import Field, Flaw, Name, Text, Wire
from ..model import sfm
from ..model.identity import qualified_of
from ..model.limits import STEP_TEXT
from ..model.sfm import ScenarioFlowModel, ScenarioStep
from ..pipeline import Project
from .evidence import child, of_step

MOST: Final = 50  # steps of one question


class LabelWire(Wire):
    id: Name
    label: Text


class LabelsWire(Wire):
    labels: Annotated[list[LabelWire], Field(max_length=4 * MOST)]


class Labelled(NamedTuple):
    """One step as it is asked about."""

    rule: str
    evidence: GroundEvidence
    asks: bool


class Labelling(NamedTuple):
    """A question about some steps of a function, and what its answer is measured against."""

    question: Question[LabelsWire]
    steps: Mapping[str, Labelled]


def labelling(project: Project, id_: str, model: ScenarioFlowModel) -> tuple[Labelling, ...]:
    """Questions about every step of a chart but START and ladders, MOST at a time."""
    whole = project.scenario(id_)
    finest = whole.by_id()
    steps = [step for step in model.steps if step.step_type != sfm.START and not step.has(sfm.LISTED)]
    return tuple(_labelling(project, id_, steps[at : at + MOST], finest) for at in range(0, len(steps), MOST))


def _labelling(project: Project, id_: str, steps: list[ScenarioStep], finest: dict[str, ScenarioStep]) -> Labelling:
    asked = {
        step.step_id: Labelled(
            step.label,
            of_step(project, id_, step, finest),
            step.step_type in (sfm.DECISION, sfm.VALIDATION) and step.label.endswith("?"),
        )
        for step in steps
    }
    data = {"function": qualified_of(id_), "steps": [_told(project, step) for step in steps]}
    rule = LabelsWire(labels=[LabelWire(id=step.step_id, label=step.label[:600]) for step in steps]).model_dump_json()
    question = Question(
        "labels", data, LabelsWire, lambda value: tuple(wrong(value, asked)), 300 + 60 * len(steps), rule
    )
    return Labelling(question, asked)


def _told(project: Project, step: ScenarioStep) -> dict[str, Any]:
    called = [child(project, callee) for callee in step.callees if callee in project.functions]
    told: dict[str, Any] = {"id": step.step_id, "type": step.step_type, "label": step.label}
    if step.whole != step.label:
        told["whole"] = step.whole[:600]
    if called:
        told["calls"] = [
            {"name": each.name, "achieves": each.sentence, "effects": list(each.effects)} for each in called
        ]
    return told


def wrong(value: LabelsWire, steps: Mapping[str, Labelled]) -> Iterator[Flaw]:
    given = [each.id for each in value.labels]
    for message in _misplaced(given, steps):
        yield Flaw(
            message,
            f"Your last response was invalid. The error was: `{message}`. Answer every given id exactly once, and no other.",
        )
    for each in value.labels:
        for reason in label_flaws(each.label, steps[each.id]) if each.id in steps else ():
            message = f"label of {each.id}: {each.label[:80]!r}: {reason}"
            yield Flaw(
                message,
                f"Your last response was invalid. The error was: `{message}`. Use only what that step's data says.",
                fatal=False,
            )


def _misplaced(given: list[str], steps: Mapping[str, Labelled]) -> Iterator[str]:
    if new := sorted(set(given) - steps.keys()):
        yield f"there is no step {new[0][:40]!r}"
    if missing := sorted(steps.keys() - set(given)):
        yield f"the step {missing[0]!r} has no label"
    if len(given) != len(set(given)):
        yield f"the step {next(i for i in given if given.count(i) > 1)[:40]!r} has two labels"


def label_flaws(text: str, step: Labelled) -> list[str]:
    if text == step.rule:
        return []
    if len(text) > STEP_TEXT:
        return [f"it has more than {STEP_TEXT} characters"]
    return flaws(text, step.evidence) or faithful(text, step.rule, step.evidence, asks=step.asks)


def accepted(value: LabelsWire, steps: Mapping[str, Labelled]) -> dict[str, str]:
    """By id: the model's label where it stands and says something else, else ""."""
    said = {each.id: each.label for each in value.labels}
    return {
        id_: text if (text := said.get(id_, step.rule)) != step.rule and not label_flaws(text, step) else ""
        for id_, step in steps.items()
    }
