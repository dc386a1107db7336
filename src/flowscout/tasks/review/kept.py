"""Whether an exception comes no further than a call on its way: a handler there names a class that its own is under, as the project declares."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ...model.identity import path_of
from ...model.summary import Effect
from ...pipeline import Project
from ...stages.bind.catching import above
from ...words.names import last


def kept_on_the_way(project: Project, effect: Effect, path: Sequence[str]) -> bool:
    """path: from who lets it come, as is said, down to who raises it."""
    if effect.kind != "raises" or len(path) < 2 or path[-1] not in project.functions:
        return False
    if project.files[path_of(path[-1])].language != "python":
        return False
    kinds = {last(name) for name in above(effect.target, project.lookups["python"])}
    return bool(kinds) and any(
        flow.target == callee and not kinds.isdisjoint(map(last, flow.catches))
        for caller, callee in pairwise(path)
        for flow in project.row(caller).flows
    )
