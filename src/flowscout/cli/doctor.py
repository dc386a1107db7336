"""Check what flowscout needs: git, the grammars, the configuration, workflows, the hook, and where results are stored.

Whatever is not well says what to do. Exit 0 when everything is well, 2 when something wants you.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import os
import platform
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import NamedTuple

from .. import __version__, scale, shelf
from ..adapters.files import user
from ..adapters.git import githooks
from ..adapters.git.plumbing import run as git
from ..errors import FlowscoutError
from ..model.paths import suffix_of
from ..tasks import setup, workflows
from ..tasks.compiled import without
from ..tasks.githooks import advice
from ..tasks.records import to_line
from ..wiring import INDEX, Root, Workspace, jobs, place, store_folder, workspace
from .shared.console import Talk

# What to do about what is wrong, where what went wrong does not say so itself.
WAYS = {
    "git": "install git 2.30 or newer, and see that it is on PATH",
    "store": "give the results another place with XDG_CACHE_HOME, or go without: FLOWSCOUT_MEMO=off",
    "executor": "unset FLOWSCOUT_EXECUTOR to use this machine's processes",
    "memo": "unset FLOWSCOUT_MEMO to use the store on disk",
    "model": "FLOWSCOUT_PROVIDER=none goes without; docs/models.md says what each needs",
    "memory": "FLOWSCOUT_MEMORY names another file, or is off",
}
COMPILED = frozenset((".c", ".cc", ".cpp", ".cxx", ".c++"))
GRAMMAR = "install flowscout anew, with its own dependencies: pip install --force-reinstall flowscout"


class Check(NamedTuple):
    """state: ok | note | wrong."""

    name: str
    state: str
    text: str


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one check a line, as JSON")
    parser.add_argument("--keys", action="store_true", help="print every configuration key and stop")


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    if chosen.keys:
        from ..config import reference

        print(reference(), end="")
        return 0
    checks = list(_checks(chosen.root))
    for check in checks:
        sign = {"ok": "✓", "note": "·", "wrong": "✗"}[check.state]
        print(
            to_line({"schema": "flowscout.check/1", **check._asdict()})
            if chosen.json
            else f"{sign} {check.name:<14} {check.text}\n",
            end="",
        )
    return 2 if any(check.state == "wrong" for check in checks) else 0


def _checks(root: str) -> Iterator[Check]:
    yield Check(
        "flowscout",
        "ok",
        f"{__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}",
    )
    yield _tried("git", lambda: git(("--version",), ".", os.environ).decode().strip())
    for name in shelf.names("flowscout.languages"):
        yield _tried(name, lambda name=name: _grammar(name))  # type: ignore[misc]
    try:
        where = place(root)
    except FlowscoutError as error:
        yield Check("repository", "wrong", f"{error}; {error.hint or 'name a folder that exists: --root FOLDER'}")
        return
    yield from _repository(where)
    yield _tried("store", lambda: store_folder(where))
    yield _tried("executor", lambda: scale.about_executor(os.environ, jobs()))
    yield _tried("memo", lambda: scale.about_memo(os.environ))
    yield _tried("model", _model)
    yield _tried("memory", _memory)


def _tried(name: str, ask: Callable[[], str]) -> Check:
    try:
        return Check(name, "ok", ask())
    except (FlowscoutError, ImportError, OSError, sqlite3.Error) as error:
        hint = (error.hint if isinstance(error, FlowscoutError) else "") or WAYS.get(name, GRAMMAR)
        return Check(name, "wrong", f"{error}; {hint}")


def _memory() -> str:
    """Of past root causes: where it is, how many there are, and how good."""
    from ..adapters.memory import remembering
    from ..rca.memory.quality import metrics

    if not remembering.remembers(os.environ):
        return "off (FLOWSCOUT_MEMORY)"
    with closing(remembering.opened(os.environ)) as memory:
        said = metrics(list(memory.all()), int(time.time() * 1000))
    embedding = remembering.chosen_embedding(os.environ).name
    where = remembering.where(os.environ)
    if not said["totalDocuments"]:
        return f"{where}: empty, {embedding}"
    return f"{where}: {said['totalDocuments']} cases, quality {said['averageQuality']:.2f}, {said['lowQualityCount'] + said['oldDocumentsCount']} to prune, {embedding}"


def _model() -> str:
    """Nothing is asked: whether the model answers is seen when it is used."""
    from ..llm.access import chosen

    access, _, run, _ = chosen(os.environ, user.read(os.environ))
    if access.provider == "none":
        return "none: every word is rule-made"
    caps = ", ".join(f"{name} {cap:,.10g}" for name, cap in run._asdict().items() if cap >= 0)
    return f"{access.provider}:{access.model} {access.base_url}".rstrip() + f"; caps of a run: {caps}"


def _grammar(name: str) -> str:
    module = shelf.load("flowscout.languages", name).grammar.split(":")[0]
    importlib.import_module(module)
    return f"{module} {importlib.metadata.version(module.replace('_', '-'))}"


def _repository(where: Root) -> Iterator[Check]:
    repository = where.repository
    yield Check("root", "ok", where.root + ("" if repository else " (no git: flowchart, scout, export and graph work)"))
    if repository is None:
        return
    try:
        seen = workspace(where, INDEX)
    except FlowscoutError as error:
        yield Check("configuration", "wrong", f"{error}; {error.hint or '`flowscout doctor --keys` lists every key'}")
        return
    said = f"{len(seen.scope.wanted)} files to read" + (
        f", left out: {seen.scope.said()}" if seen.scope.left_out else ""
    )
    if seen.configured:
        yield Check("configuration", "ok", f"charts in {seen.settings.docs}; {said}")
    else:
        yield Check(
            "configuration",
            "note",
            f"none in the index, which comments and root causes do without; for charts in your docs: `flowscout init --for pages,hook`; {said}",
        )
    yield from _compiler(seen)
    seen.snapshot.close()
    yield _workflows(where)
    if not seen.configured:
        return
    yield _hook(where)
    driver = repository.git("config", "--get", f"{setup.DRIVER}.driver", codes=(0, 1)).decode().strip()
    yield Check(
        "merge driver",
        "ok" if driver else "note",
        (driver and "set") or "not set in this clone: `flowscout init --for pages` sets it",
    )


def _compiler(seen: Workspace) -> Iterator[Check]:
    """How calls are resolved in C and C++, where there is any: by libclang, or why not."""
    if not any(suffix_of(path) in COMPILED for path in seen.scope.wanted):
        return
    from ..frontends.clang import database, guard

    use, root = seen.settings.clang, seen.place.root
    path = database.found(root, seen.settings.database)
    if use == "off" or os.environ.get("FLOWSCOUT_CLANG") == "off":
        yield Check("libclang", "note", "off: calls are resolved by syntax")
    elif not guard.installed():
        yield Check("libclang", "note", 'not installed: calls are resolved by syntax; pip install "flowscout[clang]"')
    elif not path:
        yield Check(
            "libclang",
            "note",
            "no compile_commands.json: calls are resolved by syntax; docs/c-and-cpp.md says how to get one",
        )
    else:
        known, dropped = database.of_root(path, root)
        version = importlib.metadata.version("libclang")
        yield Check(
            "libclang",
            "ok" if known else "note",
            f"{version}, {os.path.relpath(path, root)} with {len(known)} units; pages {'too' if use == 'pages' else 'by syntax'}",
        )
        yield from (Check("compiler flags", "note", line) for line in without(dropped))


def _workflows(where: Root) -> Check:
    """What is set up for pull requests, as the files of the work tree say."""
    top = where.git("doctor").top
    there = {path: _text(os.path.join(top, path)) for path in (workflows.EVENTS, workflows.AFTER)}
    uses = next(
        (
            line.split("uses: ")[1]
            for text in there.values()
            for line in text.splitlines()
            if "uses: " in line and "/flowscout@" in line
        ),
        "",
    )
    if not any(there.values()):
        return Check(
            "pull requests",
            "note",
            "no workflow of ours: `flowscout init` sets up comments and root causes; `flowscout init --dry-run` shows one",
        )
    if not all(there.values()):
        return Check(
            "pull requests",
            "note",
            f"{next(path for path, text in there.items() if not text)} is missing: `flowscout init` writes it",
        )
    return Check("pull requests", "ok", uses or "by the action at hand")


def _hook(where: Root) -> Check:
    repository = where.git("doctor")
    folder = githooks.folder(repository)
    now = githooks.standing(folder, "pre-commit")
    entered = "flowscout" in _text(os.path.join(repository.top, ".pre-commit-config.yaml"))
    if now.state == "none":
        return Check(
            "hook",
            "note",
            "no pre-commit hook: `pre-commit install`" + ("" if entered else " after `flowscout init --for hook`"),
        )
    if (
        now.state in ("ours", "edited")
        or (entered and now.manager and now.manager.name == "pre-commit")
        or "flowscout" in _text(now.path)
    ):
        return Check("hook", "ok", now.path)
    told = advice(now.manager, "pre-commit") if now.manager else "`flowscout hook install` chains to it"
    return Check("hook", "note", f"the pre-commit hook does not run flowscout: {told}")


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
