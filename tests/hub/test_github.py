"""The GitHub adapter against a server whose every exchange is checked by GitHub's own description."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowscout.adapters.github.forge import GitHub
from flowscout.forge import BROKEN, DENIED, LIMITED, ForgeError
from flowscout.model.publication import Annotation
from hub.double import NAME, OWNER, Double, Fault

MARKER = "<!-- flowscout:v1 key=default/review sha= run=1.1 -->"


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def github(double: Double, waits: list[float]) -> GitHub:
    return GitHub(f"{OWNER}/{NAME}", "ghs_token", double.url, sleep=waits.append)


def test_a_thread_is_read_whole(double: Double, github: GitHub) -> None:
    for number in range(230):
        double.say(1, f"comment {number}")

    assert [c.body for c in github.comments(1)] == [f"comment {number}" for number in range(230)]
    double.settled()


@pytest.mark.parametrize("fault", [
    Fault("POST", "comments", 502, after=True), Fault("POST", "comments", 502), Fault("POST", "comments", 0, after=True), Fault("POST", "comments", 0),
    Fault("POST", "comments", 429, "too many", {"Retry-After": "2"}), Fault("POST", "comments", 403, "You have exceeded a secondary rate limit"),
])  # fmt: skip
def test_a_comment_is_made_once_whatever_happens_to_its_request(double: Double, github: GitHub, fault: Fault) -> None:
    double.faults.append(fault)

    posted = github.create_comment(1, f"{MARKER}\nhello", MARKER)

    assert double.bodies(1) == [f"{MARKER}\nhello"]
    assert posted.id in double.comments
    double.settled()


def test_a_wait_that_github_asks_for_is_kept_and_one_beyond_our_patience_ends_the_try(
    double: Double, github: GitHub, waits: list[float]
) -> None:
    double.faults.append(Fault("GET", "comments", 429, "slow down", {"Retry-After": "7"}))
    assert github.comments(1) == []
    assert waits == [7.0]

    double.faults.append(
        Fault(
            "GET",
            "comments",
            403,
            "API rate limit exceeded",
            {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9999999999"},
        )
    )
    with pytest.raises(ForgeError) as caught:
        github.comments(1)
    assert caught.value.kind == LIMITED
    double.settled()


def test_a_lack_of_rights_names_the_permission(double: Double, github: GitHub) -> None:
    double.faults.append(Fault("POST", "comments", 403, "Resource not accessible by integration"))

    with pytest.raises(ForgeError) as caught:
        github.create_comment(1, "hello", MARKER)

    assert caught.value.kind == DENIED
    assert "pull-requests: write" in caught.value.hint
    double.settled()


def test_reading_is_repeated_and_gives_up_after_a_few_times(double: Double, github: GitHub) -> None:
    double.faults += [Fault("GET", "comments", 500)] * 2
    assert github.comments(1) == []

    double.faults += [Fault("GET", "comments", 0)] * 4
    with pytest.raises(ForgeError) as caught:
        github.comments(1)
    assert caught.value.kind == BROKEN
    double.settled()


def test_comments_are_edited_deleted_hidden_and_reacted_to(double: Double, github: GitHub) -> None:
    made = github.create_comment(1, "one", MARKER)
    github.edit_comment(made.id, "two")
    github.react("issue", made.id, "rocket")
    github.react("issue", made.id, "rocket")
    assert double.bodies(1) == ["two"]
    assert github.reactions(made.id) == [(double.me, "rocket")]
    github.hide_comment(made.id)
    assert double.comments[made.id]["minimized"] == "outdated"
    github.delete_comment(made.id)
    github.delete_comment(made.id)
    assert double.bodies(1) == []
    double.settled()


def test_we_know_our_own_name(double: Double, github: GitHub) -> None:
    assert github.logins() == {"github-actions", "github-actions[bot]"}
    double.settled()


def test_annotations_of_a_check_go_in_batches(double: Double, github: GitHub) -> None:
    notes = [Annotation("a.py", line, line, "notice", "t", "m") for line in range(1, 131)]

    id_, url = github.check("flowscout", "a" * 40, "neutral", "Flow review", "summary", notes)

    assert len(double.annotations[id_]) == 130
    assert url.endswith(str(id_))
    assert [a.line for a in github.annotations(id_)] == list(range(1, 131))
    double.settled()


@pytest.mark.parametrize(("login", "right"), [("alice", "write"), ("bob", "read"), ("nobody", "none")])
def test_rights_are_asked_of_github(double: Double, github: GitHub, login: str, right: str) -> None:
    double.permissions["carol"] = "maintain"

    assert github.permission(login) == right
    assert github.permission("carol") == "maintain"
    double.settled()


def test_logs_are_fetched_without_our_credentials_and_the_middle_of_a_long_one_is_left_out(
    double: Double, github: GitHub, tmp_path: Path
) -> None:
    double.jobs[9] = {
        "id": 9,
        "run": 3,
        "name": "build",
        "conclusion": "failure",
        "steps": [("Set up", "success"), ("Test", "failure")],
    }
    double.files["job-9"] = b"".join(b"line %d\n" % n for n in range(200_000))

    (job,) = github.jobs(3, 1)
    whole = github.job_log(job.id, tmp_path / "log", most=100_000)

    text = (tmp_path / "log").read_bytes()
    assert job.failed_steps == ((2, "Test"),)
    assert not whole
    assert text.startswith(b"line 0\n")
    assert text.endswith(b"line 199999\n")
    assert len(text) < 100_200
    double.settled()


def test_a_log_that_is_gone_is_said_to_be(double: Double, github: GitHub, tmp_path: Path) -> None:
    with pytest.raises(ForgeError) as caught:
        github.job_log(4, tmp_path / "log", most=1000)

    assert caught.value.kind == "missing"
    double.settled()


def test_an_artifact_that_is_too_large_or_expired_is_none(double: Double, github: GitHub, tmp_path: Path) -> None:
    double.artifacts[5] = {"id": 5, "run": 3, "name": "flowscout-review", "size": 50}
    double.files["artifact-5"] = b"PK"
    assert github.artifact(3, "flowscout-review", tmp_path / "a", most=100)
    assert not github.artifact(3, "flowscout-review", tmp_path / "b", most=10)
    double.artifacts[5]["expired"] = True
    assert not github.artifact(3, "flowscout-review", tmp_path / "c", most=100)
    double.settled()


def test_the_last_green_job_of_the_same_name_is_found(double: Double, github: GitHub) -> None:
    double.runs = {3: {"id": 3}, 2: {"id": 2, "conclusion": "success"}}
    double.jobs = {8: {"id": 8, "run": 2, "name": "build", "conclusion": "success", "steps": []}}

    assert github.last_success(3, "build") == 8
    assert github.last_success(3, "deploy") == 0
    double.settled()


def test_the_job_that_fails_on_the_default_branch_is_found_where_its_latest_run_failed(
    double: Double, github: GitHub
) -> None:
    double.runs = {3: {"id": 3, "branch": "topic"}, 2: {"id": 2, "conclusion": "failure", "sha": "b" * 40}}
    double.jobs = {
        8: {"id": 8, "run": 2, "name": "build", "conclusion": "failure", "steps": []},
        9: {"id": 9, "run": 2, "name": "lint", "conclusion": "success", "steps": []},
    }

    assert github.last_failure(3, "build") == (8, "b" * 40)
    assert github.last_failure(3, "lint") == (0, "")
    assert github.last_failure(2, "build") == (0, "")
    double.runs[4] = {"id": 4, "conclusion": "success"}
    assert github.last_failure(3, "build") == (0, "")
    double.settled()


def test_the_server_itself_notices_what_github_does_not_describe(double: Double, github: GitHub) -> None:
    send = github._requests._client.requester.requestJsonAndCheck
    send("POST", f"/repos/{OWNER}/{NAME}/issues/1/comments", input={"body": "x", "bodyy": "y"})
    made = double.say(1, "x")
    send("POST", f"/repos/{OWNER}/{NAME}/issues/comments/{made}/reactions", input={"content": "applause"})

    assert "unknown keys /bodyy" in double.violations[0]
    assert "applause" in double.violations[1][2]
