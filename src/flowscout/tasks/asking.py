"""Questions to the call graph."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from ..model.counts import WRITTEN, total
from ..pipeline import Project
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


def figures(project: Project) -> Mapping[str, int]:
    counted = project.counted()
    every = total(counts for _, counts in counted.of)
    return {
        "translation_units": len(project.files),
        "functions": every.functions,
        "leaves": every.leaves,
        "components": counted.functions - sum(counted.cycles) + len(counted.cycles),
        "cycles": len(counted.cycles),
        "edges": every.edges,
        "resolved_calls": every.exact,
        "external_calls": every.external,
        "approximate_calls": every.approximate,
        "unresolved_calls": every.unresolved,
        "call_expressions": every.written,
        "calls_without_answer": every.written - every.answered,
        **compiled.figures(project, WRITTEN),
    }
