"""Whether what changes a field on one side may be done on the other by code that does not say so: `memset(s, 0, sizeof *s)`, `*s = (struct s){0}`,
`SET(s)`, `store(&s->busy, 1)`, `setattr(self, "busy", 1)`. That a function does not set the field by its name is not that it leaves it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model.action import MUTATION
from ...model.identity import path_of
from ...model.summary import Effect
from ...pipeline import Project
from ...words.names import last

_WORD = r"[A-Za-z_]\w*"
_BEGINS = re.compile(_WORD)
_PARTS = re.compile(r"[;{}\n]")


def may_be(here: Project, there: Project, origin: str, other: str, effect: Effect) -> bool:
    """Whether a statement that the other side alone has speaks of the field, or may change all that holds it. origin, other: the function on
    both sides."""
    field = last(effect.target.partition("[")[0].strip("*() "))
    if effect.kind != "state" or not _BEGINS.fullmatch(field):
        return False
    mine = {*_statements(here, origin)}
    holds = "|".join(sorted({*_roots(here, origin, field)} - {field}))
    spoken = rf"(?<!\w){field}(?!\w)"
    if here.files[path_of(origin)].language == "python":
        whole = rf"(?<!\w)(?:(?:setattr|delattr|vars)\s*\(\s*(?:{holds})(?!\w)|(?:{holds})\.__dict__)"
    else:
        whole = rf"(?<![\w.>])(?:{holds})(?!\w|\s*(?:\.|->|\[))"
    speaks = re.compile(f"{spoken}|{whole}" if holds else spoken)
    return any(each not in mine and speaks.search(each) for each in _statements(there, other))


def _statements(project: Project, id_: str) -> Iterator[str]:
    facts = project.functions[id_].facts
    text = project.sources(path_of(id_))[facts.start : facts.end].decode("utf-8", "replace")
    yield from filter(None, (" ".join(each.split()) for each in _PARTS.split(text)))


def _roots(project: Project, id_: str, field: str) -> Iterator[str]:
    """`s` of `s->busy = 1`."""
    facts = project.functions[id_].facts
    texts = [write.target for write in facts.writes]
    texts += [act.text for act in project.actions(id_, worded=False) if act.type == MUTATION]
    for text in texts:
        if re.search(rf"(?<!\w){field}(?!\w)", text) and (found := _BEGINS.search(text)):
            yield found[0]
