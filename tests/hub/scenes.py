"""What can happen to a pull request, as one run of the Action each: where what it says must stand."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any, NamedTuple

from flowscout.tasks.document import Marker, marked
from hub.double import Double
from hub.events import payload
from hub.stage import CHANGED, Ran, Stage, git
from hub.test_comment_event import review_comment
from hub.test_rca_event import GREEN, LOG, stamped

MANY = "".join(f"def handle_{n}(x):\n    if x:\n        raise ValueError({n})\n    return x\n\n\n" for n in range(60))
REPOSITORY = {"full_name": "octo/demo", "default_branch": "main", "id": 1}
RUN = 900
SENDER = {"login": "a", "type": "User"}
REMOVES = "`handle_drop` now removes"


class Scene(NamedTuple):
    """say: something that the result says wherever it is. kind: what comments and checks of it are about. where: places
    in which a good run leaves it. most: comments of ours that may stand in the end. else_: what is said instead where
    GitHub did not tell what it was asked."""

    act: Callable[[int], Ran]  # the attempt
    reset: Callable[[], None]
    say: str
    kind: str
    where: tuple[str, ...] = ("comment",)
    most: int = 1
    else_: str = "\0"

    def said_in(self, text: str) -> bool:
        return self.say in text or self.else_ in text

    def places(self, double: Double, ran: Ran) -> list[str]:
        """Where the result can be read whole, looked up and not believed."""
        report = ran.folder / "flowscout" / f"{self.kind}.md"
        found = {
            "comment": any(self.said_in(body) for body in double.bodies(1)),
            "check": any(self.said_in(check["output"].get("summary") or "") for check in double.checks.values()),
            "summary": self.said_in(ran.summary),
            "artifact": report.exists() and self.said_in(report.read_text(encoding="utf-8")),
            "stdout": self.said_in(ran.out),
        }
        return [name for name, there in found.items() if there]


def cleared(double: Double) -> None:
    for name in ("comments", "reactions", "checks", "annotations", "faults", "log", "violations", "at_call"):
        getattr(double, name).clear()
    double.stubborn = None


def played(stage: Stage, event: str, given: dict[str, Any], **inputs: Any) -> Callable[[int], Ran]:
    return lambda attempt: stage.act(event, given, [], run=RUN, attempt=attempt, **inputs)


def review(
    double: Double, stage: Stage, action: str = "opened", earlier: bool = False, draft: bool = False, **inputs: str
) -> Scene:
    stage.push({"store.py": CHANGED})
    stage.checkout()
    event = stage.pull_request(action)
    event["pull_request"]["draft"] = draft

    def reset() -> None:
        cleared(double)
        if earlier:
            double.say(1, marked(Marker("default/review", "a" * 40, 1, 1), "an older one"), double.me)

    where = ("comment", "check") if inputs.get("check_run") else ("comment",)
    act = played(stage, "pull_request", event, **inputs)
    return Scene(act, reset, REMOVES, "review", where, 2 if earlier else 1)


def many(double: Double, stage: Stage) -> Scene:
    """More annotations than one request takes."""
    stage.push({"many.py": MANY})
    stage.checkout()
    act = played(stage, "pull_request", stage.pull_request(), comment="off", check_run="true")
    return Scene(act, lambda: cleared(double), "60 in the flow", "review", ("check",))


def compared(double: Double, stage: Stage) -> Scene:
    """Without a merge commit GitHub is asked for the base."""
    made = review(double, stage)
    stage.checkout("refs/pull/1/head")
    return made


def queued(double: Double, stage: Stage) -> Scene:
    """A merge group: no pull request to comment on."""
    stage.push({"store.py": CHANGED})
    base, head = (git(stage.upstream, "rev-parse", ref).strip() for ref in ("main", "refs/pull/1/merge"))
    stage.checkout()
    group = {
        "head_sha": head,
        "head_ref": "refs/heads/gh-readonly-queue/main/pr-1",
        "base_sha": base,
        "base_ref": "refs/heads/main",
        "head_commit": None,
    }
    given = {"action": "checks_requested", "repository": REPOSITORY, "sender": SENDER, "merge_group": group}
    act = played(stage, "merge_group", given, check_run="true")
    return Scene(act, lambda: cleared(double), REMOVES, "review", ("check",))


def asked_again(double: Double, stage: Stage) -> Scene:
    """Somebody presses "re-run" on the check."""
    stage.push({"store.py": CHANGED})
    stage.checkout()
    head = git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    check = {"head_sha": head, "pull_requests": [{"number": 1}], "check_suite": {"head_branch": "topic"}}
    given = {"action": "rerequested", "check_run": check, "repository": REPOSITORY, "sender": SENDER}
    act = played(stage, "check_run", given, check_run="true")
    unknown = "No commit was found to compare with"  # of which pull request it is, only GitHub knows
    return Scene(act, lambda: cleared(double), REMOVES, "review", ("comment", "check"), else_=unknown)


def command(double: Double, stage: Stage, author: str = "alice") -> Scene:
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")
    event = stage.comment("/flowchart Store.forget", author)
    return Scene(played(stage, "issue_comment", event), again(double, event), "Remove name", "answer", else_="GitHub ")


def on_a_line(double: Double, stage: Stage) -> Scene:
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")
    event = review_comment(stage, "/explain Store.forget")
    act = played(stage, "pull_request_review_comment", event)
    return Scene(act, again(double, event), "What `forget` does", "answer", else_="GitHub ")


def again(double: Double, event: dict[str, Any]) -> Callable[[], None]:
    """Only the comment that asked stands in the thread."""
    asked = dict(double.comments[event["comment"]["id"]])

    def reset() -> None:
        cleared(double)
        double.comments[asked["id"]] = dict(asked)

    return reset


def ended(double: Double, stage: Stage, conclusion: str, attempt: int = 1, **run: Any) -> dict[str, Any]:
    """The event of a run that ended: 30 is of the pull request, 20 the last that passed on the default branch."""
    head = git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    double.runs.update({30: {"id": 30, "conclusion": conclusion}, 20: {"id": 20, "conclusion": "success"}})
    for number, run_of, ending in ((301, 30, "failure"), (200, 20, "success")):
        double.jobs[number] = {
            "id": number,
            "run": run_of,
            "name": "tests",
            "conclusion": ending,
            "steps": [("pytest", ending)],
        }
    double.files.update({"job-301": stamped(LOG), "job-200": stamped(GREEN)})
    told = {
        "id": 30,
        "run_attempt": attempt,
        "conclusion": conclusion,
        "event": "pull_request",
        "head_sha": head,
        "head_branch": "topic",
        "pull_requests": [],
        "head_repository": {"full_name": "octo/demo"},
        **run,
    }
    stage.checkout("refs/heads/main")
    return payload("workflow_run", "completed", workflow_run=told, repository=REPOSITORY)


def failed(double: Double, stage: Stage) -> Scene:
    stage.push({"store.py": CHANGED})
    event = ended(double, stage, "failure")
    act = played(stage, "workflow_run", event)
    return Scene(act, lambda: cleared(double), "FileNotFoundError", "rca", else_="cannot be read")


def passed(double: Double, stage: Stage) -> Scene:
    """A later attempt passes: the explanation of the first is folded."""
    stage.push({"store.py": CHANGED})
    stage.act("workflow_run", ended(double, stage, "failure"), [])
    (explained,) = double.bodies(1)

    def reset() -> None:
        cleared(double)
        double.say(1, explained, double.me)

    act = played(stage, "workflow_run", ended(double, stage, "success", attempt=2))
    return Scene(act, reset, "Passed on attempt 2", "rca")


def from_a_fork(double: Double, stage: Stage) -> Scene:
    """Its own run, whose token cannot write: the result goes to the summary and into the artifact."""
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/pull/1/head")
    double.pull(1, head_repository="mallory/demo")
    act = played(stage, "pull_request", stage.pull_request(fork="mallory/demo"))
    return Scene(act, lambda: cleared(double), REMOVES, "review", ("summary", "artifact"), 0)


def posted(double: Double, stage: Stage) -> Scene:
    """The trusted run that posts what a fork's run left."""
    stage.push({"store.py": CHANGED})
    stage.checkout()
    double.pull(1, head_repository="mallory/demo")
    left = stage.act("pull_request", stage.pull_request(fork="mallory/demo"), [], token="")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("review.md", "pull.json"):
            archive.write(left.folder / "flowscout" / name, name)
    double.artifacts[5] = {"id": 5, "run": 30, "name": "flowscout-review", "size": len(packed.getvalue())}
    double.files["artifact-5"] = packed.getvalue()
    event = ended(double, stage, "success", head_repository={"full_name": "mallory/demo"})
    return Scene(played(stage, "workflow_run", event), lambda: cleared(double), REMOVES, "review")


SCENES: dict[str, Callable[[Double, Stage], Scene]] = {
    "opened": review,
    "draft": lambda d, s: review(d, s, draft=True),
    "second push": lambda d, s: review(d, s, "synchronize", earlier=True),
    "recreate": lambda d, s: review(d, s, "synchronize", earlier=True, comment="recreate"),
    "hide": lambda d, s: review(d, s, "synchronize", earlier=True, comment="hide-and-recreate"),
    "review with a check": lambda d, s: review(d, s, check_run="true"),
    "compare": compared,
    "annotations": many,
    "merge queue": queued,
    "check asked for again": asked_again,
    "command": command,
    "command of a reader": lambda d, s: command(d, s, "bob"),
    "on a line": on_a_line,
    "failed run": failed,
    "passes again": passed,
    "fork": from_a_fork,
    "fork posted": posted,
}


def no_annotation_twice(double: Double) -> bool:
    each = [[json.dumps(note, sort_keys=True) for note in notes] for notes in double.annotations.values()]
    return all(len(notes) == len(set(notes)) for notes in each)
