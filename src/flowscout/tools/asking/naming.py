"""Which functions hold a name, where the index knows no more of it: of a field, a variable, a macro, a constant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...words.names import has_word
from .here import Here, is_promise, label

REMARKS: Final = ("//", "#", "*", "/*")


def naming(here: Here, name: str) -> Iterator[Cited]:
    """At the first line of each function that holds the name outside a remark. Only files that hold it are looked into."""
    project = here.project
    for path in project.files:
        source = project.sources(path)
        if (
            not name.replace(".", "").replace("->", "").isidentifier()
            or name.encode() not in source
            or not here.inside(path)
        ):
            continue
        inner: dict[int, str] = {}
        for id_ in project.ids.get(path, ()):
            facts = project.functions[id_].facts
            first = (
                _first(source[facts.start : facts.end].decode("utf-8", "replace"), name)
                if facts.kind != "module" and not is_promise(project, id_)
                else -1
            )
            if first >= 0:
                inner[facts.line + first] = id_  # the innermost function stands last
        yield from (Cited(f"{label(project, id_)} names {name}", path, line) for line, id_ in inner.items())


def _first(text: str, name: str) -> int:
    for number, line in enumerate(text.split("\n")):
        if has_word(line.partition("//")[0], name) and not line.lstrip().startswith(REMARKS):
            return number
    return -1
