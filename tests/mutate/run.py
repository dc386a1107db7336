"""Mutants of the core rooms, tried against the examples that speak for each: `python tests/mutate/run.py SEED COUNT [ROOM …]`.

Draws COUNT mutants by SEED, as many from each room; what was tried is kept in `build/mutate`, so that a run which was
cut off goes on where it stopped, and only what changed is tried again. Prints a table of the rooms and each survivor.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent / "src")]

from mutate import operators, patch, session  # noqa: E402
from mutate.equivalent import EQUIVALENT  # noqa: E402
from mutate.operators import Mutant  # noqa: E402
from mutate.rooms import ROOMS, ROOT, Room  # noqa: E402

BUILD = ROOT / "build" / "mutate"


class Tried:
    """What became of each mutant, kept a line each; a mutant is known by its file's and its suites' text."""

    def __init__(self, digest: str) -> None:
        self.path = BUILD / f"tried-{digest}.jsonl"
        rows = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        self.known: dict[str, str] = dict(json.loads(row) for row in rows)

    def keep(self, name: str, outcome: str) -> None:
        self.known[name] = outcome
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([name, outcome]) + "\n")


class Plugin:
    """Runs mutants where pytest would run tests."""

    def __init__(self, drawn: Sequence[tuple[Room, Mutant]], suites: Sequence[str], digest: str) -> None:
        self.drawn, self.digest = drawn, digest
        self.suites = tuple(f"tests/{suite}" for suite in suites)
        self.outcomes: list[tuple[Room, Mutant, str]] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items if item.nodeid.startswith(self.suites)}
        reach = _reach(list(items.values()), self.digest)
        tried = Tried(self.digest)
        for count, (room, mutant) in enumerate(self.drawn, 1):
            key = f"{mutant.path} {mutant.number}"
            if key not in tried.known:
                names = reach.tests(mutant, _of(room, items))
                tried.keep(
                    key,
                    self._outcome(mutant, [items[name] for name in names], reach.cost(names)),
                )
            self.outcomes.append((room, mutant, tried.known[key]))
            if sys.stderr.isatty() or count % 25 == 0:
                print(
                    f"{count} of {len(self.drawn)}: {tried.known[key][:60]:60}",
                    file=sys.stderr,
                    end="\r" if sys.stderr.isatty() else "\n",
                )
        return True

    def _outcome(self, mutant: Mutant, items: Sequence[pytest.Item], seconds: float) -> str:
        if not items:
            return "survived: no test reaches it"
        found = session.outcome(mutant, ROOT, items, seconds) if mutant.statement else "elsewhere"
        return _in_a_new_process(mutant, items, seconds) if found == "elsewhere" else found


def _of(room: Room, names: Sequence[str] | dict[str, pytest.Item]) -> list[str]:
    suites = tuple(f"tests/{suite}" for suite in room.suites)
    return [name for name in names if name.startswith(suites)]


def _reach(items: Sequence[pytest.Item], digest: str) -> session.Reach:
    sources = [one for room in ROOMS for one in room.sources()]
    return session.reach(items, ROOT, sources, BUILD / f"reach-{digest}.json")


def _in_a_new_process(mutant: Mutant, items: Sequence[pytest.Item], seconds: float) -> str:
    ids = BUILD / f"ids-{os.getpid()}"
    ids.write_text("\n".join(item.nodeid for item in items), encoding="utf-8")
    environment = {
        **os.environ,
        patch.VARIABLE: f"{ROOT / mutant.path}:{mutant.number}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join([str(TESTS), str(ROOT / "src")]),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "mutate.overlay", "-p", "no:cacheprovider", f"@{ids}"]
    try:
        run = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60 + 20 * seconds
        )
    except subprocess.TimeoutExpired:
        return "killed by the clock"
    finally:
        ids.unlink()
    if run.returncode == 0:
        return "survived"
    failed = [line.split(" ")[1] for line in run.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return f"killed by {failed[0]}" if failed else "killed by a crash"


def drawn(seed: int, count: int, rooms: Sequence[Room]) -> list[tuple[Room, Mutant]]:
    """As many from each room, without those that are known to change nothing."""
    chance = random.Random(seed)
    found = []
    for number, room in enumerate(rooms):
        texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in room.sources()}
        places = [(path, place) for path, text in texts.items() for place in range(operators.count(text))]
        chance.shuffle(places)
        some = (operators.mutant(path, texts[path], place) for path, place in places)
        fitting = (one for one in some if (one.path, one.scope, one.was, one.now) not in EQUIVALENT)
        share = count // len(rooms) + (number < count % len(rooms))
        found += [(room, one) for one in sorted(islice(fitting, share), key=lambda one: one.name)]
    return found


def digest_of() -> str:
    """Of all that decides: the package's and the tests' text."""
    whole = hashlib.sha256()
    for path in sorted([*(ROOT / "src").rglob("*.py"), *TESTS.rglob("*.py"), *TESTS.rglob("*.md")]):
        if "node_modules" not in path.parts and path.parent != TESTS / "mutate":
            whole.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()[:12]


def attempt(chosen: Sequence[tuple[Room, Mutant]], rooms: Sequence[Room]) -> list[tuple[Room, Mutant, str]]:
    BUILD.mkdir(parents=True, exist_ok=True)
    patch.steady()
    os.environ.pop("PYTEST_ADDOPTS", None)  # what is said of a run of tests is not meant for this one
    suites = sorted({suite for room in rooms for suite in room.suites})
    digest = hashlib.sha256(f"{digest_of()} {suites}".encode()).hexdigest()[:12]
    plugin = Plugin(chosen, suites, digest)
    status = pytest.main(
        [
            "-o",
            "addopts=--strict-markers",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:terminal",
            "-p",
            "no:xdist",
            *sorted({f"{TESTS / suite.partition('[')[0]}" for suite in suites}),
        ],
        plugins=[plugin],
    )
    if len(plugin.outcomes) != len(chosen):
        raise SystemExit(f"the mutants were not tried: pytest ended with {status}")
    return plugin.outcomes


def table(outcomes: Sequence[tuple[Room, Mutant, str]]) -> Iterator[str]:
    yield f"{'room':12} {'mutants':>8} {'killed':>8} {'share':>7}"
    rooms = list(dict.fromkeys(room.name for room, _, _ in outcomes))
    for name in [*rooms, "all"]:
        own = [outcome for room, _, outcome in outcomes if name in (room.name, "all")]
        killed = sum(one.startswith("killed") for one in own)
        yield f"{name:12} {len(own):8} {killed:8} {killed / len(own):7.1%}"
    for _, mutant, outcome in outcomes:
        if outcome.startswith("survived"):
            yield f"{outcome}: {mutant.scope or 'the file'} in {mutant.name}"


def main() -> None:
    seed, count, names = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    if unknown := set(names) - {room.name for room in ROOMS}:
        raise SystemExit(
            f"no such room: {', '.join(sorted(unknown))}; there are {', '.join(room.name for room in ROOMS)}"
        )
    rooms = [room for room in ROOMS if not names or room.name in names]
    print("\n".join(table(attempt(drawn(seed, count, rooms), rooms))))


if __name__ == "__main__":
    main()
