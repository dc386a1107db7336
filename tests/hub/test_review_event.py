"""A pull request from its event to what people see, in a clone one commit deep, against a GitHub that checks every exchange."""

from __future__ import annotations

import pytest

from flowscout.tasks.document import read_mark
from hub.double import Double, Fault
from hub.stage import BASE, CHANGED, Stage, commands_heard


def reviewed(stage: Stage, **inputs: str):  # type: ignore[no-untyped-def]
    stage.checkout()
    return stage.acted("pull_request", stage.pull_request(), **inputs)


def test_a_change_of_flow_is_one_comment_that_a_second_push_updates_in_place(stage: Stage, double: Double) -> None:
    head = stage.push({"store.py": CHANGED})
    stage.advance({"unrelated.py": "def unrelated():\n    return 1\n"})

    first = reviewed(stage)

    (body,) = double.bodies(1)
    mark = read_mark(body)
    assert mark is not None
    assert (mark.key, mark.sha) == ("default/review", head)
    assert "`handle_drop` now removes" in body
    assert "unrelated" not in body
    assert first.outputs["diff-mode"] == "merge-parent"
    assert first.outputs["published-to"] == "comment summary artifact"
    assert first.outputs["changed"] == "1"
    assert "```mermaid" in first.summary

    stage.push({"store.py": CHANGED.replace("os.remove(name)", "os.rmdir(name)")})
    second = reviewed(stage)

    (body,) = double.bodies(1)
    assert "os.rmdir" in body
    assert second.outputs["comment-id"] == first.outputs["comment-id"]
    double.settled()


def test_a_run_with_no_flow_change_says_nothing_and_an_earlier_comment_shrinks(stage: Stage, double: Double) -> None:
    stage.push({"store.py": BASE["store.py"] + "\n# a remark\n"})
    quiet = reviewed(stage)
    assert (double.bodies(1), quiet.summary, quiet.code) == ([], "", 0)

    stage.push({"store.py": CHANGED})
    reviewed(stage)
    stage.push({"store.py": BASE["store.py"]})
    reviewed(stage)

    (body,) = double.bodies(1)
    assert "No flow changed" in body
    assert "mermaid" not in body
    double.settled()


def test_an_older_run_that_ends_later_changes_nothing(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout()
    old = stage.pull_request()
    stage.push({"store.py": CHANGED.replace("os.remove(name)", "os.rmdir(name)")})
    stage.folder.joinpath("ws").rename(stage.folder / "old")
    reviewed(stage)
    (newer,) = double.bodies(1)
    stage.folder.joinpath("ws").rename(stage.folder / "new")
    stage.folder.joinpath("old").rename(stage.folder / "ws")

    stage.run("pull_request", old, run=1)

    assert double.bodies(1) == [newer]
    double.settled()


def test_an_unchanged_result_is_not_edited(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    reviewed(stage)
    before = len(double.log)
    reviewed(stage)

    assert ("PATCH", "/repos/octo/demo/issues/comments/1001") not in double.log[before:]
    double.settled()


def test_a_forks_run_cannot_write_and_leaves_its_result_where_it_can(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout()

    ran = stage.acted("pull_request", stage.pull_request(fork="mallory/demo"))

    assert double.bodies(1) == []
    assert ran.outputs["published-to"] == "summary artifact"
    assert "os.remove" in (ran.folder / "flowscout" / "review.md").read_text(encoding="utf-8")
    assert ran.code == 0
    double.settled()


@pytest.mark.parametrize("fault", [
    Fault("POST", "comments", 403, "Resource not accessible by integration"), Fault("POST", "comments", 404, "Not Found"),
    Fault("POST", "comments", 422, "Validation Failed"), Fault("GET", "issues/1/comments", 401, "Bad credentials"),
])  # fmt: skip
def test_what_cannot_be_commented_is_whole_elsewhere(stage: Stage, double: Double, fault: Fault) -> None:
    stage.push({"store.py": CHANGED})
    double.faults.append(fault)

    ran = reviewed(stage, summary="false")

    assert double.bodies(1) == []
    assert "artifact" in ran.outputs["published-to"]
    assert "os.remove" in (ran.folder / "flowscout" / "review.md").read_text(encoding="utf-8")
    assert commands_heard(ran.out).count("notice") == 1
    assert ran.code == 0
    double.settled()


def test_a_check_run_carries_the_result_and_notes_at_the_changed_lines(stage: Stage, double: Double) -> None:
    head = stage.push({"store.py": CHANGED})

    ran = reviewed(stage, check_run="true", comment="off")

    (check,) = double.checks.values()
    assert (check["head_sha"], check["conclusion"]) == (head, "neutral")
    marks = [(a["path"], a["start_line"]) for a in double.annotations[check["id"]]]
    assert marks == [("store.py", 9)]  # one sentence of what is new and of what stood there
    assert "check" in ran.outputs["published-to"]
    double.settled()


def test_a_workflow_that_forbids_changes_of_flow_fails(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})

    assert reviewed(stage, fail_on="changed").code == 1


@pytest.mark.parametrize("name", ["mode", "comment", "detail", "fail_on"])
def test_a_wrong_input_is_named_with_what_it_may_be(stage: Stage, name: str) -> None:
    stage.push({})

    ran = reviewed(stage, **{name: "nonsense"})

    assert ran.code == 2
    assert f"the input `{name.replace('_', '-')}` is one of" in ran.out
    assert "nonsense" in ran.out


def test_the_token_is_masked_and_stands_nowhere(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    token = "ghs_" + "y" * 36

    ran = reviewed(stage, token=token)

    assert ran.out.count(token) == 1
    assert f"::add-mask::{token}" in ran.out
    assert token not in ran.summary + str(ran.outputs) + str(double.bodies(1))


def test_source_that_speaks_to_the_runner_is_not_heard(stage: Stage, double: Double) -> None:
    hostile = CHANGED.replace(
        "name)", 'name or "##[add-mask]os ::set-output name=x::y @octocat #1 <!-- flowscout:v1 -->")'
    )
    stage.push({"store.py": hostile})
    double.faults += [Fault("GET", "issues/1/comments", 403, "::error::no ##[error]no")]

    ran = reviewed(stage, summary="false")

    assert set(commands_heard(ran.out)) <= {"add-mask", "notice"}


@pytest.mark.parametrize(("draft", "labels", "inputs", "reviewed"), [
    (True, (), {}, True), (True, (), {"drafts": "false"}, False), (False, (), {"drafts": "false"}, True),
    (False, ("flow",), {"labels": "flow, core"}, True), (False, ("docs",), {"labels": "flow, core"}, False), (False, (), {"labels": "!quiet"}, True),
    (False, ("quiet", "flow"), {"labels": "flow,!quiet"}, False),
])  # fmt: skip
def test_drafts_and_labels_choose_what_is_reviewed(
    stage: Stage, double: Double, draft: bool, labels: tuple[str, ...], inputs: dict[str, str], reviewed: bool
) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout()
    event = stage.pull_request()
    event["pull_request"] |= {"draft": draft, "labels": [{"name": name} for name in labels]}

    ran = stage.act("pull_request", event, [], **inputs)

    assert (ran.code, ran.outputs["activity"], len(double.bodies(1))) == (
        0,
        *(("review", 1) if reviewed else ("nothing", 0)),
    ), ran.out
    assert reviewed or "as the input" in ran.out
