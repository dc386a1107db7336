"""What names a part that has a drawing of its own."""

from __future__ import annotations

from flowscout.model.sfm import LOOP, STATE_CHANGE, ScenarioStep, Transition
from flowscout.words.contents import heading


def step(id_: str, kind: str, label: str, to: str) -> ScenarioStep:
    return ScenarioStep(id_, kind, label, label, (), (Transition(to),))


def test_a_part_that_begins_with_a_list_is_named_by_its_first_row() -> None:
    """All rows in one line would be no name."""
    rows = "• Append one to found\n• For each row in rows:\n– Append row to found"
    part = [step("a", STATE_CHANGE, rows, "b"), step("b", LOOP, "While rows", "c")]

    assert heading(part, {}) == "Append one to found …"
