"""Tries each mutant in a copy of a process that has collected the tests: it runs those which reach its line.

Steps: the suites of the rooms are collected; a first copy runs them all and writes down which test reached which line and
how long it took (kept by the digest of sources and tests); then for each mutant a copy is made, the mutated code put
in, and those tests run, the quickest first, until one fails (*killed*), the clock runs out (*killed* too: the right code
took a known time) or all passed (*survived*).
"""

from __future__ import annotations

import ast
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from operator import or_
from pathlib import Path

import coverage
import pytest
from _pytest.runner import runtestprotocol

from . import patch
from .operators import Mutant

LONGEST = 40.0
"""Seconds of tests a mutant gets: a survivor costs this at most."""


@dataclass(frozen=True)
class Reach:
    """Which tests reach a line, and the seconds each took."""

    lines: dict[str, dict[str, str]]
    """By file and line (as text, as JSON keeps it): a bit for each test, in the order of `seconds`, as a hexadecimal number."""
    seconds: dict[str, float]
    """Of each test alone, and of each fixture that several tests share."""
    shared: dict[str, list[str]]
    """By test the fixtures that it shares with others: who needs one of them reaches what it reaches."""
    importers: dict[str, list[str]]
    """By file those that import it."""
    readers: dict[str, list[str]]
    """By file the tests' files that import it."""

    def _of_file(self, path: str, seen: frozenset[str] = frozenset()) -> set[str]:
        """What reaches any of its functions; of a mere table, what reaches those that read it."""
        own = self._named(reduce(or_, (int(each, 16) for each in self.lines.get(path, {}).values()), 0))
        if own or path in seen:
            return own
        return {name for other in self.importers.get(path, ()) for name in self._of_file(other, seen | {path})}

    def _named(self, bits: int) -> set[str]:
        on_it = {name for at, name in enumerate(self.seconds) if bits >> at & 1}
        return on_it | {test for test, fixtures in self.shared.items() if not on_it.isdisjoint(fixtures)}

    def cost(self, tests: Iterable[str]) -> float:
        """The seconds of these tests, each fixture made once."""
        own = list(tests)
        return sum(self.seconds[one] for one in {*own, *(each for test in own for each in self.shared.get(test, ()))})

    def tests(self, mutant: Mutant, names: Sequence[str]) -> list[str]:
        """The tests of these names that reach the mutant, the quickest first; for a file's own level all
        where they are few, for tables are read from afar, else those that reach any of its functions."""
        lines = self.lines.get(mutant.path, {})
        on_it = self._named(int(lines.get(str(mutant.line), "0"), 16) or int(lines.get(str(mutant.statement), "0"), 16))
        few = self.cost(names) <= LONGEST
        direct = tuple(f"{file}::" for file in self.readers.get(mutant.path, ()))
        of_file = self._of_file(mutant.path) | {name for name in names if name.startswith(direct)}
        reached = on_it if mutant.statement else set(names) if few else of_file
        within: list[str] = []
        made: set[str] = set()
        total = 0.0
        for name in sorted((one for one in names if one in reached), key=lambda one: (self.cost([one]), one)):
            parts = {name, *self.shared.get(name, ())} - made
            total += sum(self.seconds[one] for one in parts)
            if total > LONGEST:
                break
            within.append(name)
            made |= parts
        return within


def failing(items: Sequence[pytest.Item]) -> str:
    """The first that fails; empty: none does."""
    for item, after in zip(items, [*items[1:], None], strict=True):
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
            return item.nodeid
    return ""


def reach(items: Sequence[pytest.Item], root: Path, sources: Sequence[Path], kept: Path) -> Reach:
    """What was kept for these very sources and tests, or a run in a copy of this process."""
    if not kept.exists() and _apart(lambda: _write_reach(items, root, sources, kept), 3600) != 0:
        raise pytest.UsageError("the suites fail without any mutant, so they say nothing of one")
    found = json.loads(kept.read_text(encoding="utf-8"))
    tests = sorted({root / item.nodeid.partition("::")[0] for item in items})
    return Reach(
        found["lines"], found["seconds"], found["shared"], _importers(root, sources), _readers(root, sources, tests)
    )


def _importers(root: Path, sources: Sequence[Path]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in sources:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                folder = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
                for one in (folder.with_suffix(".py"), *(folder / f"{name.name}.py" for name in node.names)):
                    found.setdefault(str(one.relative_to(root)), []).append(str(path.relative_to(root)))
    return found


def _readers(root: Path, sources: Sequence[Path], tests: Sequence[Path]) -> dict[str, list[str]]:
    modules = {".".join(path.relative_to(root / "src").with_suffix("").parts): path for path in sources}
    found: dict[str, list[str]] = {}
    for test in tests:
        for node in ast.walk(ast.parse(test.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and not node.level and (read := modules.get(node.module or "")):
                found.setdefault(str(read.relative_to(root)), []).append(str(test.relative_to(root)))
    return found


def _write_reach(items: Sequence[pytest.Item], root: Path, sources: Sequence[Path], kept: Path) -> int:
    measured = coverage.Coverage(data_file=None, include=[str(one) for one in sources], config_file=False)
    clock = Clock(measured)
    items[0].config.pluginmanager.register(clock)
    measured.start()
    for item, after in zip(items, [*items[1:], None], strict=True):
        with clock.of(item.nodeid):
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
                print(item.nodeid, "fails without any mutant", file=sys.__stderr__)
                return 1
    measured.stop()
    seconds = clock.seconds
    data = measured.get_data()
    bits = {"": 0} | {name: 1 << at for at, name in enumerate(seconds)}
    lines = {
        str(Path(file).relative_to(root)): {
            str(line): f"{reduce(or_, (bits[name] for name in names)):x}"
            for line, names in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }
    kept.parent.mkdir(parents=True, exist_ok=True)
    shared = {item.nodeid: found for item in items if (found := sorted(_shared(item) & seconds.keys()))}
    kept.write_text(json.dumps({"lines": lines, "seconds": seconds, "shared": shared}), encoding="utf-8")
    return 0


class Clock:
    """Gives lines and seconds (of the processor, which other work does not lengthen) to the test or shared fixture at work."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured = measured
        self.seconds: dict[str, float] = {}
        self.open: list[str] = []
        self.since = 0.0

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        self._turn()
        self.open.append(name)
        self.measured.switch_context(name)
        yield
        self._turn()
        self.open.pop()
        if self.open:
            self.measured.switch_context(self.open[-1])

    def _turn(self) -> None:
        now = time.process_time()
        if self.open:
            self.seconds[self.open[-1]] = self.seconds.get(self.open[-1], 0.0) + now - self.since
        self.since = now

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        with self.of(_name(fixturedef)):
            return (yield)


def _name(fixture: pytest.FixtureDef[object]) -> str:
    return f"fixture {fixture.argname} of {fixture.baseid}"


def _shared(item: pytest.Item) -> set[str]:
    known = getattr(item, "_fixtureinfo", None)
    return {_name(one) for found in known.name2fixturedefs.values() for one in found} if known else set()


def outcome(mutant: Mutant, root: Path, items: Sequence[pytest.Item], seconds: float) -> str:
    """`killed by …`, `survived`, or `elsewhere`: it cannot be put into this process. The tests take these seconds with the right code."""
    file = root / mutant.path
    reader, writer = os.pipe()

    def one() -> int:
        os.close(reader)
        if not patch.put(file.read_text(encoding="utf-8"), mutant.number, str(file)):
            return 3
        os.write(writer, failing(items).encode())
        return 0

    status = _apart(one, 10 + 4 * seconds)
    os.close(writer)
    with os.fdopen(reader, "rb") as said:
        name = said.read().decode()
    if status == 3:
        return "elsewhere"
    if status != 0:
        return "killed by the clock" if status in (-signal.SIGPROF, -signal.SIGALRM) else "killed by a crash"
    return f"killed by {name}" if name else "survived"


def _apart(work: Callable[[], int], seconds: float) -> int:
    """The exit status of a copy of this process that does this work within so many seconds and says nothing; minus the signal that ended it."""
    child = os.fork()
    if child == 0:
        status = 4
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, seconds)  # what it works itself: others on the machine do not count
            signal.alarm(60 + 10 * int(seconds))  # it may wait for what never comes
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            status = work()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
