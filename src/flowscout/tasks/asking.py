"""Questions to the call graph."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from typing import Final

from ..pipeline import Project
from ..stages.calls import order, travelling
from . import compiled


def path(project: Project, start: str, goal: str) -> list[str]:
    """The shortest way from one function to another, the least of equals; empty when there is none."""
    came = {start: ""}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here == goal:
            way = [here]
            while came[way[-1]]:
                way.append(came[way[-1]])
            return way[::-1]
        for step in project.called(here):
            if step not in came:
                came[step] = here
                queue.append(step)
    return []


def reached(project: Project, id_: str, *, up: bool, depth: int) -> dict[str, int]:
    """Functions that lead to one (`up`) or that it leads to, with their distance; depth 0: all the way."""
    found = {id_: 0}
    queue = deque([id_])
    while queue:
        here = queue.popleft()
        if depth and found[here] >= depth:
            continue
        for step in project.callers.get(here, ()) if up else project.called(here):
            if step not in found:
                found[step] = found[here] + 1
                queue.append(step)
    del found[id_]
    return found


def leaves(project: Project) -> list[str]:
    """Functions that call no other function of the project."""
    return [id_ for id_ in project.functions if not project.called(id_)]


_WRITTEN: Final = frozenset({"call", "super", "new", "delete"})  # as expressions that nothing but a call can be


def figures(project: Project) -> Mapping[str, int]:
    sites: Counter[str] = Counter()
    edges = leaves = written = answered = 0
    known, reached = frozenset(project.functions), dict[str, list[str]]()
    for path, ids in project.ids.items():
        facts = project.files[path].functions
        for id_, function, found in zip(ids, facts, project.sites_of(path), strict=True):
            calls = {at for at, kind in enumerate(function.kinds_of_calls) if kind in _WRITTEN}
            written += len(calls)
            answered += len(calls & {site.site for site in found if site.how != "unresolved"})
            sites.update([site.how for site in found])
            inside = [target for site in found for target in site.targets if target in known]
            edges += len(inside)
            leaves += not inside
            reached[id_] = travelling(found, known)
    components = order(tuple(sorted(known)), reached.__getitem__)
    return {
        "translation_units": len(project.files),
        "functions": len(known) - sum(f"{path}::<module>" in known for path in project.ids),
        "leaves": leaves,
        "components": len(components),
        "cycles": sum(1 for component in components if len(component) > 1),
        "edges": edges,
        "resolved_calls": sites["exact"],
        "external_calls": sites["external"],
        "approximate_calls": sites["candidates"] + sites["possible"] + sites["many"],
        "unresolved_calls": sites["unresolved"],
        "call_expressions": written,
        "calls_without_answer": written - answered,
        **compiled.figures(project, _WRITTEN),
    }
