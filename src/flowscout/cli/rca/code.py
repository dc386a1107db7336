"""The code that a root cause points into, where we stand in a repository that has it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from ...adapters.git import ranges
from ...adapters.git.snapshots import verified
from ...border import within
from ...entrypoints.changed import Texts, texts
from ...errors import FlowscoutError, UserError
from ...model.finding import RootCause
from ...pipeline import Project
from ...tasks.drawing import Drawing
from ...wiring import Root, Workspace, place, project, workspace
from ..shared.console import Talk

AROUND = 4  # lines of code shown before and after the place


class CodeAround(NamedTuple):
    """root: with its place in the code. snippet: numbered lines around it. drawing: the flow of the failing function.
    repository, head: where we stand, "" outside of git."""

    root: RootCause
    snippet: tuple[tuple[int, str], ...] = ()
    drawing: Drawing | None = None
    repository: str = ""
    head: str = ""

    def markdown(self) -> str:
        from ...tasks.diagnose.markdown import markdown

        return markdown(self.root, snippet=self.snippet, drawing=self.drawing)


def look(root: RootCause, folder: str, range_: str | None, talk: Talk) -> CodeAround:
    """range_: None for the commits of this branch, where there are any."""
    where = place(folder)
    if not root.findings or where.repository is None:
        return CodeAround(root)
    name, head = os.path.basename(where.root), _head(where)
    from ...tasks.diagnose import diagnose, located

    now = workspace(where)
    paths = now.snapshot.paths()
    root = located(root, paths)
    first = root.findings[0]
    if first.file not in paths and range_ is None:
        return CodeAround(root, repository=name, head=head)
    after, before, renames, others = _ends(now, range_, talk)

    def seen() -> CodeAround:
        found = diagnose(root, after, before, renames, others=others)
        snippet = _snippet(after, now, first.file, first.file_line)
        return CodeAround(found.root, snippet, _drawing(after, found.root), name, head)

    return within(first.file, seen, lambda: CodeAround(root, repository=name, head=head))


def changed_since(folder: str) -> tuple[str, Callable[[str], tuple[str, ...] | None]] | None:
    """(name of the repository, files changed since a commit that HEAD came from); None outside of git."""
    where = place(folder)
    if where.repository is None or not (head := _head(where)):
        return None
    repository = where.git("rca")

    def changed(sha: str) -> tuple[str, ...] | None:
        try:
            base = verified(repository, sha)
            if base == head or ranges.merge_base(repository, base, head)[0] != base:
                return None
            names = repository.lines(
                "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", base, head, "--"
            )
        except FlowscoutError:
            return None
        return tuple(name.decode("utf-8", "replace") if isinstance(name, bytes) else name for name in names)

    return os.path.basename(where.root), changed


def _head(where: Root) -> str:
    try:
        return verified(where.git("rca"), "HEAD")
    except UserError:
        return ""


def _ends(now: Workspace, range_: str | None, talk: Talk) -> tuple[Project, Project | None, dict[str, str], Texts]:
    """The code as it is, as it was before the change, what was renamed between, and all files that changed with their texts."""
    repository = now.place.git("rca --range")
    try:
        before, after = ranges.ends(repository, range_ or "")
    except UserError:
        if range_:
            raise
        return project(now, talk.progress), None, {}, {}
    old = workspace(now.place, before)._replace(settings=now.settings)
    new = workspace(now.place, after) if range_ else now
    return (
        project(new, talk.progress),
        project(old, talk.progress),
        dict(ranges.renames(repository, before, after)),
        texts(old, new, ranges.changed(repository, before, after)),
    )


def _snippet(code: Project, now: Workspace, path: str, line: int) -> tuple[tuple[int, str], ...]:
    if not line:
        return ()
    data = code.sources(path) if path in code.files else now.snapshot.read(now.snapshot.entries([path])).get(path, b"")
    lines = data.decode("utf-8", "replace").split("\n")
    low, high = max(1, line - AROUND), min(len(lines), line + AROUND)
    return (
        tuple((number, lines[number - 1].rstrip("\r")) for number in range(low, high + 1)) if line <= len(lines) else ()
    )


def _drawing(code: Project, root: RootCause) -> Drawing | None:
    from ...tasks.diagnose.pictures import failing_flow

    return failing_flow(code, root.place) if root.place else None
