"""A local of a function that is changed by a function within it: it ends with the call of the one that holds it, so that it is nothing
to who calls that."""

from __future__ import annotations

from collections.abc import Sequence, Set

from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...words.lvalue import names_of

_ROOT = regex(r"[^\W\d]\w*+")


def held_around(
    target: str, at: int, functions: Sequence[FunctionFacts], ids: Sequence[str], way: Set[str], language: Language
) -> bool:
    """target: as the function at that place of the file changes it. way: ids of those by whose calls it is done."""
    root = found[0] if (found := _ROOT.match(target)) else ""
    while root and functions[at].parent >= 0 and not _holds(functions[at], root):
        at = functions[at].parent
        if _holds(functions[at], root):
            names = names_of(functions[at], language)
            leads = root in names.handles or (root in names.arrows and root != target)
            return ids[at] in way and root in names.locals and not leads
    return False


def _holds(facts: FunctionFacts, name: str) -> bool:
    return any(param.name.lstrip("*&") == name for param in facts.params) or any(
        each.name == name and each.how != "capture" for each in facts.bindings
    )
