"""Set flowscout up in a repository: configuration, attributes of the pages, the pre-commit entry or git hooks, a workflow.

Each file is shown before it is written, and an existing one is changed only when you say yes (or --yes). `flowscout
uninstall` takes everything back.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import NamedTuple

from .. import __version__
from ..adapters import docs
from ..tasks import setup
from ..wiring import Place, configured_on_disk, place
from .talk import Talk


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-y", "--yes", action="store_true", help="do not ask")
    parser.add_argument("--docs", default="docs/flowcharts", metavar="FOLDER", help="where the pages go (docs/flowcharts)")
    parser.add_argument("--no-workflow", action="store_true", help="write no GitHub workflow")
    parser.add_argument("--no-hook", action="store_true", help="write no pre-commit entry")
    parser.add_argument("--git-hooks", action="store_true", help="plain git hooks instead of the pre-commit entry")


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    where = place(chosen.root or _top())
    git = where.git("init")
    asked = _changes(chosen, where, git.top, talk)
    changed = [change.path for change in asked if _write(change, chosen.yes, talk)]
    if ".gitattributes" in changed:
        git.git("config", f"{setup.DRIVER}.name", "keep our page; the hook draws it anew")
        git.git("config", f"{setup.DRIVER}.driver", "true")
    for path in changed:
        print(path)
    code = _git_hooks(where, talk) if chosen.git_hooks else 0
    if not changed:
        talk.say("everything is set up already")
        return code
    talk.say("next:")
    talk.say(f"  git add {' '.join(changed)}")
    talk.say("  flowscout refresh          draws the pages")
    if not (chosen.no_hook or chosen.git_hooks):
        talk.say("  pre-commit install         runs flowscout at every commit")
    return code


def _git_hooks(where: Place, talk: Talk) -> int:
    from ..entrypoints import githooks

    return githooks.install(where, (), False, talk.say)


def _top() -> str:
    found = place()
    return found.repository.top if found.repository and not configured_on_disk(found.root) else found.root


class Change(NamedTuple):
    """before: None where there is no file yet."""

    folder: str
    path: str
    before: str | None
    after: str


def _changes(chosen: argparse.Namespace, where: Place, top: str, talk: Talk) -> list[Change]:
    """What is not yet as it should be. Hook and workflow belong to the repository, the rest to the root."""
    changes = []
    if not configured_on_disk(where.root):
        changes.append(Change(where.root, "flowscout.toml", None, setup.configuration(_checked(chosen.docs))))
    attributes = _read(where.root, ".gitattributes")
    changes.append(Change(where.root, ".gitattributes", attributes, setup.attributes(attributes or "", chosen.docs)))
    if not (chosen.no_hook or chosen.git_hooks):
        hooks = _read(top, ".pre-commit-config.yaml")
        after = setup.hook_entry(hooks or "", __version__)
        if after is None:
            talk.warn(f".pre-commit-config.yaml is left alone; add: repo: {setup.REPOSITORY}, id: flowscout")
        else:
            changes.append(Change(top, ".pre-commit-config.yaml", hooks, after))
    if not chosen.no_workflow:
        changes.append(Change(top, setup.WORKFLOW, _read(top, setup.WORKFLOW), setup.workflow(__version__)))
    return [change for change in changes if change.before != change.after]


def _checked(docs: str) -> str:
    from ..config import settings

    return settings({"docs": {"folder": docs}}, "--docs").docs


def _read(root: str, path: str) -> str | None:
    try:
        with open(os.path.join(root, path), encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _write(change: Change, yes: bool, talk: Talk) -> bool:
    if change.before is not None and not yes and not _agreed(change.path, change.before, change.after, talk):
        return False
    written = docs.write(change.folder, change.path, change.after.encode("utf-8", "surrogateescape"))
    if not written:
        talk.warn(f"{change.path} is a symlink and is left alone")
    return written


def _agreed(path: str, before: str, after: str, talk: Talk) -> bool:
    import difflib

    for line in difflib.unified_diff(before.splitlines(), after.splitlines(), path, path, lineterm="", n=1):
        talk.say(line)
    if not sys.stdin.isatty():
        talk.warn(f"{path} exists and is left alone: --yes changes it")
        return False
    sys.stderr.write(f"change {path}? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
