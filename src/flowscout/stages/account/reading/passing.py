"""What a step, or an import, has passed on its way to another place among its neighbours."""

from __future__ import annotations

from ..pairing.changes import Change, Trees
from ..pieces.quoting import q
from .declarators import unset

_SHORT = 48  # characters of what stands beside
_MACROS = frozenset(("Define", "Directive", "Variant"))


def passed(both: Trees, change: Change) -> list[int]:
    """Positions after the change of what stayed beside it, and stands on its other side now."""
    above = both.new[change.b].parent
    beside = both.new_below[above] if above >= 0 else [at for at, one in enumerate(both.new) if one.parent < 0]
    stayed = [each for each in beside if each in both.back and each != change.b]
    return [each for each in stayed if (both.back[each] < change.a) == (each > change.b)]


def passes_names(both: Trees, change: Change) -> bool:
    """Whether a statement of C or C++ has passed nothing but variables that are named, and get nothing there."""
    found = passed(both, change) if both.new[change.b].parent >= 0 else []
    return bool(found) and all(unset(both.new[each]) and b"(" not in both.new[each].words for each in found)


def passes_macros(both: Trees, change: Change) -> bool:
    """Whether a header is read now before, or after, something that defines a macro or asks for one: what it defines holds from there."""
    return any(both.new[each].kind in _MACROS for each in passed(both, change))


def read_from(both: Trees, change: Change) -> str:
    """Where a header is read now."""
    found = [each for each in passed(both, change) if both.new[each].kind in _MACROS]
    before = found[0] > change.b
    beside = q(both.new[found[0] if before else found[-1]].said.partition("\\n")[0], _SHORT)
    return f"comes {'before' if before else 'after'} {beside}, no longer {'after' if before else 'before'} it"
