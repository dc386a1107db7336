"""Which names of a function outlive its call: all that it does not bind itself, and its statics."""

from __future__ import annotations

from typing import Final

from ...model.facts import FunctionFacts
from ...model.pattern import regex

_NAME: Final = regex(rb"(?<![\w.])(?<!->)(?<!::)[A-Za-z_]\w*")
_LOCAL: Final = frozenset({"param", "declare", "assign", "each", "with", "except"})


def outer_names(text: bytes, facts: FunctionFacts) -> frozenset[str]:
    names = {name.decode() for name in set(_NAME.findall(text))}
    bound = {param.name.lstrip("*&") for param in facts.params}
    shared = set()
    for binding in facts.bindings:
        if binding.how not in _LOCAL or binding.type.startswith("static "):
            shared.add(binding.name)
        else:
            bound.add(binding.name)
    return frozenset(names - bound | shared)
