"""Heads of Python that state the types of a function that stands beside them: they are no functions that anything runs."""

from __future__ import annotations

from collections.abc import Set

from ...model.account import DECLARATION, NEUTRAL, Answer
from ...model.identity import path_of, qualified_of
from ...pipeline import Project
from ..names import is_typing_head

_TYPES = "annotations that nothing reads"
_RANK = 6


def as_types(project: Project, id_: str, alone: Set[str], one: Answer) -> Answer:
    """What is said of a head that is new or gone. alone: what is, too: of a function that is new its heads say nothing more."""
    if not is_typing_head(project.functions[id_]) or _registers(project, id_):
        return one
    name = id_.partition("~")[0]
    beside = [each for each in project.ids[path_of(id_)] if each.partition("~")[0] == name]
    made = [each for each in beside if not is_typing_head(project.functions[each])]
    if not made:
        return one
    if made[-1] in alone:
        return one._replace(how=NEUTRAL, rule=_TYPES, sentence="", rank=9)
    how = "new" if one.after.line else "gone"
    said = f"An `@overload` of `{qualified_of(made[-1])}` is {how}: it only states types."
    return one._replace(how=DECLARATION, rule="signature", unit="", sentence=said, rank=_RANK)


def _registers(project: Project, id_: str) -> bool:
    """Whether another module than `typing` gives that decorator its name: then it may do anything."""
    named = {
        one.partition(".")[0] for one in project.functions[id_].facts.decorators if one.rpartition(".")[2] == "overload"
    }
    own = [each for each in project.files[path_of(id_)].imports if named & {each.alias, each.name, each.module}]
    return bool(own) and not any("typing" in f"{each.module}.{each.name}" for each in own)
