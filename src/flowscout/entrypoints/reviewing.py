"""Two states of a repository -> a review: two commits, read as git objects and never checked out, or a commit and what
is not committed yet.

Where the work tree's view is kept, the state after is laid over it by what differs (`tasks.view.overlay`) and the state
before over that one; else both projects are put together in memory.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from ..adapters.git import ranges
from ..adapters.git.plumbing import Repository
from ..adapters.store.views import SqliteView
from ..adapters.workers.fork_pool import forked
from ..model.account import Answer
from ..model.paths import name_of
from ..model.review import Review
from ..model.settings import Settings
from ..pipeline import Project
from ..ports import Damaged, Progress, View
from ..tasks.account.settings import settings_of, told_settings
from ..tasks.facts import silent
from ..tasks.near import NearFiles, above
from ..tasks.review.review import review
from ..tasks.sources import scope, scope_of
from ..tasks.stamp import RULES
from ..tasks.standing import standing
from ..tasks.view import Means, laid_over
from ..tasks.view.bring import Laid, made_of
from ..wiring import (
    INDEX,
    WORKTREE,
    Root,
    Workspace,
    compiler,
    frontend,
    jobs,
    pool,
    project,
    say,
    script_language,
    snapshot,
    store,
    suffixes,
    workspace,
)
from .kept import KEPT, doubt, kept, whole

_NAMED = 3  # files that are not read, from which on only their kinds are told
_LONGEST = 80
UNCOMMITTED = {WORKTREE: "uncommitted", INDEX: "staged"}  # how the state after is called where it is no commit
Compare = Callable[[Project, Project, NearFiles | None], Review]


def scene_at(where: Root, commit: str, policy: Workspace | None = None) -> Workspace:
    """policy: whose settings, ignore files and attributes count instead of the commit's, which may be a stranger's and
    are not even read."""
    if policy is None:
        return workspace(where, commit)
    seen = snapshot(where, commit)
    return Workspace(
        where,
        seen,
        policy.settings,
        True,
        scope(seen, policy.settings, suffixes(), policy.scope.rules, script_language()),
    )


def reviewed(
    where: Root,
    before: str,
    after: str,
    detail: str = "",
    progress: Progress = silent,
    *,
    policy: Workspace | None = None,
    only: frozenset[str] = frozenset(),
    passing: bool = False,
) -> tuple[Review, Settings]:
    """The review, and the settings it was made with (those of `after`, or the policy). after: a commit, or one of
    UNCOMMITTED. only: paths that count. passing: this machine is not there for the next review, so that no view is made
    which is not there yet."""
    repository = where.git("review")
    new = scene_at(where, after, policy)
    old = scene_at(where, before, policy)._replace(settings=new.settings)
    old, new = _with_scripts(old, new), _with_scripts(new, old)
    labels = (ranges.short(repository, before), UNCOMMITTED.get(after) or ranges.short(repository, after))
    differing, renames = _differing(old, new) if after in UNCOMMITTED else _committed(repository, before, after)
    read = old.scope.wanted | new.scope.wanted | old.scope.left_out.keys() | new.scope.left_out.keys()
    apart = [path for path in differing if path not in read]
    held = _settings(old, new, apart)
    known = {one.place.path for one in held}
    others = _unread([path for path in apart if path not in known])

    def compared(one: Project, other: Project, near: NearFiles | None = None) -> Review:
        return review(one, other, labels, renames, detail or new.settings.detail, others, near)

    found = _from_rows(where, old, new, compared, progress, passing) or _in_memory(old, new, compared, progress)
    account = _read_on_one_side(old, new, differing, found.account)
    found = found._replace(account=(*account, *held), files=found.files + len(known))
    if only:
        told = tuple(one for one in found.account if one.place.path in only)
        found = found._replace(
            changes=tuple(c for c in found.changes if _path(c.after or c.before) in only), account=told
        )
    return found, new.settings


def _with_scripts(seen: Workspace, other: Workspace) -> Workspace:
    """With the scripts that are read on the other side: one that can be run no longer is not gone."""
    same = [path for path in other.scope.wanted - seen.scope.wanted if "." not in name_of(path)]
    read = seen.snapshot.read(seen.snapshot.entries(same)) if same else {}
    found = [path for path, data in read.items() if script_language()(data)]
    here = scope_of(found, seen.settings, seen.scope.rules).wanted
    return seen._replace(scope=seen.scope._replace(wanted=seen.scope.wanted | here)) if here else seen


def _read_on_one_side(
    old: Workspace, new: Workspace, paths: Sequence[str], told: Sequence[Answer]
) -> tuple[Answer, ...]:
    """A file that is there on both sides, and is read on one: a Python script in whose place stands one for the shell is not gone."""
    apart = [path for path in paths if path in old.scope.wanted ^ new.scope.wanted]
    there = [{entry.path for entry in side.snapshot.entries(apart)} if apart else set[str]() for side in (old, new)]
    both = there[0] & there[1]
    return tuple([_stands_still(one) if one.rule == "file" and one.place.path in both else one for one in told])


def _stands_still(one: Answer) -> Answer:
    gone = "Is gone as code: what stands there now is not read"
    said = one.sentence.replace("Is gone, with ", f"{gone}; it had ", 1)
    said = said.replace("Is gone", gone, 1) if said == one.sentence else said
    came = "Is a new file of code, in the place of one that is not read"
    return one._replace(sentence=said.replace("Is a new file", came, 1))


def _settings(old: Workspace, new: Workspace, paths: Sequence[str]) -> list[Answer]:
    """What differs in files of settings, which are no code."""
    named = settings_of(paths)
    sides = [side.snapshot.read(side.snapshot.entries(named)) if named else {} for side in (old, new)]
    return told_settings(*sides)


def _in_memory(old: Workspace, new: Workspace, compared: Compare, progress: Progress) -> Review:
    made = project(new, progress, whole=True)
    return compared(project(old, progress), made, None)


def _from_rows(
    where: Root, old: Workspace, new: Workspace, compared: Compare, progress: Progress, passing: bool
) -> Review | None:
    """None where there are no rows to read, or they are not what they should be."""
    if os.environ.get("FLOWSCOUT_MEMO") == "off":
        return None
    here = workspace(where)
    same = made_of(here.settings) == made_of(new.settings)
    if not same or here.snapshot.label not in KEPT or (passing and not whole(here)):
        return None
    try:
        with kept(here, progress, tests=True, pages=False) as held:
            return _laid(held.view, old, new, compared, progress)
    except sqlite3.OperationalError as error:
        say(f"the store cannot be used ({error}): computed in memory")
    except (sqlite3.Error, Damaged, ValueError, TypeError, LookupError) as error:
        say(f"what was kept cannot be read ({type(error).__name__}): computed anew")
        doubt(here)
    return None


def _laid(view: SqliteView, old: Workspace, new: Workspace, compared: Compare, progress: Progress) -> Review | None:
    memo = store(
        new.place
    )  # not the one that the view is read through: what is read anew is written at once, and nobody waits
    try:
        means = Means(memo, pool, forked, jobs(), progress)

        def over(below: View, side: Workspace) -> Laid | None:
            entries = side.snapshot.entries(side.scope.wanted)
            how = means._replace(compiler=compiler(side))
            reads, settings = frontend(new.settings), new.settings
            return laid_over(below, side.snapshot, entries, reads, settings, how, standing, str(RULES))

        other = over(view, new)
        one = over(other.view, old) if other else None  # the two are near each other, however far from the work tree
        return compared(one.project, other.project, above(one.view, other.view)) if one and other else None
    finally:
        memo.close()


def _differing(old: Workspace, new: Workspace) -> tuple[list[str], dict[str, str]]:
    """(paths that differ, old path -> new path of files that were moved as they are), by content: git says neither of
    untracked files."""
    was, now = ({entry.path: entry.blob for entry in seen.snapshot.entries()} for seen in (old, new))
    came: dict[str, list[str]] = {}
    for path in sorted(now.keys() - was.keys()):
        came.setdefault(now[path], []).append(path)
    moved = {path: came[blob].pop(0) for path, blob in sorted(was.items()) if path not in now and came.get(blob)}
    return sorted(path for path in was.keys() | now.keys() if was.get(path) != now.get(path)), moved


def _committed(repository: Repository, before: str, after: str) -> tuple[list[str], dict[str, str]]:
    return ranges.changed(repository, before, after), ranges.renames(repository, before, after)


def _unread(paths: Sequence[str]) -> Mapping[str, int]:
    """A few by their paths, more by how many of each kind there are."""
    few = len(paths) <= _NAMED and all(len(path) <= _LONGEST and path.isprintable() for path in paths)
    named = [
        f"./{path}" if path.startswith(".") and "/" not in path else path for path in paths
    ]  # no kind, as `.md` is
    kinds = Counter(map(_kind, paths))
    return Counter(
        named if few else [_kind(path) if kinds[_kind(path)] > 1 or "." in _kind(path) else path for path in paths]
    )


def _kind(path: str) -> str:
    """`.md` of `docs/a.md`, `Makefile` of a name without an ending."""
    name = path.rsplit("/", 1)[-1]
    return f".{name.rsplit('.', 1)[-1]}" if "." in name[1:] else name


def _path(id_: str) -> str:
    return id_.split("::", 1)[0]
