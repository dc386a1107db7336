"""Every fault at every call: nothing is posted twice, nothing is lost, and the exit code is the documented one.

A good run is made first and its calls are written down. Then it is made again with one fault at the first call, at the
second, and so on; and once more for each call that fails however often it is tried. After every run the whole result must
stand in the thread, or whole where the run says that it is.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from flowscout.tasks.document import Mark, marked
from hub.double import Double, Fault
from hub.events import payload
from hub.stage import CHANGED, Ran, Stage, git
from hub.test_comment_event import review_comment
from hub.test_rca_event import GREEN, LOG, stamped

MANY = "".join(f"def handle_{n}(x):\n    if x:\n        raise ValueError({n})\n    return x\n\n\n" for n in range(60))
ONCE = {
    "denied": Fault("*", "", 403, "Resource not accessible by integration"),
    "missing": Fault("*", "", 404, "Not Found"),
    "refused": Fault("*", "", 422, "Validation Failed"),
    "secondary limit": Fault("*", "", 403, "You have exceeded a secondary rate limit"),
    "limit with a wait": Fault("*", "", 429, "slow down", {"Retry-After": "2"}),
    "limit without one": Fault("*", "", 429, "slow down"),
    "limit beyond patience": Fault("*", "", 429, "slow down", {"Retry-After": "4000"}),
    "broken": Fault("*", "", 502),
    "broken after it took effect": Fault("*", "", 502, after=True),
    "dropped": Fault("*", "", 0),
    "dropped after it took effect": Fault("*", "", 0, after=True),
    "no answer in time": Fault("*", "", 500, wait=1.2),
    "no answer in time after it took effect": Fault("*", "", 500, wait=1.2, after=True),
}
PASSING = {name for name, fault in ONCE.items() if fault.status in (0, 429, 500, 502) or "secondary" in fault.message} - {"limit beyond patience"}
ALWAYS = [403, 404, 422, 429, 500, 0]


class Scene(NamedTuple):
    """say: something that the result says wherever it is. kind: what comments and checks of it are about. else_: what is said
    instead where GitHub did not tell what it was asked."""

    stage: Stage
    act: Callable[[], Ran]
    reset: Callable[[], None]
    say: str
    kind: str
    else_: str = "\0"

    def in_(self, text: str) -> bool:
        return self.say in text or self.else_ in text


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Double, Path]]:
    double = Double().start()
    double.graphql({"query": "query { viewer { login } }"})  # the schema is read once
    yield double, tmp_path_factory.mktemp("faults")
    double.stop()


def cleared(double: Double) -> None:
    for kept in (double.comments, double.reactions, double.checks, double.annotations, double.faults, double.log, double.violations, double.at_call):
        kept.clear()
    double.stubborn = None


def review(double: Double, stage: Stage, earlier: bool = False, **inputs: str) -> Scene:
    stage.push({"store.py": CHANGED})
    stage.checkout()
    event = stage.pull_request()

    def reset() -> None:
        cleared(double)
        if earlier:
            double.say(1, marked(Mark("default/review", "a" * 40, 1, 1), "an older one"), double.me)

    return Scene(stage, lambda: stage.act("pull_request", event, [], **inputs), reset, "`handle_drop` now removes", "review")


def many(double: Double, stage: Stage) -> Scene:
    """More annotations than one request takes."""
    stage.push({"many.py": MANY})
    stage.checkout()
    event = stage.pull_request()
    return Scene(stage, lambda: stage.act("pull_request", event, [], comment="off", check_run="true"), lambda: cleared(double), "60 in the flow", "review")


def compared(double: Double, stage: Stage) -> Scene:
    """Without a merge commit GitHub is asked for the base."""
    made = review(double, stage)
    stage.checkout("refs/pull/1/head")
    return made


def command(double: Double, stage: Stage) -> Scene:
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")
    event = stage.comment("/flowchart Store.forget")

    def reset() -> None:
        cleared(double)
        asked = event["comment"]["id"]
        double.comments[asked] = {"id": asked, "issue": 1, "body": "/flowchart Store.forget", "user": "alice", "node": "IC_1", "minimized": None, "review": False}

    return Scene(stage, lambda: stage.act("issue_comment", event, []), reset, "Remove name", "answer", "GitHub ")


def on_a_line(double: Double, stage: Stage) -> Scene:
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")
    event = review_comment(stage, "/explain Store.forget")
    asked = dict(double.comments[event["comment"]["id"]])

    def reset() -> None:
        cleared(double)
        double.comments[asked["id"]] = dict(asked)

    return Scene(stage, lambda: stage.act("pull_request_review_comment", event, []), reset, "What `forget` does", "answer", "GitHub ")


def failed(double: Double, stage: Stage) -> Scene:
    stage.push({"store.py": CHANGED})
    head = git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    double.runs.update({30: {"id": 30, "conclusion": "failure"}, 20: {"id": 20, "conclusion": "success"}})
    double.jobs.update({301: {"id": 301, "run": 30, "name": "tests", "conclusion": "failure", "steps": [("pytest", "failure")]},
                        200: {"id": 200, "run": 20, "name": "tests", "conclusion": "success", "steps": [("pytest", "success")]}})
    double.files.update({"job-301": stamped(LOG), "job-200": stamped(GREEN)})
    run = {"id": 30, "run_attempt": 1, "conclusion": "failure", "event": "pull_request", "head_sha": head, "head_branch": "topic",
           "pull_requests": [], "head_repository": {"full_name": "octo/demo"}}
    event = payload("workflow_run", "completed", workflow_run=run, repository={"full_name": "octo/demo", "default_branch": "main"})
    stage.checkout("refs/heads/main")
    return Scene(stage, lambda: stage.act("workflow_run", event, []), lambda: cleared(double), "FileNotFoundError", "rca", "cannot be read")


def posted(double: Double, stage: Stage) -> Scene:
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
    head = git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    run = {"id": 30, "run_attempt": 1, "conclusion": "success", "event": "pull_request", "head_sha": head, "head_branch": "topic",
           "pull_requests": [], "head_repository": {"full_name": "mallory/demo"}}
    event = payload("workflow_run", "completed", workflow_run=run, repository={"full_name": "octo/demo", "default_branch": "main"})
    stage.checkout("refs/heads/main")
    return Scene(stage, lambda: stage.act("workflow_run", event, []), lambda: cleared(double), "`handle_drop` now removes", "review")


SCENES: dict[str, Callable[[Double, Stage], Scene]] = {
    "review": review, "review with a check": lambda d, s: review(d, s, check_run="true"), "second push": lambda d, s: review(d, s, earlier=True),
    "recreate": lambda d, s: review(d, s, earlier=True, comment="recreate"), "hide": lambda d, s: review(d, s, earlier=True, comment="hide-and-recreate"),
    "annotations": many, "compare": compared, "command": command, "on a line": on_a_line, "failed run": failed, "fork": posted,
}  # fmt: skip


@pytest.fixture(scope="module")
def made(hub: tuple[Double, Path]) -> Callable[[str], Scene]:
    known: dict[str, Scene] = {}

    def get(name: str) -> Scene:
        double, folder = hub
        cleared(double)
        if name not in known:
            for kept in (double.pulls, double.runs, double.jobs, double.files, double.artifacts):
                kept.clear()
            stage = Stage(folder / name.replace(" ", "-"), double)
            stage.patience = 1
            double.pull(1)
            known[name] = SCENES[name](double, stage)._replace(stage=stage)
            _STATES[name] = {key: dict(getattr(double, key)) for key in ("pulls", "runs", "jobs", "files", "artifacts")}
        for key, value in _STATES[name].items():
            setattr(double, key, dict(value))
        double.git_dir = known[name].stage.upstream
        return known[name]

    return get


_STATES: dict[str, dict[str, Any]] = {}


def whole_of(double: Double, scene: Scene, ran: Ran) -> list[str]:
    """Where the result can be read whole, looked up and not believed."""
    report = ran.folder / "flowscout" / f"{scene.kind}.md"
    places = {
        "comment": any(scene.in_(body) for body in double.bodies(1)),
        "check": any(scene.in_(check["output"].get("summary") or "") for check in double.checks.values()),
        "summary": scene.in_(ran.summary),
        "artifact": report.exists() and scene.in_(report.read_text(encoding="utf-8")),
        "stdout": scene.in_(ran.out),
    }
    return [name for name, there in places.items() if there]


def judged(double: Double, scene: Scene, ran: Ran, about: str, earlier: bool) -> None:
    ours = [body for body in double.bodies(1) if scene.in_(body)]
    assert len(ours) <= 1, f"{about}: posted twice"
    assert len(double.bodies(1)) <= (2 if earlier else 1), about  # an older one that stays is retired by the next run
    assert len(double.checks) <= 1, f"{about}: two checks"
    for notes in double.annotations.values():
        assert len(notes) == len({json.dumps(note, sort_keys=True) for note in notes}), f"{about}: an annotation twice"
    where = whole_of(double, scene, ran)
    claimed = ran.outputs.get("published-to", "").split()
    assert set(claimed) <= set(where), f"{about}: {claimed} but only {where}\n{ran.out}"
    assert "Traceback" not in ran.out.replace(scene.say, "").split("FileNotFoundError")[0] or scene.kind == "rca", about
    assert double.violations == [], about


@pytest.mark.parametrize("fault", ONCE)
@pytest.mark.parametrize("name", SCENES)
def test_one_fault_at_each_call(hub: tuple[Double, Path], made: Callable[[str], Scene], name: str, fault: str) -> None:
    double, scene = hub[0], made(name)
    scene.reset()
    good = scene.act()
    calls = list(double.log)
    assert (good.code, len([body for body in double.bodies(1) if scene.say in body]) + len(double.checks)) == (0, 2 if "check" in name else 1), good.out
    slow = ONCE[fault].wait > 0
    for number, call in enumerate(calls, 1):
        reads = call[0] == "GET" or "graphql" in call[1]
        if reads and (slow or ONCE[fault].after):
            continue  # reading takes no effect, and a second each is spent on writing alone
        scene.reset()
        double.at_call[number] = ONCE[fault]
        ran = scene.act()
        about = f"{name}, {fault} at call {number} {call}"
        judged(double, scene, ran, about, earlier=name in ("recreate", "hide", "second push"))
        if fault in PASSING:
            assert any(scene.say in body for body in double.bodies(1)) or double.checks, f"{about}: a passing fault kept it out of the thread\n{ran.out}"
        assert ran.code in (0, 4), about
        if ran.code == 4:
            assert ran.outputs.get("published-to", "") == "", about


@pytest.mark.parametrize("status", ALWAYS)
@pytest.mark.parametrize("name", SCENES)
def test_a_call_that_always_fails(hub: tuple[Double, Path], made: Callable[[str], Scene], name: str, status: int) -> None:
    double, scene = hub[0], made(name)
    scene.reset()
    scene.act()
    for method, path in dict.fromkeys(double.log):
        scene.reset()
        double.stubborn = Fault(method, f"^{path}$", status)
        ran = scene.act()
        about = f"{name}, always {status} at {method} {path}"
        judged(double, scene, ran, about, earlier=name in ("recreate", "hide", "second push"))
        assert ran.code in (0, 4), about
        if scene.kind == "review" and name != "fork":
            assert whole_of(double, scene, ran), f"{about}: lost"
            assert ran.code == 0, about
