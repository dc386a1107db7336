"""Two commits of a repository -> a review, read as git objects; nothing is checked out."""

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
from ..wiring import Place, Scene, project, scene, snapshot, suffixes


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
    """The review, the settings it was made with (those of `after`, or the policy), and the project after. only: paths that count."""
    repository = where.git("review")
    new = scene_at(where, after, policy)
    old = scene_at(where, before, policy)._replace(settings=new.settings)
    made = project(new, progress, whole=True)
    labels = (ranges.short(repository, before), ranges.short(repository, after))
    renames = gitpython.renames(repository, before, after)
    read = old.scope.wanted | new.scope.wanted | old.scope.left_out.keys() | new.scope.left_out.keys()
    others = Counter(_kind(path) for path in ranges.changed(repository, before, after) if path not in read)
    found = review(project(old, progress), made, labels, renames, detail or new.settings.detail, others)
    if only:
        told = tuple(one for one in found.account if one.place.path in only)
        found = found._replace(changes=tuple(c for c in found.changes if _path(c.after or c.before) in only), account=told)
    return found, new.settings, made


def _kind(path: str) -> str:
    """`.md` of `docs/a.md`, `Makefile` of a name without an ending."""
    name = path.rsplit("/", 1)[-1]
    return f".{name.rsplit('.', 1)[-1]}" if "." in name[1:] else name


def _path(id_: str) -> str:
    return id_.split("::", 1)[0]
