"""Every fault at every call: nothing is posted twice, nothing is lost, and the exit code is the documented one.

A good run is made first and its calls are written down. Then it is made again with one fault at the first call, at the
second, and so on; and once more for each call that fails however often it is tried. After every run the whole result
must stand in the thread, or whole where the run says that it is; and the job run again must leave what a good run does.
Of reading calls, all of which one function makes and tries again, one in thirty-two of the faults is drawn for each scene, another
for the next; of writing calls a ninth, another for the next; `make soak` takes all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hub.double import Double, Fault
from hub.scenes import SCENES, Scene, cleared, no_annotation_twice
from hub.stage import CHANGED, Ran, Stage

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
    "cut off": Fault("*", "", 200, cut="off"),
    "cut short": Fault("*", "", 200, cut="short"),
    "another's page": Fault("*", "", 200, cut="page"),
}
LASTING = ("denied", "missing", "refused", "limit beyond patience")  # trying again does not help
EVERY = os.environ.get("FLOWSCOUT_FAULTS") == "all"
DRAWN = {True: 61, False: 17}  # whether a call reads: one fault of so many
STATE = ("pulls", "runs", "jobs", "files", "artifacts")
ALWAYS = {str(status): Fault("*", "", status) for status in (403, 404, 422, 429, 500, 0)} | {
    "cut off": Fault("*", "", 200, cut="off"),
    "another's page": Fault("*", "", 200, cut="page"),
}


def drawn(name: str, which: int, number: int, *, reads: bool) -> bool:
    """Whether the fault of this number is tried at a call of a scene."""
    return EVERY or (list(SCENES).index(name) + which + number) % DRAWN[reads] == 0


def reading(method: str, path: str) -> bool:
    return method == "GET" or "graphql" in path


@pytest.fixture(scope="module")
def double() -> Iterator[Double]:
    made = Double().start()
    made.graphql({"query": "query { viewer { login } }"})  # the schema is read once
    yield made
    made.stop()


@pytest.fixture(scope="module")
def made(double: Double, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Scene]:
    folder = tmp_path_factory.mktemp("faults")
    known: dict[str, tuple[Scene, Path, dict[str, dict[Any, Any]]]] = {}

    def get(name: str) -> Scene:
        cleared(double)
        if name not in known:
            for key in STATE:
                getattr(double, key).clear()
            stage = Stage(folder / name.replace(" ", "-"), double)
            stage.patience = 1
            scene = SCENES[name](double, stage)
            known[name] = scene, stage.upstream, {key: dict(getattr(double, key)) for key in STATE}
        scene, double.git_dir, state = known[name]
        for key, value in state.items():
            setattr(double, key, dict(value))
        scene.reset()
        return scene

    return get


@pytest.fixture(scope="module")
def called(double: Double, made: Callable[[str], Scene]) -> Callable[[str], list[tuple[str, str]]]:
    """What a good run of a scene calls."""
    known: dict[str, list[tuple[str, str]]] = {}

    def get(name: str) -> list[tuple[str, str]]:
        if name not in known:
            scene = made(name)
            good = scene.act(1)
            assert (good.code, set(scene.where) - set(scene.places(double, good))) == (0, set()), good.out
            known[name] = list(double.log)
        return known[name]

    return get


def judged(double: Double, scene: Scene, ran: Ran, about: str) -> None:
    assert len([body for body in double.bodies(1) if scene.said_in(body)]) <= 1, f"{about}: posted twice"
    assert len(double.bodies(1)) <= scene.most, about  # an older one that stays is retired by the next run
    assert len(double.checks) <= 1, f"{about}: two checks"
    assert no_annotation_twice(double), f"{about}: an annotation twice"
    where, claimed = scene.places(double, ran), ran.outputs.get("published-to", "").split()
    assert set(claimed) <= set(where), f"{about}: {claimed} but only {where}\n{ran.out}"
    words = ("::notice", "::warning", "::error", "nothing to do: ")
    assert where or any(word in ran.out for word in words), f"{about}: lost without a word"
    assert "Traceback" not in ran.out or scene.kind == "rca", f"{about}\n{ran.out}"
    assert double.violations == [], about
    assert ran.code in (0, 4), f"{about}\n{ran.out}"
    assert ran.code == 0 or claimed == [], about


def mended(double: Double, scene: Scene, about: str) -> None:
    """The job is run again and nothing fails."""
    ran = scene.act(2)
    assert ran.code == 0, f"{about}, run again\n{ran.out}"
    assert set(scene.where) <= set(scene.places(double, ran)), f"{about}, run again: it is not there\n{ran.out}"
    shown = [one["body"] for one in double.comments.values() if one["user"] == double.me and not one["minimized"]]
    assert len([body for body in shown if scene.said_in(body)]) <= 1, f"{about}, run again: twice"


@pytest.mark.parametrize("fault", ONCE)
@pytest.mark.parametrize("name", SCENES)
def test_one_fault_at_each_call(
    double: Double,
    made: Callable[[str], Scene],
    called: Callable[[str], list[tuple[str, str]]],
    name: str,
    fault: str,
) -> None:
    calls, scene = called(name), made(name)
    slow, which = ONCE[fault].wait > 0, list(ONCE).index(fault)
    for number, call in enumerate(calls, 1):
        reads = reading(*call[:2])
        if (reads and (slow or ONCE[fault].after)) or not drawn(name, which, number, reads=reads):
            continue  # reading takes no effect, and a second each is spent on writing alone
        if fault == "cut short" and call[1].startswith("/_file/"):
            continue  # of a log that ends early nobody can know
        scene.reset()
        double.at_call[number] = ONCE[fault]
        ran = scene.act(1)
        about = f"{name}, {fault} at call {number} {call}"
        judged(double, scene, ran, about)
        if fault not in LASTING:
            there = scene.places(double, ran)
            assert set(scene.where) <= set(there), f"{about}: a passing fault kept it out of its place\n{ran.out}"
        if not reads:
            mended(double, scene, about)


@pytest.mark.parametrize("fault", ALWAYS)
@pytest.mark.parametrize("name", SCENES)
def test_a_call_that_always_fails(
    double: Double,
    made: Callable[[str], Scene],
    called: Callable[[str], list[tuple[str, str]]],
    name: str,
    fault: str,
) -> None:
    calls, scene = called(name), made(name)
    for number, (method, path) in enumerate(dict.fromkeys(calls)):
        if not drawn(name, list(ALWAYS).index(fault), number, reads=reading(method, path)):
            continue
        scene.reset()
        double.stubborn = ALWAYS[fault]._replace(method=method, path=f"^{path}$")
        ran = scene.act(1)
        about = f"{name}, always {fault} at {method} {path}"
        judged(double, scene, ran, about)
        if scene.kind == "review" and name != "fork posted":
            assert scene.places(double, ran), f"{about}: lost"
            assert ran.code == 0, about


@pytest.mark.parametrize(("action", "changes", "inputs"), [
    ("closed", {}, {}), ("opened", {"draft": True}, {"drafts": "false"}),
    ("labeled", {"labels": [{"name": "quiet"}]}, {"labels": "!quiet"}),
])  # fmt: skip
def test_what_is_left_alone_asks_github_nothing(
    tmp_path: Path, double: Double, action: str, changes: dict[str, Any], inputs: dict[str, str]
) -> None:
    cleared(double)
    stage = Stage(tmp_path, double)
    stage.push({"store.py": CHANGED})
    stage.checkout()
    event = stage.pull_request(action)
    event["pull_request"].update(changes)

    ran = stage.act("pull_request", event, [], **inputs)

    assert (ran.code, ran.outputs["activity"], double.log, ran.summary) == (0, "nothing", [], ""), ran.out
