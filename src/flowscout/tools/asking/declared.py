"""Defaults of parameters where a function is only declared: in C++ they stand there, and not where its body is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...model.pattern import regex
from .here import Here, label


class Default(NamedTuple):
    owner: str
    name: str
    value: str
    line: int


def declared_defaults(here: Here, path: str) -> Iterator[Default]:
    """Parameters with a default of functions that a file only declares: in C++ the default stands there, not where the body is."""
    facts = here.project.files[path]
    able = [one for one in (*facts.declared, *(one for found in facts.types for one in found.methods)) if 0 <= one.argc_min < one.argc_max]  # fmt: skip
    rows = here.project.sources(path).decode("utf-8", "replace").split("\n") if able else []
    known = {(here.project.functions[id_].facts.name, here.project.functions[id_].facts.line) for id_ in here.project.ids.get(path, ())}  # fmt: skip
    for one in able:
        if (one.name, one.line) in known:
            continue
        text = "\n".join(rows[one.line - 1 : one.line - 1 + LINES])
        head = text[text.find(f"{one.name}(") + len(one.name) :]
        for found in _DEFAULT.finditer(head.partition(";")[0]):
            line = one.line + text[: text.find(head) + found.start()].count("\n")
            yield Default("::".join((*one.scope, one.name)), found["name"], " ".join(found["value"].split()), line)


LINES: Final = 12  # of a declaration
_DEFAULT: Final = regex(
    r"(?P<name>[A-Za-z_]\w{0,60})\s{0,3}=\s{0,3}(?P<value>(?:[^,(){}=]|\([^()]{0,80}\)|\{[^{}]{0,80}\}){1,80})(?=[,)])"
)


def declared_default(here: Here, id_: str, name: str) -> Cited | None:
    """Of a function that is declared elsewhere."""
    owner = label(here.project, id_).replace("::", ".").split(".")[-2:]
    for path in here.holding(name):
        for one in declared_defaults(here, path):
            if one.name == name and one.owner.replace("::", ".").split(".")[-2:] == owner:
                return Cited(f"`{name}` of {label(here.project, id_)} is `{one.value}` by default", path, one.line)
    return None
