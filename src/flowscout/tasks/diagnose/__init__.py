"""A root cause joined with the code: the function and the step it points at, and which of a change's functions can have
caused it.

A log says where something showed; a change says what is new. The call graph joins them: a changed function that the
failing place calls, over however many levels, is a *suspect*, the nearer the likelier; so is one on the stack above it.
Where no changed function reaches the failing place, and nothing changed that it imports, that is said; it acquits
nobody, for a call through a table, a process or a service is not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...model.finding import Finding, Place, RootCause
from ...model.logformat import NON_VERIFICATION
from ...model.record import NamedTuple
from ...pipeline import Project
from ...rca.locate import RepositoryPaths, own_frame
from .changes import ChangedFunction, changed
from .harmless import harmless
from .places import step_at, where
from .scene import FailureScene, scene
from .suspects import suspects

TOOLS = ("find_function", "find_callers_of_function")
ELSEWHERE = "No changed function reaches the failing place."
OUTSIDE = (
    "This kind of failure is not the code's fault: look at the environment, the configuration or the service it names."
)
_NEVER_CODE = frozenset(NON_VERIFICATION) - {
    "build_script",
    "configuration",
    "dependency_resolution",
    "dependency_conflict",
    "version_mismatch",
    "unknown",
}


class Diagnosis(NamedTuple):
    """root: with places of the repository, suspects and notes. changes: what the range changed, None where none was
    given."""

    root: RootCause
    changes: tuple[ChangedFunction, ...] | None


def located(root: RootCause, paths: Iterable[str]) -> RootCause:
    """The findings with paths of the repository, where its files are known."""
    files = RepositoryPaths(paths)
    return root._replace(findings=tuple(_located(one, files) for one in root.findings))


def _located(one: Finding, files: RepositoryPaths) -> Finding:
    found = files.find(one.file)
    if found:
        return one._replace(file=found, error=one.error._replace(filePath=found))
    frame = own_frame(one.frames, files)
    if frame is None:
        return one
    error = one.error._replace(filePath=frame[0], line=frame[1])
    return one._replace(file=frame[0], file_line=frame[1], column=0, error=error)


def diagnose(
    root: RootCause,
    after: Project,
    before: Project | None = None,
    renames: Mapping[str, str] = {},
    level: str = "medium",
    others: Mapping[str, tuple[str, str]] = {},
) -> Diagnosis:
    """root: from `located`. before: the code without the change, where a change is asked about. others: files that
    changed, of any kind, with their text before and after."""
    if not root.findings:
        return Diagnosis(root, None)
    first = root.findings[0]
    function = where(after, first)
    place = Place(
        first.file, first.file_line, function, step_at(after, function, first.file_line, level) if function else ""
    )
    told = root._replace(place=place if first.file or function else None, tools=(*root.tools, TOOLS[0]))
    if before is None:
        return Diagnosis(told, None)
    changes = changed(before, after, renames, others)
    seen = scene(after, first, function, root.named)
    found = suspects(after, seen, changes, harmless(before, after, renames, changes, first))
    notes = (*told.notes, *_notes(seen, changes, bool(found)))
    return Diagnosis(told._replace(suspects=found, notes=notes, tools=(*told.tools, TOOLS[1])), changes)


def _notes(seen: FailureScene, changes: tuple[ChangedFunction, ...], suspected: bool) -> Iterable[str]:
    if seen.finding.kind in _NEVER_CODE:
        yield OUTSIDE
    elif seen.function and not suspected and not any(change.path in seen.imported for change in changes):
        yield ELSEWHERE
