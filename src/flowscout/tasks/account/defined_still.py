"""C and C++: a function that had several definitions in its file, of which one is gone: it is not gone itself.

int f(…) {…}        int f(…) {…}
int f(…) {…}   ->                     `f`: One of its definitions is gone; another one stays (line 1).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.account import FLOW, GONE, Answer
from ...model.identity import path_of
from .files import Files
from .new import IS_GONE


def defined_still(new: Files, told: Sequence[Answer]) -> list[Answer]:
    return [_still(new, one) if one.how == FLOW and one.rule == GONE and not one.twin else one for one in told]


def _still(new: Files, one: Answer) -> Answer:
    gone, path = IS_GONE.removesuffix("."), path_of(one.unit)
    known = path in new.project.files and new.project.files[path].language != "python"
    if not known or not one.sentence.startswith((f"{gone}.", f"{gone};")):
        return one
    name = _without_ordinal(one.unit)
    same = [id_ for id_ in new.project.ids.get(path, ()) if _without_ordinal(id_) == name]
    line = min([new.project.functions[id_].facts.line for id_ in same], default=0)
    rest = one.sentence.removeprefix(gone)
    return (
        one._replace(sentence=f"One of its definitions is gone{rest[:-1]}; another one stays (line {line}).")
        if line
        else one
    )


def _without_ordinal(id_: str) -> str:
    stem, tilde, ordinal = id_.rpartition("~")
    return stem if tilde and ordinal.isdigit() else id_
