"""Take back what init wrote: workflows, configuration, attributes, pre-commit entry, git hooks, merge driver, tasks, entries for assistants and pages.

Only files that nobody edited are removed, and text of yours in shared files stays. Charts between markers in your own
Markdown stay as well: they are part of your text.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from typing import Final

from ..adapters.files import docs
from ..adapters.git.plumbing import Repository
from ..entrypoints import githooks
from ..model.settings import Settings
from ..tasks import assistants, setup, workflows
from ..tasks.stamp import digest, read_page
from ..wiring import WORKTREE, place, settings, snapshot
from .shared.console import Talk

SHARED: Final[Mapping[str, Callable[[str], str]]] = {
    ".gitattributes": setup.without_block, ".pre-commit-config.yaml": setup.without_entry, assistants.SERVERS: assistants.without_server,
    assistants.NOTES: assistants.without_section,
}  # fmt: skip


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-y", "--yes", action="store_true", help="do not ask")
    parser.add_argument("--edited", action="store_true", help="take what was edited since, too")
    parser.add_argument("--keep-docs", action="store_true", help="leave the pages")


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    where = place(chosen.root)
    git = where.git("uninstall")
    folder = (settings(snapshot(where, WORKTREE)) or Settings()).docs
    if not chosen.yes and not _agreed(where.root):
        talk.warn("nothing was changed: --yes goes ahead")
        return 1
    gone = _files(where.root, talk, shared=where.root == git.top, edited=chosen.edited)
    if not chosen.keep_docs:
        gone += _pages(where.root, folder, talk)
    if where.root == git.top:
        githooks.uninstall(where, (), talk.say)
    _forget_driver(git)
    for path in gone:
        print(path)
    talk.say("done" if gone else "there was nothing to take back")
    return 0


def _agreed(root: str) -> bool:
    if not sys.stdin.isatty():
        return False
    sys.stderr.write(f"take flowscout out of {root}? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _files(root: str, talk: Talk, *, shared: bool, edited: bool) -> list[str]:
    """Ours are deleted; of shared ones our part is taken out. Of a root below the top, the repository's hook stays."""
    changed = []
    for path, strip in SHARED.items():
        before = docs.read(root, [path])[0].get(path)
        if before is None or (path != ".gitattributes" and not shared):
            continue
        text = before.decode("utf-8", "surrogateescape")
        after = setup.with_ends(text, strip) or ""
        if after != text:
            if after.strip():
                docs.write(root, path, after.encode("utf-8", "surrogateescape"))
            else:
                os.unlink(os.path.join(root, path))
            changed.append(path)
    own = ["flowscout.toml", *((workflows.EVENTS, workflows.AFTER, setup.TASKS) if shared else ())]
    return changed + [path for path in own if _removed(root, path, edited, talk)]


def _removed(root: str, path: str, edited: bool, talk: Talk) -> bool:
    """Whether a file of ours is gone. What somebody wrote into one since is theirs, unless they say otherwise."""
    data = docs.read(root, [path])[0].get(path)
    if data is None:
        return False
    text = data.decode("utf-8", "surrogateescape")
    state = (
        ("ours" if text.replace("\r\n", "\n") == setup.tasks() else "theirs")
        if path == setup.TASKS
        else setup.standing(text)
    )
    if state == "edited" and not edited:
        talk.warn(f"{path} was edited and stays: --edited takes it too")
    if state == "ours" or (state == "edited" and edited):
        return docs.delete(root, path, path.partition("/")[0])
    if state == "theirs" and path != setup.TASKS:
        talk.warn(f"{path} was not written by init and stays")
    return False


def _pages(root: str, folder: str, talk: Talk) -> list[str]:
    found, _ = docs.read(root, docs.markdown_in(root, folder))
    removed = []
    for path, data in sorted(found.items()):
        page = read_page(data.decode("utf-8", "surrogateescape").replace("\r\n", "\n"))
        if page is None:
            continue
        if digest(page[1]) != page[0].body:
            talk.warn(f"{path} was edited by hand and stays")
        elif docs.delete(root, path, folder):
            removed.append(path)
    return removed


def _forget_driver(git: Repository) -> None:
    git.git("config", "--remove-section", setup.DRIVER, codes=(0, 1, 5, 128))
