"""What becomes of the one comment: every way that `comment` offers, over the events that make, change and empty it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flowscout.tasks.document import Marker, marked, read_mark
from hub.double import Double
from hub.stage import BASE, CHANGED, Ran, Stage
from hub.test_rca_event import LOG
from hub.test_run_evidence import ended, job

OTHER = CHANGED.replace("os.remove(name)", "os.rmdir(name)")
QUIET = BASE["store.py"]


def reviewed(stage: Stage, source: str, mode: str, event: str = "pull_request") -> Ran:
    stage.push({"store.py": source})
    stage.checkout("refs/pull/1/merge" if event == "pull_request" else "refs/heads/main")
    return stage.act(event, stage.pull_request(), [], comment=mode)


def shown(double: Double) -> list[str]:
    """What stands open in the thread, oldest first."""
    return [
        "rmdir" if "rmdir" in c["body"] else "remove" if "os.remove" in c["body"] else "none"
        for c in double.comments.values()
        if c["user"] == double.me and not c["minimized"]
    ]


@pytest.mark.parametrize("event", ["pull_request", "pull_request_target"])
@pytest.mark.parametrize(("mode", "expected"), [
    # after: nothing changed, a change, another change, the same again, nothing any more
    ("update", [[], ["remove"], ["rmdir"], ["rmdir"], ["none"]]),
    ("recreate", [[], ["remove"], ["rmdir"], ["rmdir"], ["none"]]),
    ("hide-and-recreate", [[], ["remove"], ["rmdir"], ["rmdir"], ["none"]]),
    ("on-change", [[], ["remove"], ["rmdir"], ["rmdir"], ["none"]]),
    ("off", [[], [], [], [], []]),
])  # fmt: skip
def test_a_review_over_its_life(stage: Stage, double: Double, event: str, mode: str, expected: list[list[str]]) -> None:
    found, ids = [], []
    for source in (QUIET + "\n# a remark\n", CHANGED, OTHER, OTHER + "\n# a remark\n", QUIET):
        ran = reviewed(stage, source, mode, event)
        assert ran.code == 0, ran.out
        found.append(shown(double))
        ids.append([i for i, c in double.comments.items() if c["user"] == double.me and not c["minimized"]])

    assert found == expected
    again = ids[1] != ids[2]
    assert again is (mode in ("recreate", "hide-and-recreate"))
    assert ids[2] == ids[3] == ids[4]
    hidden = [c for c in double.comments.values() if c["minimized"]]
    assert len(hidden) == (mode == "hide-and-recreate")
    assert all(read_mark(c["body"]) is None for c in hidden)  # no longer found as ours
    double.settled()


def test_on_change_makes_no_edit_that_nobody_sees(stage: Stage, double: Double) -> None:
    reviewed(stage, CHANGED, "on-change")
    before = len(double.log)
    reviewed(stage, CHANGED + "\n# a remark\n", "on-change")

    assert [path for method, path in double.log[before:] if method == "PATCH"] == []


@pytest.mark.parametrize(
    ("mode", "comments"), [("update", 1), ("recreate", 1), ("hide-and-recreate", 1), ("on-change", 1), ("off", 0)]
)
def test_an_explanation_over_two_attempts(stage: Stage, double: Double, mode: str, comments: int) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301)
    first = ended(stage, comment=mode)
    job(double, 302, attempt=2, log=LOG.replace("'volume'", "'other'"))
    ended(stage, attempt=2, comment=mode)

    open_ = [c["body"] for c in double.comments.values() if not c["minimized"]]
    assert len(open_) == comments
    assert all("'other'" in body for body in open_)
    assert "FileNotFoundError" in first.summary
    double.settled()


def test_comments_that_runs_begun_at_once_both_made_become_one(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    body = marked(Marker("default/review", "a" * 40, 1, 1), "older")
    double.say(1, body, double.me)
    double.say(1, body, double.me)
    forged = double.say(1, body, "mallory")

    reviewed(stage, CHANGED, "update")

    assert shown(double) == ["remove"]
    assert double.comments[forged]["body"] == body
    double.settled()


def test_each_project_of_a_repository_has_its_own(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout()
    for project in ("", "api", "web"):
        stage.act("pull_request", stage.pull_request(), [], project=project)
        stage.act("pull_request", stage.pull_request(), [], project=project)

    keys = [mark.key for body in double.bodies(1) if (mark := read_mark(body))]
    assert keys == ["default/review", "api/review", "web/review"]
    double.settled()


Act = Callable[[Stage, Double], Ran]


def refused(stage: Stage, double: Double) -> Ran:
    from hub.double import Fault

    double.faults.append(Fault("POST", "comments", 403, "Resource not accessible by integration"))
    stage.push({"store.py": CHANGED})
    stage.checkout()
    return stage.act("pull_request", stage.pull_request(), [], fail_on="error")


def fork(stage: Stage, double: Double) -> Ran:
    stage.push({"store.py": CHANGED})
    stage.checkout()
    return stage.act("pull_request", stage.pull_request(fork="mallory/demo"), [], fail_on="error")


@pytest.mark.parametrize(("act", "code"), [(refused, 1), (fork, 0)])
def test_fail_on_error_fails_for_what_was_refused_and_not_for_what_cannot_be(
    stage: Stage, double: Double, act: Act, code: int
) -> None:
    ran = act(stage, double)

    assert ran.code == code
    assert "summary" in ran.outputs["published-to"]
