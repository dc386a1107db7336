"""Options of the corpus, and the rules that in CI nothing may be skipped, and that in tests no border hides a defect of ours."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from corpus.driver import Updates
from flowscout import border

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each of some thousand processes would compile the package again
KINDS_OF_DEFECT = border.DEFECTS
border.DEFECTS = ()
UPDATES = pytest.StashKey[Updates]()
CHANGED = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("corpus")
    group.addoption("--update", action="store_true", help="rewrite the corpus's output fences; exit 1 if any changed")
    group.addoption("--update-missing", action="store_true", help="fill the corpus's empty output fences")


def pytest_configure(config: pytest.Config) -> None:
    updating = config.getoption("--update") or config.getoption("--update-missing")
    if updating and getattr(config.option, "numprocesses", None):
        raise pytest.UsageError("--update rewrites files: run it without -n")
    config.stash[UPDATES] = Updates()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems() -> None:
    """hypothesis would read all our sources for constants to try, each worker anew: longer than its tests take."""
    if providers := sys.modules.get("hypothesis.internal.conjecture.providers"):
        providers.is_local_module_file = lambda _: False  # type: ignore[attr-defined]


@pytest.fixture
def borders(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As everywhere but in tests: a defect costs one unit its result."""
    monkeypatch.setattr(border, "DEFECTS", KINDS_OF_DEFECT)
    yield
    border.forget()


@pytest.fixture
def updates(request: pytest.FixtureRequest) -> Updates:
    return request.config.stash[UPDATES]


def pytest_sessionfinish(session: pytest.Session) -> None:
    changed = session.config.stash[UPDATES].write()
    rows: list[str] = []
    for file, (before, after) in changed.items():
        rows += difflib.unified_diff(before.split("\n"), after.split("\n"), str(file), str(file), lineterm="", n=2)
    session.config.stash[CHANGED] = "\n".join(rows)
    if changed or _skipped_in_ci(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _skipped_in_ci(config: pytest.Config) -> list[Any]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return reporter.stats.get("skipped", []) if reporter and os.environ.get("CI") == "true" else []


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        terminalreporter.section("SKIPPED: not checked on this machine", sep="!")
        for report in skipped:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
            terminalreporter.line(f"{report.nodeid}: {reason}")
        if os.environ.get("CI") == "true":
            terminalreporter.line("CI=true: a skipped test is a failed run")
    if config.stash.get(CHANGED, ""):
        terminalreporter.section("expectations rewritten: read the drawings")
        terminalreporter.write_line(config.stash[CHANGED])
