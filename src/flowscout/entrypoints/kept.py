"""A root's project kept between runs: its view is brought up to date, and what was drawn is remembered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ..adapters.spread import forked
from ..adapters.store import Store
from ..ports import Progress
from ..tasks.entrypoints import is_test
from ..tasks.facts import silent
from ..tasks.selection import standing
from ..tasks.stamp import RULES
from ..tasks.view import Means, StoredProject, Work, bring
from ..tasks.view.drawn import Drawn
from ..wiring import Scene, frontend, jobs, pool, store

KEPT = ("index", "worktree", "folder")


class Kept(NamedTuple):
    project: StoredProject
    work: Work
    drawn: Drawn


@contextmanager
def kept(seen: Scene, progress: Progress = silent, *, afresh: bool = False, tests: bool = False) -> Iterator[Kept]:
    """Charts drawn inside are remembered when the block ends well. Views of commits are thrown away. `afresh`: nothing that
    an earlier run found is used. `tests`: the project's tests are part of it; the docs do not show them, and what only they
    call is called by nobody."""
    memo = Store(None) if afresh else store(seen.place)
    holder = memo if seen.snapshot.label in KEPT else Store(None)
    try:
        view = holder.view(f"{seen.place.root}\n{seen.snapshot.label}\n{_worktree(seen)}\n{tests}")
        entries = [e for e in seen.snapshot.entries() if e.path in seen.scope.wanted and (tests or not is_test(e.path))]
        means = Means(memo, pool, forked, jobs(), progress)
        project, work = bring(view, seen.snapshot, entries, frontend(seen.settings), seen.settings, means, standing, str(RULES))
        drawn = Drawn(project, memo)
        yield Kept(project, work, drawn)
        drawn.keep()
    finally:
        memo.close()
        if holder is not memo:
            holder.close()


def _worktree(seen: Scene) -> str:
    return seen.place.repository.git_dir if seen.place.repository else ""
