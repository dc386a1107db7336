"""A way that goes through a function without a name: `run` makes one and hands it on, and that calls `stop` when it is run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from ...model.identity import path_of, qualified_of
from ...pipeline import Project
from .here import Found, Here, at, label

DEEP: Final = 3  # of these in one way
TRIED: Final = 8  # of those that lead to the goal
FAR: Final = 2000  # functions above it that are looked at
LAMBDA: Final = "<lambda>"
NOTE: Final = "Through a function that is made there and handed on: when it is run, and whether, is not told."


def by_closure(here: Here, one: str, goal: str, path: Callable[[Here, str, str], Found], deep: int = DEEP) -> Found | None:  # fmt: skip
    """The shortest to a function that makes one which leads to the goal; None where there is none."""
    project = here.project
    found = []
    for made in islice(_closures(project, goal), TRIED) if deep else ():
        maker = _maker(project, made)
        last = path(here, made, goal).said
        if not maker or not last:
            continue
        before = path(here, one, maker)
        first = before.said if one != maker else ()
        if not first and one != maker:
            above = by_closure(here, one, maker, path, deep - 1)
            first = above.said if above else ()
        if first or one == maker:
            hands = at(project, maker, f"{label(project, maker)} hands on a function that it makes there", project.functions[made].facts.line)  # fmt: skip
            found.append(Found((*first, hands, *last), (one, goal), NOTE))
    return min(found, key=lambda way: len(way.said), default=None)


def _closures(project: Project, goal: str) -> Iterator[str]:
    """Those that call it, themselves or through others of the project."""
    waiting, seen = [goal], {goal}
    while waiting and len(seen) < FAR:
        for caller in sorted(project.callers.get(waiting.pop(), ())):
            if caller in seen:
                continue
            seen.add(caller)
            waiting.append(caller)
            if qualified_of(caller).endswith(LAMBDA):
                yield caller


def made_in(project: Project, id_: str) -> list[str]:
    """The functions without a name that stand in its text."""
    own = project.functions[id_].facts
    inner = ((project.functions[other].facts, other) for other in sorted(project.ids.get(path_of(id_), ())))
    return [other for facts, other in inner if facts.kind == "lambda" and own.start < facts.start and facts.end <= own.end]  # fmt: skip


def _maker(project: Project, id_: str) -> str:
    """The innermost function that it stands in."""
    own = project.functions[id_].facts
    around = [
        (facts.start, other)
        for other in project.ids.get(path_of(id_), ())
        if other != id_
        and (facts := project.functions[other].facts).kind != "module"
        and facts.start <= own.start
        and own.end <= facts.end
    ]
    return max(around)[1] if around else ""
