"""In which order an index tells of files: as one would explain a program to somebody new.

carries   what the best charts of a file carry together: one function that ranks high makes no chapter of a file that
          holds nothing else
leads     how much of the others one gets to from there by calls that are sure: what everything rests on is told after
          what rests on it
door      a program's main that leads to most of them is where one begins, however little else its file holds
alone     what calls nothing of the others and what none of them calls, a maintainer's scripts say, stands behind all that
          hangs together: the largest group of files tied by calls, and those that are nearly as large
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final

from ..engine.scc import components
from ..model.identity import path_of
from ..pipeline import Project
from .called import surely_called
from .entrypoints import evidence

_BEST: Final = 5  # charts of a file that tell how much it carries
_EVEN: Final = 20  # places after which a chart counts half as much as the first
_LEAST: Final = 0.25  # what counts of a file that leads nowhere
_DOOR: Final = 3.0
_GROUP: Final = 0.5  # of the largest group of files tied by calls
_MOST: Final = 0.5  # of what the furthest main leads to


def told_first(project: Project, shown: Mapping[str, list[str]], place: Mapping[str, int]) -> list[str]:
    """The files. shown: ids of each file, the best first. place: of each id, by rank."""
    bit = {id_: 1 << at for at, ids in enumerate(shown.values()) for id_ in ids}
    calls = {id_: surely_called(project, id_) for id_ in bit}
    leads, tied = _leads(shown, bit, calls), _tied(calls)
    mains = {source for source in tied or shown if any(_is_main(project, id_) for id_ in shown.get(source, ()))}
    furthest = max((leads[source] for source in mains), default=0.0)

    def weight(source: str) -> float:
        counts = [1 / (_EVEN + place[id_]) for id_ in shown[source][:_BEST]]
        if source in mains and leads[source] >= furthest * _MOST:
            return max(counts) * _BEST * (_LEAST + leads[source]) * _DOOR
        return sum(counts) * (_LEAST + leads[source])

    return sorted(shown, key=lambda source: (source not in tied, -round(weight(source), 9), source))


def _is_main(project: Project, id_: str) -> bool:
    found = evidence(project, project.functions[id_])
    return found is not None and found.rank == 0


def _tied(calls: Mapping[str, Sequence[str]]) -> set[str]:
    """The files that call one another, of the largest groups."""
    near: dict[str, set[str]] = {}
    for id_, targets in calls.items():
        for one, other in ((path_of(id_), path_of(target)) for target in targets):
            if one != other:
                near.setdefault(one, set()).add(other)
                near.setdefault(other, set()).add(one)
    groups = [frozenset(group) for group in components(sorted(near), lambda path: sorted(near[path]))]
    largest = max(map(len, groups), default=0)
    return {path for group in groups if len(group) >= largest * _GROUP for path in group}


def _leads(
    shown: Mapping[str, list[str]], bit: Mapping[str, int], called: Mapping[str, Sequence[str]]
) -> dict[str, float]:
    """The share of all files that each one leads to, itself among them; by functions, as files lead to each other in circles."""
    calls = {id_: [target for target in called[id_] if target in bit] for id_ in bit}
    below: dict[str, int] = {}
    for component in components(sorted(bit), calls.__getitem__):
        reached = 0
        for member in component:
            reached |= bit[member]
            for target in calls[member]:
                reached |= below.get(target, 0)
        below.update(dict.fromkeys(component, reached))
    return {
        source: reduce(or_, (below[id_] for id_ in ids), 0).bit_count() / len(shown) for source, ids in shown.items()
    }
