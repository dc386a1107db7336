"""Every event an Actions run can be started by, from GitHub's recorded payloads."""

from __future__ import annotations

from typing import Any

import pytest

from flowscout.bot.event import read
from flowscout.model.event import EventContext
from hub.events import payload

REPO = {"full_name": "octo/demo", "default_branch": "main", "id": 1}
OURS = {"id": 1, "full_name": "octo/demo"}
PULL_URLS = {
    key: f"https://github.com/octo/demo/pull/7{end}"
    for key, end in (("url", ""), ("html_url", ""), ("diff_url", ".diff"), ("patch_url", ".patch"))
}


def seen(event: str, given: Any) -> EventContext:
    return read(
        given,
        {
            "GITHUB_EVENT_NAME": event,
            "GITHUB_REPOSITORY": "octo/demo",
            "GITHUB_SHA": "c" * 40,
            "GITHUB_RUN_ID": "9",
            "GITHUB_RUN_ATTEMPT": "2",
        },
    )


def pull(action: str = "opened", head: Any = OURS, sender: str = "alice", **more: Any) -> Any:
    made = payload("pull_request", action, repository=REPO, sender={"login": sender})
    made["pull_request"]["head"]["repo"] = head
    made["pull_request"]["base"]["repo"] = {**made["pull_request"]["base"]["repo"], **OURS}
    return made


def test_a_pull_request_of_the_same_repository() -> None:
    found = seen("pull_request", pull())

    assert (found.activity, found.fork, found.read_only, found.privileged) == ("review", False, False, False)
    assert found.number > 0
    assert len(found.head_sha) == 40
    assert found.run_url == "https://github.com/octo/demo/actions/runs/9"


@pytest.mark.parametrize(("event", "head", "sender", "fork", "read_only"), [
    ("pull_request", {"id": 2, "full_name": "mallory/demo"}, "mallory", True, True),
    ("pull_request", None, "ghost", True, True),
    ("pull_request", OURS, "dependabot[bot]", False, True),
    ("pull_request_target", {"id": 2, "full_name": "mallory/demo"}, "mallory", True, False),
])  # fmt: skip
def test_forks_deleted_forks_and_dependabot_cannot_write(
    event: str, head: Any, sender: str, fork: bool, read_only: bool
) -> None:
    found = seen(event, pull(head=head, sender=sender))

    assert (found.activity, found.fork, found.read_only) == ("review", fork, read_only)
    assert found.privileged is (event == "pull_request_target")


def test_what_dependabot_caused_cannot_write_whoever_sends_it() -> None:
    caused = read(pull(sender="alice"), {"GITHUB_EVENT_NAME": "pull_request", "GITHUB_ACTOR": "dependabot[bot]"})

    assert (caused.fork, caused.read_only) == (False, True)


def test_a_closed_pull_request_is_left_alone() -> None:
    assert seen("pull_request", pull("closed")).activity == "nothing"


def test_a_comment_on_a_pull_request_and_one_on_an_issue() -> None:
    on_pull = seen(
        "issue_comment",
        payload("issue_comment", "created", issue={"number": 7, "pull_request": PULL_URLS}, repository=REPO),
    )
    on_issue = seen("issue_comment", payload("issue_comment", "created", issue={"number": 7}, repository=REPO))

    assert (on_pull.activity, on_pull.number, on_pull.is_pull_request, on_pull.privileged) == ("command", 7, True, True)
    assert (on_issue.activity, on_issue.is_pull_request) == ("command", False)
    assert on_pull.comment is not None
    assert on_pull.comment.author


def test_edited_and_deleted_comments_are_no_commands() -> None:
    assert [seen("issue_comment", payload("issue_comment", action)).activity for action in ("edited", "deleted")] == [
        "nothing",
        "nothing",
    ]


def test_a_review_comment_knows_its_line() -> None:
    found = seen("pull_request_review_comment", payload("pull_request_review_comment", "created"))

    assert found.activity == "command"
    assert found.comment is not None
    assert (found.comment.kind, bool(found.comment.path)) == ("review", True)


@pytest.mark.parametrize(("conclusion", "event", "activity"), [
    ("failure", "push", "rca"), ("timed_out", "pull_request", "rca"), ("success", "pull_request", "post"), ("success", "push", "nothing"),
    ("cancelled", "push", "nothing"),
])  # fmt: skip
def test_a_run_that_ended(conclusion: str, event: str, activity: str) -> None:
    given = payload(
        "workflow_run",
        "completed",
        workflow_run={
            "conclusion": conclusion,
            "event": event,
            "pull_requests": [],
            "head_repository": {"full_name": "mallory/demo"},
        },
    )
    found = seen("workflow_run", given)

    assert (found.activity, found.number, found.fork, found.privileged) == (activity, 0, True, True)
    assert found.run is not None
    assert found.run.numbers == ()


def test_outside_of_actions_there_is_no_event() -> None:
    assert (seen("", {}).activity, seen("", {}).why) == ("nothing", "nothing is known to do for no event")
    assert seen("gollum", {}).why == "nothing is known to do for gollum"


def test_a_merge_group_has_no_pull_request() -> None:
    given = {
        "action": "checks_requested",
        "repository": REPO,
        "sender": {"login": "a", "type": "User"},
        "merge_group": {
            "head_sha": "a" * 40,
            "head_ref": "refs/heads/gh-readonly-queue/main/pr-1",
            "base_sha": "b" * 40,
            "base_ref": "refs/heads/main",
            "head_commit": None,
        },
    }
    found = seen("merge_group", given)

    assert (found.activity, found.number, found.head_sha, found.base_sha, found.base_ref) == (
        "review",
        0,
        "a" * 40,
        "b" * 40,
        "main",
    )


def test_pushes_new_branches_and_deleted_ones() -> None:
    zero = "0" * 40
    assert seen("push", payload("push", after="a" * 40)).activity == "scan"
    assert seen("push", payload("push", before=zero, after="a" * 40)).before == ""
    assert seen("push", payload("push", after=zero)).activity == "nothing"


def test_a_check_asked_for_again() -> None:
    found = seen(
        "check_run",
        {
            "action": "rerequested",
            "check_run": {"head_sha": "a" * 40, "pull_requests": [{"number": 4}], "check_suite": {"head_branch": "t"}},
        },
    )

    assert (found.activity, found.number) == ("review", 4)


@pytest.mark.parametrize("given", [None, [], "x", 1])
def test_a_payload_that_is_no_object_is_refused(given: object) -> None:
    with pytest.raises(ValueError, match="no JSON object"):
        seen("push", given)


@pytest.mark.parametrize(
    "event", ["pull_request", "issue_comment", "workflow_run", "push", "merge_group", "check_run", "", "fork"]
)
def test_fields_of_any_other_type_read_as_empty(event: str) -> None:
    for value in (None, [], {}, 7, "x", True, [[1]], {"a": {}}):
        keys = (
            "action",
            "pull_request",
            "issue",
            "comment",
            "workflow_run",
            "repository",
            "sender",
            "check_run",
            "merge_group",
            "after",
        )
        assert isinstance(seen(event, dict.fromkeys(keys, value)), EventContext)
        assert isinstance(
            seen(
                event,
                {
                    k: dict.fromkeys(("head", "base", "user", "pull_requests", "number", "id", "body"), value)
                    for k in keys
                },
            ),
            EventContext,
        )
