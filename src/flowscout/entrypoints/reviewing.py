"""Two states of a repository -> a review: two commits, read as git objects and never checked out, or a commit and what is not committed yet."""

from __future__ import annotations

from collections import Counter

from ..adapters import gitpython, ranges
from ..model.review import Review
from ..model.settings import Settings
from ..pipeline import Project
from ..ports import Progress
from ..tasks.facts import silent
from ..tasks.review import review
from ..tasks.sources import scope
from ..wiring import INDEX, WORKTREE, Place, Scene, project, scene, snapshot, suffixes

UNCOMMITTED = {WORKTREE: "uncommitted", INDEX: "staged"}  # how the state after is called where it is no commit


def scene_at(where: Place, commit: str, policy: Scene | None = None) -> Scene:
    """policy: whose settings, ignore files and attributes count instead of the commit's, which may be a stranger's and are not
    even read."""
    if policy is None:
        return scene(where, commit)
    seen = snapshot(where, commit)
    return Scene(where, seen, policy.settings, True, scope(seen, policy.settings, suffixes(), policy.scope.rules))


def reviewed(
    where: Place, before: str, after: str, detail: str = "", progress: Progress = silent, *,
    policy: Scene | None = None, only: frozenset[str] = frozenset(),
) -> tuple[Review, Settings, Project]:
    """The review, the settings it was made with (those of `after`, or the policy), and the project after. after: a commit, or one of
    UNCOMMITTED. only: paths that count."""
    repository = where.git("review")
    new = scene_at(where, after, policy)
    old = scene_at(where, before, policy)._replace(settings=new.settings)
    made = project(new, progress, whole=True)
    labels = (ranges.short(repository, before), UNCOMMITTED.get(after) or ranges.short(repository, after))
    differing, renames = _differing(old, new) if after in UNCOMMITTED else (
        ranges.changed(repository, before, after), gitpython.renames(repository, before, after))
    read = old.scope.wanted | new.scope.wanted | old.scope.left_out.keys() | new.scope.left_out.keys()
    others = Counter(_kind(path) for path in differing if path not in read)
    found = review(project(old, progress), made, labels, renames, detail or new.settings.detail, others)
    if only:
        told = tuple(one for one in found.account if one.place.path in only)
        found = found._replace(changes=tuple(c for c in found.changes if _path(c.after or c.before) in only), account=told)
    return found, new.settings, made


def _differing(old: Scene, new: Scene) -> tuple[list[str], dict[str, str]]:
    """(paths that differ, old path -> new path of files that were moved as they are), by content: git says neither of untracked files."""
    was, now = ({entry.path: entry.blob for entry in seen.snapshot.entries()} for seen in (old, new))
    came: dict[str, list[str]] = {}
    for path in sorted(now.keys() - was.keys()):
        came.setdefault(now[path], []).append(path)
    moved = {path: came[blob].pop(0) for path, blob in sorted(was.items()) if path not in now and came.get(blob)}
    return sorted(path for path in was.keys() | now.keys() if was.get(path) != now.get(path)), moved


def _kind(path: str) -> str:
    """`.md` of `docs/a.md`, `Makefile` of a name without an ending."""
    name = path.rsplit("/", 1)[-1]
    return f".{name.rsplit('.', 1)[-1]}" if "." in name[1:] else name


def _path(id_: str) -> str:
    return id_.split("::", 1)[0]
