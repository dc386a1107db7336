"""What most verbs begin with: the arguments that say what to look at, and the project they lead to."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ...entrypoints.kept import asked, is_kept
from ...pipeline import Project
from ...tasks import compiled
from ...wiring import INDEX, WORKTREE, Workspace, place, project, workspace
from .console import Talk

if TYPE_CHECKING:
    from ...llm.session import Session

Made = TypeVar("Made")


class Opened(NamedTuple):
    workspace: Workspace
    project: Project


def arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what to look at")
    which = group.add_mutually_exclusive_group()
    which.add_argument("--rev", default="", metavar="COMMIT", help="the files of a commit, not of the work tree")
    which.add_argument("--staged", action="store_true", help="the files of the index")
    group.add_argument("--project-path", default="", metavar="FOLDER", help="the same as --root")


def opened(chosen: argparse.Namespace, talk: Talk, start: str = ".", whole: bool = False, rows: bool = True) -> Opened:
    seen = look(chosen, start)
    made = project(seen, talk.progress, whole=whole, rows=rows)
    told(seen, made, talk)
    return Opened(seen, made)


def asking(chosen: argparse.Namespace, talk: Talk, use: Callable[[Workspace, Project], Made], start: str = ".") -> Made:
    """What `use` makes of the project as it is kept: it reads the rows it needs, and may be called twice, so it only reads."""
    return _asking(look(chosen, start), talk, use)


def _asking(seen: Workspace, talk: Talk, use: Callable[[Workspace, Project], Made]) -> Made:
    def using(made: Project) -> Made:
        told(seen, made, talk)
        return use(seen, made)

    answer, note = asked(seen, using, talk.progress)
    if note:
        talk.warn(note)
    return answer


def going_over(
    chosen: argparse.Namespace, talk: Talk, use: Callable[[Workspace, Project], Made], rows: bool = True
) -> Made:
    """As `asking`, of what looks at every function: what is not kept is put together in memory by several processes."""
    seen = look(chosen)
    if is_kept(seen):
        return _asking(seen, talk, use)
    made = project(seen, talk.progress, whole=True, rows=rows)
    told(seen, made, talk)
    return use(seen, made)


def look(chosen: argparse.Namespace, start: str = ".") -> Workspace:
    revision = INDEX if chosen.staged else chosen.rev or WORKTREE
    return workspace(place(chosen.root or chosen.project_path, start), revision)


def told(seen: Workspace, made: Project, talk: Talk) -> None:
    """What was left out and what could not be read, in a line each."""
    if seen.scope.left_out:
        talk.more(f"left out: {seen.scope.said()}")
    for path, why in seen.snapshot.skipped():
        talk.more(f"{path}: skipped, {why}")
    units = compiled.units(made)
    for line in compiled.without({unit.path: unit.dropped for unit in units}):
        talk.more(line)
    lost = [unit for unit in units if unit.refused]
    for unit in lost:
        talk.more(f"{unit.path}: calls are resolved by syntax: {unit.refused}")
    if lost and not talk.verbose:
        talk.say(
            f"libclang could not read {len(lost)} unit{'s' if len(lost) > 1 else ''}, whose calls are resolved by syntax: -v says which and why"
        )
    unread = made.unread
    for path, facts in unread.items():
        talk.more(f"{path}: {facts.status}: {facts.error}")
    if unread and not talk.verbose:
        talk.say(f"{len(unread)} file{'s' if len(unread) > 1 else ''} could not be read: -v says which and why")


def inside(seen: Workspace, path: str) -> str:
    """A path from the command line as the root's own: relative to where we stand, else to the root."""
    from_here = os.path.relpath(os.path.realpath(path), seen.place.root).replace(os.sep, "/")
    if os.path.exists(path) and not from_here.startswith("../"):
        return "" if from_here == "." else from_here
    return path.replace(os.sep, "/").removeprefix("./").rstrip("/")


def spent(line: Session | None, talk: Talk) -> None:
    """What a run did with its model."""
    if line is not None:
        from ...llm.opening import shown

        for text in shown(line):
            talk.say(text)
