"""What stands in a line that did not change is the same step. Step n of a scenario stands in line n."""

from __future__ import annotations

from flowscout.model.diff import Added
from flowscout.model.sfm import Evidence, ScenarioFlowModel
from flowscout.stages.compare import compare
from stages.test_compare import changed, scenario

BEFORE = """
    start START load -> all
    all DECISION complete? -> yes: read, no: wipe
    wipe ACTION Clear chunks -> few
    few DECISION fragments_only? -> yes: none, no: read
    none END Return None
    read ACTION read(index) -> done
    done END Return index
"""
GUARDED = """
    start START load -> all
    all DECISION complete and whole? -> yes: torn, no: wipe
    wipe ACTION Clear chunks -> few
    few DECISION fragments_only? -> yes: none, no: torn
    none END Return None
    torn DECISION index is torn? -> yes: clear, no: read
    clear ACTION Clear chunks -> first
    first DECISION fragments_only? -> yes: nothing, no: read
    nothing END Return None
    read ACTION read(index) -> done
    done END Return index
"""


def placed(text: str) -> ScenarioFlowModel:
    made = scenario(text)
    steps = [step._replace(evidence=Evidence(line, line, step.label)) for line, step in enumerate(made.steps, 1)]
    return made._replace(steps=tuple(steps))


def test_a_new_exit_is_not_the_old_one_that_says_the_same() -> None:
    same = {1: 1, 3: 3, 4: 4, 5: 5, 6: 10, 7: 11}

    diff = compare(placed(BEFORE), placed(GUARDED), same)

    assert [edit.step.evidence.line for edit in diff.edits if isinstance(edit, Added) and edit.step.evidence] == [
        6,
        7,
        8,
        9,
    ]
    assert sorted(changed(diff)) == [
        ("Added", "Clear chunks"),
        ("Added", "Return None"),
        ("Added", "fragments_only?"),
        ("Added", "index is torn?"),
        ("Changed", "complete and whole?"),
    ]


def test_what_became_another_stands_between_the_same_lines() -> None:
    before = """
        start START parse -> web
        web ACTION proto = group("proto") -> rest
        rest ACTION path = group("path") -> cloud
        cloud ACTION proto = group("type") -> done
        done END Done
    """
    after = """
        start START parse -> rest
        rest ACTION path = group("path") -> cloud
        cloud ACTION proto = group("prot") -> done
        done END Done
    """

    diff = compare(placed(before), placed(after), {1: 1, 3: 2, 5: 4})

    assert changed(diff) == [("Removed", 'proto = group("proto")'), ("Changed", 'proto = group("prot")')]
