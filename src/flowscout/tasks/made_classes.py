"""What the `class` lines of a project do not say of its classes: those that something else makes, or of which a base is what a name happens to hold.

type("Z", (X, Y), {})     X.__bases__ = (Y,)     def both(cls): class Both(cls, Y)     #define MIX(Z, X, Y) struct Z : X, Y {}
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Set
from typing import Final

from ..model.facts import FileFacts
from ..model.pattern import regex
from ..pipeline import Project

_PYTHON: Final = "python"
_MADE: Final = regex(
    rb"\b(?:type ?\(\s{0,80}[^\s(),][^(),]{0,200},|new_class ?\(|__bases__|__class__ ?=(?!=)|setattr\(\s{0,80}(?:cls\b|[A-Z]|type\())"
)
_DEFINED: Final = regex(rb"(?m)^[ \t]{0,40}#[ \t]{0,40}define\b(?:[^\n\\]|\\[^\n]|\\\n){1,8000}")
_DERIVES: Final = regex(rb":\s{0,80}(?:public|protected|private|virtual)\b|\b(?:struct|class)\b[^;{}:]{1,200}:(?!:)")
_SET: Final = regex(
    rb"(?m)^[ \t]{1,200}(?:[\w.]{1,200}\.)?(\w{1,80}) ?(?::[^=\n]{1,200})?=(?!=)|(?:\.|\bdel )(\w{1,80}) ?=(?!=)"
)
_DELETED: Final = regex(rb"(?m)\bdel\b[^\n]{1,200}\.(\w{1,80})[ \t]{0,40}$")
_WORD: Final = regex(r"[A-Za-z_]\w{0,80}")
_OF_TEMPLATE: Final = rb"(?:class|typename)\s{1,80}(?:\.\.\.\s{0,80})?"


def made(project: Project, python: bool) -> bool:
    """Whether there may be classes of a language of which the lines that are read do not say from which ones they derive."""
    return any(
        _makes(project, path, file)
        for path, file in project.files.items()
        if (file.language == _PYTHON) is python and (file.types or not python)
    ) or (python and any(_MADE.search(project.sources(path)) for path in _pythons(project)))


def set_names(project: Project) -> Set[str]:
    """Python: names that something is put under in a class, or in what is before a dot, so that the method there is another one."""
    found = set[bytes]()
    for path in _pythons(project):
        text = project.sources(path)
        found.update(each[1] or each[2] for each in _SET.finditer(text))
        found.update(each[1] for each in _DELETED.finditer(text))
    return {each.decode("utf-8", "replace") for each in found}


def _pythons(project: Project) -> Iterator[str]:
    return (path for path, file in project.files.items() if file.language == _PYTHON)


def _makes(project: Project, path: str, file: FileFacts) -> bool:
    bases = {base.strip() for one in file.types for base in one.bases}
    if file.language != _PYTHON:
        text = project.sources(path)
        words = {word.encode() for base in bases for word in _WORD.findall(base)}
        of_template = words and regex(_OF_TEMPLATE + rb"(?:" + b"|".join(sorted(words)) + rb")\b").search(text)
        return bool(of_template) or any(_DERIVES.search(each[0]) for each in _DEFINED.finditer(text))
    known = {one.name for one in file.types} | set(vars(builtins))
    for each in file.imports:
        known |= {each.alias, each.name, each.module.partition(".")[0]}
    values = dict(file.globals)
    return any(not _is_said(project, base, known, values) for base in bases)


def _is_said(project: Project, base: str, known: Set[str], values: dict[str, str]) -> bool:
    """Whether a base is a class that its name says."""
    name = _WORD.match(base)
    if not name:
        return False
    behind = base[name.end() :].lstrip()
    if name[0] not in known:
        value = values.get(name[0], "")
        return bool(value) and not behind and value not in values and _is_said(project, value, known, values)
    return not any(
        _WORD.findall(part)[-1] in _functions(project) for part in base.split("(")[:-1] if _WORD.search(part)
    )


def _functions(project: Project) -> Set[str]:
    return {unit.facts.name for unit in project.functions.values() if not unit.facts.scope}
