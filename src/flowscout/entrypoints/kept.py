"""A root's project kept between runs: its view is brought up to date, and what was drawn is remembered."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from ..adapters.store.database import Store
from ..adapters.store.views import SqliteView
from ..adapters.workers.fork_pool import forked
from ..model.facts import FACTS_FORMAT
from ..model.record import NamedTuple
from ..pipeline import Project
from ..ports import Damaged, Progress
from ..tasks.entrypoints import is_test
from ..tasks.facts import silent
from ..tasks.stamp import RULES
from ..tasks.standing import standing
from ..tasks.view import Means, StoredProject, Work, bring
from ..tasks.view.bring import VIEW_FORMAT, made_so
from ..tasks.view.drawn import Drawn
from ..wiring import Workspace, compiler, frontend, jobs, pool, project, say, store

Made = TypeVar("Made")
KEPT = ("index", "worktree", "folder")


class OpenView(NamedTuple):
    project: StoredProject
    work: Work
    drawn: Drawn
    view: SqliteView


def with_kept(
    seen: Workspace,
    use: Callable[[OpenView], Made],
    progress: Progress = silent,
    *,
    tests: bool = False,
    pages: bool = True,
) -> tuple[Made, str]:
    """What `use` makes of the kept project, and a note. A store that is busy, full or read-only, or rows that are not
    what they should be, cost time only: everything is computed in memory then, and a store that cannot be read is begun
    anew."""
    try:
        with kept(seen, progress, tests=tests, pages=pages) as held:
            return use(held), ""
    except sqlite3.OperationalError as error:
        note = f"the store cannot be used ({error}): computed in memory"
    except (sqlite3.Error, Damaged, ValueError, TypeError, LookupError) as error:
        note = f"what was kept cannot be read ({type(error).__name__}): computed anew"
        doubt(seen)
    with kept(seen, progress, afresh=True, tests=tests, pages=pages) as held:
        return use(held), note


def doubt(seen: Workspace) -> None:
    doubtful = seen.memo or store(seen.place)
    doubtful.doubt()
    if doubtful is not seen.memo:
        doubtful.close()


def is_kept(seen: Workspace) -> bool:
    """Whether what is found of this snapshot is kept for the next question."""
    return seen.snapshot.label in KEPT and (seen.memo is not None or os.environ.get("FLOWSCOUT_MEMO") != "off")


def asked(seen: Workspace, use: Callable[[Project], Made], progress: Progress = silent) -> tuple[Made, str]:
    """What `use` makes of the project with its tests, and a note. It may be called twice, so it only reads. Of what is
    not kept between runs the project is put together for this one."""
    if not is_kept(seen):
        return use(project(seen, progress)), ""

    def using(held: OpenView) -> tuple[Made | None, Exception | None]:
        try:
            return use(held.project), None
        except (sqlite3.Error, Damaged):
            raise
        except (ValueError, TypeError, LookupError) as error:
            return None, error

    (made, flown), note = with_kept(seen, using, progress, tests=True, pages=False)
    if flown is None:
        return made, note  # type: ignore[return-value]
    answer = use(project(seen, progress))  # flies out of here again where no row was at fault
    doubt(seen)
    return answer, f"what was kept cannot be read ({type(flown).__name__}): computed anew"


def _name(seen: Workspace, tests: bool, compiled: bool) -> str:
    """Two versions of flowscout that give rows another meaning each keep their own."""
    meaning = f"{VIEW_FORMAT}.{FACTS_FORMAT}.{RULES}"
    return f"{seen.place.root}\n{seen.snapshot.label}\n{_worktree(seen)}\n{tests}\n{meaning}" + (
        "\ncompiled" if compiled else ""
    )


@contextmanager
def kept(
    seen: Workspace, progress: Progress = silent, *, afresh: bool = False, tests: bool = False, pages: bool = True
) -> Iterator[OpenView]:
    """Charts drawn inside are remembered when the block ends well. Views of commits are thrown away. `afresh`: nothing
    that an earlier run found is used. `tests`: the project's tests are part of it; the docs do not show them, and what
    only they call is called by nobody. `pages`: it is for what is committed."""
    reads = compiler(seen, pages=pages)
    memo = Store(None) if afresh else seen.memo or store(seen.place)
    holder = memo if seen.snapshot.label in KEPT else Store(None)
    try:
        view = holder.view(_name(seen, tests, reads is not None))
        entries = seen.snapshot.entries([path for path in seen.scope.wanted if tests or not is_test(path)])
        means = Means(memo, pool, forked, jobs(), progress, reads)
        project, work = bring(
            view, seen.snapshot, entries, frontend(seen.settings), seen.settings, means, standing, str(RULES)
        )
        drawn = Drawn(project, memo)
        with view.reading():
            yield OpenView(project, work, drawn, view)
        with contextlib.suppress(sqlite3.Error, UnicodeError):  # a chart that is not remembered is drawn again
            drawn.keep()
    finally:
        if memo.note:
            say(memo.note)
        memo.tidy()
        for held in {memo, holder} - {seen.memo}:
            held.close()


def whole(seen: Workspace) -> bool:
    """Whether a run has left a view of this root with its tests that is made as one would be made now, of whatever
    files."""
    held = seen.memo or store(seen.place)
    try:
        return made_so(
            held.view(_name(seen, tests=True, compiled=compiler(seen) is not None)), seen.settings, str(RULES)
        )
    except (sqlite3.Error, UnicodeError):
        return False
    finally:
        if held is not seen.memo:
            held.close()


def _worktree(seen: Workspace) -> str:
    return seen.place.repository.git_dir if seen.place.repository else ""
