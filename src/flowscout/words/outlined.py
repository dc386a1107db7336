"""What is in a run of steps, as its own small outline: what is done, in the order of the code, each under all that it hangs on.

    • fd = open(path)
    • If fd is less than 0: return -1            who leaves here does nothing of what stands below
    • For each r in rows:
    – Send r
    – If r.last: leave the loop
    • … 3 more                                   what tells least is counted

Of more than there is room for, what tells most is kept, with the conditions around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..model import limits
from ..model.sfm import TERMINAL, ScenarioStep
from .clauses import clause
from .cutting import BULLET, INNER
from .dominated import Around
from .structured import Told, told

_LINES: Final = 10
_ROWS: Final = 18  # of letters, as a box breaks them
_SHORT: Final = 72  # letters of a condition with all that hangs on it, in one line
_TRIED: Final = 40  # lines of a run; the rest is counted


def outlined(steps: Sequence[ScenarioStep], around: Around, title: str = "") -> tuple[str, int]:
    """Lines below a title, or alone; and how many things are left out."""
    shown, more = lines(told([step for step in steps if step.step_type not in TERMINAL], around))
    rows = [*shown, *([f"… {more} more"] if more else [])]
    if len(rows) == 1 and not title:
        return rows[0], more
    marked = [row if row.startswith(INNER) else BULLET + row for row in rows]
    return "\n".join([f"{title}:", *marked] if title else marked), more


def lines(some: Sequence[Told], rows: int = _ROWS) -> tuple[list[str], int]:
    """As many as there is room for, and how many things are left out."""
    leaves = sorted(_leaves(some), key=lambda leaf: (-leaf.worth, leaf.at))
    shown: set[int] = set()
    tried, ended = dict(_tried(some)), dict(_ended(some, 0))
    for leaf in leaves[:_TRIED]:
        both = {id(leaf), tried.get(id(leaf), id(leaf)), ended.get(id(leaf), id(leaf))}
        made = list(_written(some, shown | both))
        if not shown or (len(made) <= _LINES and sum(-(-len(line) // limits.WIDE_LINE) for line in made) <= rows):
            shown |= both
    return list(_written(some, shown)), sum(leaf.worth > 0 and id(leaf) not in shown for leaf in leaves)


def _leaves(some: Sequence[Told]) -> Iterator[Told]:
    for each in some:
        if each.inside:
            yield from _leaves(each.inside)
        else:
            yield each


def _tried(some: Sequence[Told]) -> Iterator[tuple[int, int]]:
    """Of what is done on an error what was tried: it stands before, and says on whose."""
    before: Told | None = None
    for each in some:
        own = list(_leaves([each]))
        if before and each.caught:
            yield from ((id(leaf), id(before)) for leaf in own)
        yield from _tried(each.inside)
        before = before if each.caught else own[-1]


def _ended(some: Sequence[Told], end: int) -> Iterator[tuple[int, int]]:
    """Of what is done on the way out how it is left: without that it would be done by who goes on below. end: of what is around."""
    end = next((id(each) for each in some if each.leaves), end)
    for each in some:
        if each.inside:
            yield from _ended(each.inside, end)
        elif end:
            yield id(each), end


def _written(some: Sequence[Told], shown: set[int], depth: int = 0) -> Iterator[str]:
    mark = INNER * depth
    for each in some:
        if not each.inside:
            if id(each) in shown:
                yield mark + each.text
        elif not each.text:
            yield from _arms(each.inside, shown, depth)
        elif under := list(_written(each.inside, shown)):
            line = f"{each.text}: {'; '.join(map(clause, under))}"
            if len(line) <= _SHORT and not any(one.endswith(":") or one.startswith(INNER) for one in under):
                yield mark + line
            else:
                yield f"{mark}{each.text}:"
                yield from _written(each.inside, shown, depth + 1)


def _arms(arms: Sequence[Told], shown: set[int], depth: int) -> Iterator[str]:
    """One answer after the other: what `otherwise` stands for is never left out."""
    made = [list(_written([arm], shown, depth)) for arm in arms]
    last = max((at for at, arm in enumerate(made) if arm), default=-1)
    for arm, rows in zip(arms[: last + 1], made, strict=False):
        yield from rows or [f"{INNER * depth}{arm.text}: …"]
