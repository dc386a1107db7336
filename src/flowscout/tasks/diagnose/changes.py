"""What a range of commits changed: functions, files outside of their functions, and files that are no code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...model.identity import path_of, qualified_of
from ...model.product import is_test
from ...model.record import NamedTuple
from ...pipeline import Project
from ..pairing import pair
from .docs import PYTHON, same_but_for_docs
from .edits import WORD, FunctionSpan, LinesEdited, edits, keyed

MANY = 3_000  # files of a project in which a name is looked for
_NOTHING = LinesEdited()


class ChangedFunction(NamedTuple):
    """id: of the function as it is now, or as it was where it is gone; "" for a file's own text. how: changed added
    removed. idle: whether it can make no difference to what runs."""

    id: str
    path: str
    how: str
    edit: LinesEdited = _NOTHING
    idle: bool = False


def changed(
    before: Project, after: Project, renames: Mapping[str, str], others: Mapping[str, tuple[str, str]] = {}
) -> tuple[ChangedFunction, ...]:
    """others: files that changed, whether they are code or not, with their text before and after where that was read."""
    paths = sorted(
        path for path in before.files.keys() | after.files.keys() if checksum(before, path) != checksum(after, path)
    )
    texts = {
        path: told
        for path in paths
        if path in after.files and (told := _edits(before, after, path, renames)) is not None
    }
    found = [
        change
        for a, b in pair(before, after, renames, before.files.keys() | after.files.keys())
        if (change := _change(before, after, a, b, texts))
    ]
    touched = {change.path for change in found}
    for path in paths:
        told = texts.get(path)
        if path not in touched if told is None else "" in told:
            found.append(
                ChangedFunction(
                    "", path, "changed" if path in after.files else "removed", (told or {}).get("", _NOTHING)
                )
            )
    known = {change.path for change in found} | set(paths)
    found.extend(
        ChangedFunction("", path, "changed", keyed(*texts_))
        for path, texts_ in sorted(others.items())
        if path not in known
    )
    return tuple(found)


def _change(
    before: Project, after: Project, a: str, b: str, texts: Mapping[str, Mapping[str, LinesEdited]]
) -> ChangedFunction | None:
    if not (a and b):
        return ChangedFunction(
            b or a,
            path_of(b or a),
            "added" if b else "removed",
            texts.get(path_of(b), {}).get(b, _NOTHING) if b else _NOTHING,
            bool(b) and _unasked(after, b),
        )
    old, new = before.functions[a].facts, after.functions[b].facts
    if (old.digest == new.digest and old.decorators == new.decorators) or (
        new.kind == "module" and path_of(b) in texts
    ):
        return None  # what a file's own text says is a change of the file
    edit = texts.get(path_of(b), {}).get(b, _NOTHING)
    if path_of(b).endswith(PYTHON) and old.decorators == new.decorators:
        edit = edit._replace(docs=same_but_for_docs(text_of(before, a), text_of(after, b)))
    return ChangedFunction(b, path_of(b), "changed", edit, edit.idle(text_of(after, b)))


def _unasked(project: Project, id_: str) -> bool:
    """Whether a new function of a Python module is named nowhere: neither called, handed on, imported nor registered. What a runner looks for
    by name, it finds in tests and their settings."""
    path, name = path_of(id_), qualified_of(id_)
    facts = project.functions[id_].facts
    if not path.endswith(PYTHON) or facts.decorators or not name.isidentifier() or name.startswith("__"):
        return False
    if len(project.files) > MANY or is_test(path):
        return False
    texts = [project.sources(each).decode("utf-8", "replace") for each in sorted(project.files)]
    if any(f"{quote}{start}" in text for start in _starts(name) for text in texts for quote in "'\""):
        return False
    return sum(1 for text in texts if name in text for word in WORD.findall(text) if word == name) == 1


def _starts(name: str) -> Iterable[str]:
    """`cmd_` of `cmd_add`: what is looked up by a name that is put together begins so."""
    return (name[: at + 1] for at, letter in enumerate(name) if letter == "_" and 0 < at < len(name) - 1)


def _edits(before: Project, after: Project, path: str, renames: Mapping[str, str]) -> Mapping[str, LinesEdited] | None:
    was = next((old for old, new in renames.items() if new == path), path)
    old = before.sources(was).decode("utf-8", "replace") if was in before.files else ""
    spans = [
        FunctionSpan(id_, facts.line, facts.end_line)
        for id_ in after.ids.get(path, ())
        if (facts := after.functions[id_].facts).kind != "module"
    ]
    return edits(old, after.sources(path).decode("utf-8", "replace"), spans, path.endswith(PYTHON))


def text_of(project: Project, id_: str) -> str:
    located = project.functions.get(id_)
    return (
        project.sources(path_of(id_))[located.facts.start : located.facts.end].decode("utf-8", "replace")
        if located
        else ""
    )


def checksum(project: Project, path: str) -> str:
    return project.files[path].checksum if path in project.files else ""


def within_imports(project: Project, paths: Iterable[str]) -> frozenset[str]:
    """Files that these come to by their imports, and theirs: by the last parts of what they name, so rather too many."""
    by_stem: dict[str, list[str]] = {}
    for each in project.files:
        by_stem.setdefault(_stem(each), []).append(each)
    found = set(paths)
    queue = sorted(found)
    while queue:
        here = queue.pop()
        for name in _imported(project, here):
            for other in by_stem.get(name, ()):
                if other not in found:
                    found.add(other)
                    queue.append(other)
    return frozenset(found)


def _imported(project: Project, path: str) -> Iterable[str]:
    for one in project.files[path].imports if path in project.files else ():
        for said in (one.module, one.name):
            yield from (
                part.rsplit(".", 1)[0] if one.kind == "include" else part
                for part in said.replace("::", "/").replace("\\", "/").split("/")
            )
            yield from said.split(".")


def _stem(path: str) -> str:
    folder, _, name = path.rpartition("/")
    stem = name.split(".")[0]
    return folder.rpartition("/")[2] if stem in ("__init__", "index", "mod") else stem
