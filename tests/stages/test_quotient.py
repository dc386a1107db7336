"""What the ways out of a run of steps are called, once the run is one box."""

from __future__ import annotations

import pytest

from flowscout.model.sfm import ACTION, DECISION, END, LEVELS, START, Phase, ScenarioFlowModel, ScenarioStep, Transition
from flowscout.stages.detail.division import divided
from flowscout.stages.detail.quotient import Run, quotient


def step(name: str, kind: str, label: str, **ways: str) -> ScenarioStep:
    """ways: target by answer, `on` for the plain one."""
    return ScenarioStep(name, kind, label, label, LEVELS, tuple(Transition(to, "" if answer == "on" else answer) for answer, to in ways.items()))


@pytest.mark.parametrize(
    ("question", "answers", "told"),
    [
        ("fd is at least 0?", {"yes": "next", "no": "other"}, "fd is at least 0: no"),
        ("rc is not 0?", {"yes": "next", "no": "other"}, "rc is 0"),
        ("rc is not 0 or n is 3?", {"yes": "next", "no": "other"}, "rc is not 0 or n is 3: no"),
        ("so.is_optional?", {"yes": "count", "no": "other"}, ""),
    ],
    ids=["a question that is no longer drawn is asked on the edge", "nothing is denied twice", "a row of questions stays as it is", "either answer leads there"],
)
def test_a_way_out_says_what_it_hangs_on(question: str, answers: dict[str, str], told: str) -> None:
    """`count` leads to where `no` does."""
    steps = (
        step("ready", DECISION, "ready?", yes="asked", no="next"),
        step("asked", DECISION, question, **answers),
        step("count", ACTION, "Increment n", on="other"),
        step("next", ACTION, "Go on", on="next"),
        step("other", ACTION, "Do other", on="next"),
    )

    drawn = quotient(steps, [Run(step("box", ACTION, "Box"), (0, 1, 2))])

    assert {way.target: way.label for way in drawn[0].transitions} == {"next": "", "other": told}


def test_a_part_that_is_entered_in_several_places_says_when_each_is() -> None:
    """Two keys share a part; its drawing begins at both."""
    rows = [f"row{at}" for at in range(8)]
    steps = (
        step("f", START, "f", on="key"),
        step("key", DECISION, "Which key?", up="row0", down="row4", other="end"),
        *(step(name, ACTION, f"Do {name}", on=f"row{at + 1}" if at not in (3, 7) else "meet") for at, name in enumerate(rows)),
        step("meet", ACTION, "Meet", on="after0"),
        *(step(f"after{at}", ACTION, f"Tell {at}", on=f"after{at + 1}" if at < 3 else "end") for at in range(4)),
        step("end", END, "Done"),
    )
    phases = (Phase("P1", "Move the cursor", 1, 9, tuple(rows), named=True),)
    whole = ScenarioFlowModel("f", "a.py::f", steps, "f", ("end",), phases=phases)

    parts = divided(whole, lambda model: len(model.steps) < 13)

    starts = [{way.target: way.label for way in part.model.steps[0].transitions} for part in parts]
    assert {"row0": "up", "row4": "down"} in starts
