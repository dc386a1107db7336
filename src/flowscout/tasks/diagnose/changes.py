"""What a range of commits changed: functions, and files outside of their functions."""

from __future__ import annotations

from collections.abc import Mapping

from ...model.identity import path_of
from ...model.record import NamedTuple
from ...pipeline import Project
from ..pairing import pair


class Change(NamedTuple):
    """id: of the function as it is now, or as it was where it is gone; "" for a file's own text. how: changed added removed."""

    id: str
    path: str
    how: str


def changed(before: Project, after: Project, renames: Mapping[str, str]) -> tuple[Change, ...]:
    found = [change for a, b in pair(before, after, renames, before.files.keys() | after.files.keys()) if (change := _change(before, after, a, b))]
    touched = {change.path for change in found}
    rest = sorted((before.files.keys() | after.files.keys()) - touched)
    found.extend(
        Change("", path, "changed" if path in after.files else "removed")
        for path in rest
        if _checksum(before, path) != _checksum(after, path)
    )
    return tuple(found)


def _change(before: Project, after: Project, a: str, b: str) -> Change | None:
    if a and b:
        if before.functions[a].facts.digest == after.functions[b].facts.digest:
            return None
        return Change(b, path_of(b), "changed")
    return Change(b or a, path_of(b or a), "added" if b else "removed")


def _checksum(project: Project, path: str) -> str:
    return project.files[path].checksum if path in project.files else ""
