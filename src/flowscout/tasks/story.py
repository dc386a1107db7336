"""In which order an index tells of files: as one would explain a program to somebody new.

carries   what the best charts of a file carry together: one function that ranks high makes no chapter of a file that
          holds nothing else
leads     how much of the others one gets to from there by calls that are sure: what everything rests on is told after
          what rests on it
door      a program's main that leads to most of them is where one begins
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Final

from ..engine.scc import components
from ..pipeline import Project
from .called import surely_called
from .entrypoints import evidence

_BEST: Final = 5  # charts of a file that tell how much it carries
_EVEN: Final = 20  # places after which a chart counts half as much as the first
_LEAST: Final = 0.25  # what counts of a file that leads nowhere
_DOOR: Final = 3.0
_MOST: Final = 0.5  # of what the furthest main leads to


def told_first(project: Project, shown: Mapping[str, list[str]], place: Mapping[str, int]) -> list[str]:
    """The files. shown: ids of each file, the best first. place: of each id, by rank."""
    leads = _leads(project, shown)
    mains = {source for source, ids in shown.items() if any(_is_main(project, id_) for id_ in ids)}
    furthest = max((leads[source] for source in mains), default=0.0)

    def weight(source: str) -> float:
        carries = sum(1 / (_EVEN + place[id_]) for id_ in shown[source][:_BEST])
        return (
            carries
            * (_LEAST + leads[source])
            * (_DOOR if source in mains and leads[source] >= furthest * _MOST else 1.0)
        )

    return sorted(shown, key=lambda source: (-round(weight(source), 9), source))


def _is_main(project: Project, id_: str) -> bool:
    found = evidence(project, project.functions[id_])
    return found is not None and found.rank == 0


def _leads(project: Project, shown: Mapping[str, list[str]]) -> dict[str, float]:
    """The share of all files that each one leads to, itself among them; by functions, as files lead to each other in circles."""
    bit = {id_: 1 << at for at, ids in enumerate(shown.values()) for id_ in ids}
    calls = {id_: [target for target in surely_called(project, id_) if target in bit] for id_ in bit}
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
