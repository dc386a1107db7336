"""What is raised through a template that raises what it is told: `fail<BadOrder>(text)` raises `BadOrder` where `fail` throws its `T`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...agents.said import Cited
from ...model.product import is_aside
from ...stages.summarise.effects import caught
from ..conditions import told, under
from ..own import last_part, line_at
from .here import Here, at, is_promise, label, types


def thrown(here: Here, id_: str, target: str = "", *, conditions: bool = False) -> Iterator[Cited]:
    """The calls of one function that do so; target: of that error alone."""
    project, facts = here.project, here.project.functions[id_].facts
    text = project.bound(id_).text
    for site in project.resolved(id_):
        call = facts.calls[site.site]
        told_ = _told(text[call.start : call.end].decode("utf-8", "replace"), call.name)
        if not told_ or len(site.targets) != 1 or (target and last_part(told_) != last_part(target)):
            continue
        callee = project.functions[site.targets[0]].facts
        raised = {one.type for one in callee.raises}
        if len(raised) == 1 and not types(project, *raised) and not caught(told_, call.start, facts.shields):
            decided = told(under(project, id_, call.start)) if conditions else ""
            said = f"{label(project, id_)} raises {told_}, through {callee.name}, which raises what it is told{decided}"
            yield at(project, id_, said, line_at(project, id_, call.start))


def throwers(here: Here, target: str) -> list[Cited]:
    """Over the whole project."""
    ids = sorted((id_ for id_, one in here.holders(last_part(target)) if one.facts.kind != "module" and not is_promise(here.project, id_)), key=lambda id_: (is_aside(here.project.functions[id_].path), id_))  # fmt: skip
    return list(dict.fromkeys(line for id_ in ids if here.inside(here.project.functions[id_].path) for line in thrown(here, id_, target)))  # fmt: skip


def _told(code: str, name: str) -> str:
    found = re.search(rf"(?<!\w){re.escape(name)}\s{{0,3}}<\s{{0,3}}([\w:]{{1,120}})\s{{0,3}}>\s{{0,3}}\(", code)
    return found[1] if found else ""
