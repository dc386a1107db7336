"""What a function does, step by step, as text: the least that can be read instead of its code. Each step tells its lines."""

from __future__ import annotations

from typing import Final, Literal

from ...model.sfm import ScenarioFlowModel, ScenarioStep
from ..contract import (
    AMBIGUOUS_NAME,
    FUNCTION_NOT_FOUND,
    Arguments,
    Cursor,
    Failed,
    Field,
    File,
    Limit,
    Name,
    Page,
    Tool,
)
from ..contract import Data as Part
from ..desk import Desk
from ..finding import Function, function, page, shown


class Outline(Arguments):
    name: Name
    file: File = ""
    detail: Literal["high", "medium", "deep"] = Field("medium", description="How much is told")
    limit: Limit = 80
    cursor: Cursor = 0


class Step(Part):
    number: int
    kind: str
    label: str
    line: int = Field(description="0 where no line stands for it")
    leads: list[str] = Field(description="`yes → 4`: the numbers of the steps that follow")


class Steps(Page):
    function: Function
    sentence: str
    steps: list[Step]


def run(desk: Desk, asked: Outline) -> Steps | Failed:
    found = function(desk, asked.name, asked.file)
    if isinstance(found, Failed):
        return found
    model = desk.project.chart(found.id, asked.detail)
    numbers = {step.step_id: at for at, step in enumerate(model.steps, 1)}
    rows, more = page(steps_of(model, numbers), asked.cursor, asked.limit)
    return Steps(function=shown(desk.project, found.id), sentence=desk.project.sentence(found.id), steps=rows, **more)


def steps_of(model: ScenarioFlowModel, numbers: dict[str, int]) -> list[Step]:
    return [
        Step(
            number=numbers[step.step_id],
            kind=step.step_type.lower(),
            label=step.label,
            line=step.evidence.line if step.evidence else 0,
            leads=_leads(step, numbers),
        )
        for step in model.steps
    ]


def _leads(step: ScenarioStep, numbers: dict[str, int]) -> list[str]:
    return [f"{way.label} → {numbers[way.target]}".strip() for way in step.transitions if way.target in numbers]


PLUGIN: Final = Tool("outline", Outline, Steps, run, (FUNCTION_NOT_FOUND, AMBIGUOUS_NAME), first=True)
