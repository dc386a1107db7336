"""Why a change of a file that is no code can have caused a failure: its own name, what its lines begin with and hold,
the part of it that they stand in, and who reads it."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.finding import Suspect
from ...model.identity import path_of, qualified_of
from ...pipeline import Project
from .changes import MANY, ChangedFunction, text_of, within_imports
from .edits import WORD, values
from .scene import BESIDE, FailureScene, last, running

_TAKEN, _NAMED, _SAME_FILE = 0.9, 0.7, 0.3
_HANDED = 0.45
_READ, _KEY = 0.55, 4  # a key that is read by its name, and how long it is at least: `id` is read everywhere
_PROSE = (".md", ".markdown", ".rst", ".adoc")  # a word that a sentence begins with is no key
_LONG = 6  # letters of a value or a key that a message holds by no chance


def of_data(project: Project, change: ChangedFunction, seen: FailureScene) -> Iterable[Suspect]:
    file = change.path.rpartition("/")[2]
    text = "\n".join((seen.finding.message, *seen.finding.quote))
    if file in text:
        yield _of(change, _TAKEN, f"`{change.path}` was {change.how}, and the failure names it.")
        return
    yield from _of_keys(project, change, seen)
    yield from _of_values(project, change, seen)
    codes = {
        path: project.sources(path).decode("utf-8", "replace")
        for path in sorted({path for path, _ in seen.lines})
        if path in project.files
    }
    if named := next((path for path, code in codes.items() if file in code), ""):
        yield _of(
            change, _NAMED, f"`{change.path}` was {change.how}, and `{named}`, where the failure came by, names it."
        )
    elif f'.{file.rpartition(".")[2]}"' in codes.get(seen.finding.file, "").replace("'", '"'):
        yield _of(change, BESIDE, f"`{change.path}` was {change.how}, and the failing file reads such files.")
    elif by := _reader(project, file, seen.finding.file):
        yield _of(change, _HANDED, f"`{change.path}` was {change.how}; `{by}` names it, and imports the failing file.")
    for id_, path, score in running(seen):
        if file in text_of(project, id_):
            yield _of(
                change,
                round(score * 0.98, 3),
                f"`{change.path}` was {change.how}; `{qualified_of(id_)}` names it.",
                path,
            )
    if not _prose(change) and seen.finding.kind in (
        "dependency_resolution", "dependency_conflict", "version_mismatch", "configuration",
    ):  # fmt: skip
        yield _of(change, _SAME_FILE, f"`{change.path}` was {change.how}, and this is no failure of code.")


def _of(change: ChangedFunction, score: float, reason: str, path: tuple[str, ...] = ()) -> Suspect:
    return Suspect(change.path, path, change.how, score, reason)


def _reader(project: Project, file: str, failing: str) -> str:
    """A file that names a file of data and comes to the failing one by its imports: it hands on what it read. "" for
    none."""
    if failing not in project.files or len(project.files) > MANY:
        return ""
    naming = (path for path in sorted(project.files) if file.encode() in project.sources(path))
    return next((path for path in naming if failing in within_imports(project, {path})), "")


def _prose(change: ChangedFunction) -> bool:
    return change.path.lower().endswith(_PROSE)


def _own(project: Project) -> set[str]:
    """Packages of the project itself: what imports them depends on nothing."""
    return {part.lower() for path in project.files for part in path.split("/")[:-1]}


def _of_keys(project: Project, change: ChangedFunction, seen: FailureScene) -> Iterable[Suspect]:
    """A dependency that the failure names or the failing place imports; a key that it names, or that is read by name."""
    if _prose(change):
        return
    said = {word.lower() for word in seen.said}
    asked = {
        part.lower()
        for path, _ in seen.lines
        if path in project.files
        for one in project.files[path].imports
        for part in one.module.split(".")[:1]
    } - _own(project)
    for name in sorted(change.edit.names):
        if name.lower() in said:
            yield _of(change, _NAMED, f"`{name}` in `{change.path}` was {change.how}, and the message names it.")
        elif name.lower() in asked:
            yield _of(change, BESIDE, f"`{name}` in `{change.path}` was {change.how}, and the failing file imports it.")
    for id_, _, _ in running(seen):
        text = text_of(project, id_)
        if read := sorted(name for name in change.edit.names if len(name) >= _KEY and _quoted(name, text)):
            yield _of(
                change,
                _READ,
                f"`{read[0]}` in `{change.path}` was {change.how}; `{qualified_of(id_)}` reads it by name.",
                (id_,),
            )


def _of_values(project: Project, change: ChangedFunction, seen: FailureScene) -> Iterable[Suspect]:
    """What its changed lines hold and the message says; where the failure has no place in the code, also what they begin
    with, and that they are the failing tool's own."""
    if _prose(change):
        return  # where it is read, its name is
    said = (seen.finding.message, *(value for _, value in seen.finding.error.metadata))
    if named := sorted(value for value in values(change.edit) if _telling(value) and any(value in one for one in said)):
        reason = f"`{named[0][:80]}` in `{change.path}` was {change.how}, and the message names it."
        yield _of(change, _TAKEN, reason)
    if unlinked := _unlinked(project, change, seen):
        reason = f"`{unlinked}` in `{change.path}` was {change.how}, and it defines what the linker misses."
        yield _of(change, _TAKEN, reason)
    nowhere = not any(path in project.files for path, _ in seen.lines)
    words = {word for one in said for word in WORD.findall(one)}
    if nowhere and (spoken := sorted(name for name in change.edit.names & words if len(name) >= _LONG)):
        reason = f"`{spoken[0]}` in `{change.path}` was {change.how}, and the message speaks of it."
        yield _of(change, _NAMED, reason)
    exception = dict(seen.finding.error.metadata).get("exception", "").partition(".")[0]
    if tool := sorted(change.edit.tables & {seen.finding.tool, exception}):
        reason = f"`{change.path}` was {change.how} where it configures {tool[0]}, which failed."
        yield _of(change, BESIDE if nowhere else _SAME_FILE, reason)


def _unlinked(project: Project, change: ChangedFunction, seen: FailureScene) -> str:
    """A file that defines what is missing, and of whose object or source a changed line of the build speaks; "" for none."""
    if seen.finding.kind != "link_error":
        return ""
    text = "\n".join((*change.edit.texts, *change.edit.were))
    defining = {path_of(id_) for id_ in project.functions if last(id_) in seen.quoted}
    stems = {path.rpartition("/")[2].rpartition(".")[0]: path for path in sorted(defining)}
    return next((path for stem, path in stems.items() if stem and f"{stem}." in text), "")


def _telling(value: str) -> bool:
    return len(value) >= _KEY and (len(value) >= _LONG or not (value.isalpha() and value.islower()))


def _quoted(name: str, text: str) -> bool:
    return f'"{name}"' in text or f"'{name}'" in text
