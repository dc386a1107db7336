"""What the ways out of a run of steps are called, once the run is one box."""

from __future__ import annotations

import pytest

from flowscout.frontends.treesitter import parse
from flowscout.model.settings import Settings
from flowscout.model.sfm import ACTION, DECISION, LEVELS, MEDIUM, ScenarioStep, Transition
from flowscout.pipeline import assemble
from flowscout.stages.detail.division import divided
from flowscout.stages.detail.quotient import StepRun, quotient


def step(name: str, kind: str, label: str, **ways: str) -> ScenarioStep:
    """ways: target by answer, `on` for the plain one."""
    return ScenarioStep(
        name,
        kind,
        label,
        label,
        LEVELS,
        tuple(Transition(to, "" if answer == "on" else answer) for answer, to in ways.items()),
    )


@pytest.mark.parametrize(
    ("question", "answers", "told"),
    [
        ("fd is at least 0?", {"yes": "next", "no": "other"}, ("", "ready and fd is less than 0")),
        ("rc is not 0?", {"yes": "next", "no": "other"}, ("", "ready and rc is 0")),
        ("rc is not 0 or n is 3?", {"yes": "next", "no": "other"}, ("", "ready and rc is 0 and n is not 3")),
        ("so.is_optional?", {"yes": "count", "no": "other"}, ("", "ready")),
    ],
    ids=[
        "a question that is no longer drawn is asked on the edge",
        "nothing is denied twice",
        "a row of questions that denies is turned part by part",
        "either answer leads there",
    ],
)
def test_a_way_out_says_what_it_hangs_on(question: str, answers: dict[str, str], told: tuple[str, str]) -> None:
    """`count`, where an answer leads there, leads to where `no` does."""
    counted = [step("count", ACTION, "Increment n", on="other")] if "count" in answers.values() else []
    steps = (
        step("ready", DECISION, "ready?", yes="asked", no="next"),
        step("asked", DECISION, question, **answers),
        *counted,
        step("next", ACTION, "Go on", on="next"),
        step("other", ACTION, "Do other", on="next"),
    )

    drawn = quotient(steps, [StepRun(step("box", ACTION, "Box"), tuple(range(2 + len(counted))))])

    assert {way.target: way.label for way in drawn[0].transitions} == dict(zip(("next", "other"), told, strict=True))


def test_a_part_that_is_entered_in_several_places_says_when_each_is() -> None:
    """The way that goes on asking for other keys is the second place."""
    sweep = "        for each in self.rows:\n            if each.old:\n                self.drop(each)\n            else:\n                self.keep(each)\n"
    plain = "        self.before_{0}(key)\n        self.begin_{0}(key)\n        self.late_{0}(key)\n"  # too long for a line of a table
    keys = [(key, sweep if key in "cdefg" else plain.format(key)) for key in "abcdefgh"]
    arms = [
        f"    {'if' if key == 'a' else 'elif'} key == {key!r}:\n{work}        self.tell_{key}(key)\n"
        for key, work in keys
    ]
    source = f"def press(self, key):\n{''.join(arms)}    self.done(key)\n".encode()
    project = assemble({"a.py": parse(source, "python")}, {"a.py": source}.__getitem__, Settings())

    parts = divided(project.chart("a.py::press", MEDIUM), lambda model: len(model.steps) < 10)

    starts = [{way.label for way in part.model.steps[0].transitions} for part in parts]
    several = [labels for labels in starts if len(labels) > 1]
    assert several
    assert all(labels in ({f'key is "{key}"', f'key is not "{key}"'} for key in "abcdefgh") for labels in several)


def test_where_one_answer_enters_a_run_is_not_said_of_the_other() -> None:
    steps = [
        step("asked", DECISION, "order.plain?", yes="first", no="second"),
        step("first", ACTION, "pack(order)", on="second"),
        step("second", ACTION, "seal(order)", on="done"),
        ScenarioStep("done", "END", "Done", "Done", LEVELS, ()),
    ]
    run = StepRun(step("run", ACTION, "pack(order) …"), (1, 2))
    assert quotient(steps, [run])[0].transitions == (Transition("run", "yes; no, on to: seal(order)"),)
