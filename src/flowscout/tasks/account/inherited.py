"""A method that is gone, or new, where a base of its class has one of that name: whoever called one of them calls the other now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.account import GONE, NEW, Answer
from ...model.declared import TypeFacts
from ...model.identity import path_of, qualified_of
from ...pipeline import Project
from .new import IS_GONE

ANOTHER: Final = "One of its definitions is gone."  # one of that name stays, as under the other answer of a question
_MOST: Final = 12  # classes above


def inherited(before: Project, after: Project, told: Sequence[Answer]) -> list[Answer]:
    return [
        _said(before, after, one)
        if one.rule == GONE and one.sentence == IS_GONE
        else _overriding(before, after, one)
        if one.rule == NEW and one.unit
        else one
        for one in told
    ]


def _said(before: Project, after: Project, one: Answer) -> Answer:
    if _stays(before, after, one.unit):
        return one._replace(sentence=ANOTHER)
    base = above(after, one.unit)
    return one._replace(sentence=f"{IS_GONE.removesuffix('.')}: `{base}` stands in its place.") if base else one


def above(after: Project, unit: str) -> str:
    """The method of a base that is called in the place of one that is gone; "" of none."""
    owner, name = _owned(unit)
    return _above(after, path_of(unit), owner, name) if owner and name else ""


def _stays(before: Project, after: Project, unit: str) -> bool:
    """Python: whether another function of that name, decorated alike, is there."""
    path, name = path_of(unit), qualified_of(unit)
    if path not in after.files or after.files[path].language != "python" or unit not in before.functions:
        return False
    decorators = before.functions[unit].facts.decorators
    namesakes = [each for each in after.ids.get(path, ()) if qualified_of(each) == name and each in after.functions]
    return any(after.functions[each].facts.decorators == decorators for each in namesakes)


def _overriding(before: Project, after: Project, one: Answer) -> Answer:
    """Python: of a class that was there, whose objects had the method of its base."""
    (owner, name), path = _owned(one.unit), path_of(one.unit)
    python = path in before.files and before.files[path].language == "python"
    if not owner or not python or not _types(before, path, owner):
        return one
    base = _above(before, path, owner, name)
    base = base if base == _above(after, path, owner, name) else ""
    return one._replace(sentence=f"{one.sentence} Stands in the place of `{base}`.") if base else one


def _owned(unit: str) -> tuple[str, str]:
    """(class, method)."""
    owner, _, name = qualified_of(unit).partition("(")[0].replace("::", ".").rpartition(".")
    return owner.rpartition(".")[2], name


def _above(after: Project, path: str, owner: str, name: str) -> str:
    """The nearest base's, as it is called; "" where two classes could be meant, and of a name that Python makes the class's own."""
    if name.startswith("__") and not name.endswith("__"):
        return ""
    todo, seen = [(path, owner)], set[tuple[str, str]]()
    while todo and len(seen) < _MOST:
        here = todo.pop(0)
        if here in seen:
            continue
        seen.add(here)
        if here != (path, owner) and _has(after, *here, name):
            return f"{here[1]}.{name}"
        written = [text.partition("<")[0].partition("[")[0] for each in _types(after, *here)[:1] for text in each.bases]
        for text in [*dict.fromkeys(each.split()[-1] for each in written if each.split())][:_MOST]:
            base = text.replace("::", ".").rpartition(".")[2]
            places = [
                each
                for each in after.whole.typing(base)
                if _types(after, each, base) and _known(after, here[0], text, each)
            ]
            near = [here[0]] if here[0] in places else places
            if len(near) > 1:
                return ""
            todo += [(each, base) for each in near if (each, base) not in seen]
    return ""


def _has(project: Project, path: str, owner: str, name: str) -> bool:
    """No file is read but that of a class above."""
    methods = [each.qualified for each in project.files[path].functions if each.name == name]
    return any(f".{'.'.join(each)}".endswith(f".{owner}.{name}") for each in methods)


def _known(project: Project, path: str, text: str, where: str) -> bool:
    """Python: whether a base is of this file, or of a module of another file's name that is imported. Another project may have one called so."""
    if path == where or project.files[path].language != "python":
        return True
    first, _, _ = text.partition(".")
    parts = {*where.removesuffix(".py").split("/")}
    own = [each for each in project.files[path].imports if first in (each.alias, each.name) or each.module == first]
    return any((each.level and not each.module) or parts & {*each.module.split("."), each.name} for each in own)


def _types(project: Project, path: str, name: str) -> list[TypeFacts]:
    return [each for each in project.files[path].types if each.name == name] if path in project.files else []
