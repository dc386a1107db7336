"""Phases: runs of steps with one purpose, found in the structure and the layout of the source.

A statement with all that is inside it is one run, an arm is one, and so is each paragraph of a body (`paragraphs`).
They nest as the source does, so whoever enters a run enters it at its first step, `goto` and shared cleanup aside.
Which of them are drawn is decided by those who draw. The id of a phase follows from its author's title, or from its
first step.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ...model.bound import BoundFunction
from ...model.record import NamedTuple
from ...model.sfm import START, TERMINAL, Phase, ScenarioStep
from ...model.syntax import Body, If, Stmt, Switch, parts
from .draft import Draft
from .paragraphs import Item, Layout, body, paragraphs

SMALLEST: Final = 5  # steps of a function that has phases
_SHORT, _LONG = 6, 12  # hex digits of an id
_INNER: Final = 3  # steps of a statement whose inside is looked at


class ShownDraft(NamedTuple):
    """A step as it stands below deep, and the ids of the finest steps it stands for."""

    draft: Draft
    step: ScenarioStep
    members: tuple[str, ...]


class _Places:
    """Where steps stand in the function's own text; what a macro's expansion holds stands where the macro is named."""

    def __init__(self, bound: BoundFunction, shown: Sequence[ShownDraft]) -> None:
        self._own = bound.facts.end - bound.facts.start
        self._bound = bound
        self.steps = sorted(
            [(self.of(each.draft.start), at) for at, each in enumerate(shown) if each.draft.end > each.draft.start]
        )
        self._all = [place for place, _ in self.steps]
        self._telling = [place for place, at in self.steps if shown[at].step.step_type not in (START, *TERMINAL)]

    def of(self, offset: int) -> int:
        return offset if offset < self._own else self._bound.site(offset)

    def item(self, start: int, end: int) -> Item:
        expanded = start >= self._own and end > self._own  # all of it is within what one macro's name stands for
        first, last = self.of(start), self.of(start if expanded else max(start, end - 1)) + 1
        return Item(first, last, self.weight(first, last))

    def weight(self, start: int, end: int) -> int:
        return bisect_left(self._telling, end) - bisect_left(self._telling, start)

    def inside(self, start: int, end: int) -> list[int]:
        """Positions of the steps that stand there."""
        return sorted(at for _, at in self.steps[bisect_left(self._all, start) : bisect_right(self._all, end - 1)])


def _arms(stmt: Stmt) -> list[Body]:
    """The bodies inside a statement; those of an else-if chain all at once."""
    bodies: list[Body] = []
    while isinstance(stmt, If) and len(stmt.orelse) == 1 and isinstance(stmt.orelse[0], If):
        bodies += [stmt.init, stmt.then]
        stmt = stmt.orelse[0]
    if isinstance(stmt, Switch):
        return [*bodies, *(arm.body for arm in stmt.arms)]
    return [*bodies, *parts(stmt)]


def _runs(body: Body, places: _Places, layout: Layout) -> Iterator[Item]:
    """Every run of the function, with all that is inside each; equal ones come more than once."""
    waiting = [body]
    while waiting:
        statements = [(places.item(stmt.start, stmt.end), stmt) for stmt in waiting.pop()]
        items = [item for item, _ in statements if item.weight]
        yield from paragraphs(items, layout)
        for item, stmt in statements:
            if item.weight >= _INNER:
                yield item._replace(title=layout.titles.get(item.start, ""))
                arms = [(places.item(arm[0].start, arm[-1].end), arm) for arm in _arms(stmt) if arm]
                whole = [arm for arm, _ in arms if arm.weight]
                yield from (
                    arm._replace(title=_opening(stmts, places, layout)) for arm, stmts in arms if arm.weight > 1
                )
                yield from paragraphs(whole, layout)
                waiting += [arm for _, arm in arms]


def _opening(arm: Body, places: _Places, layout: Layout) -> str:
    """The title that a comment at the beginning of an arm gives it."""
    items = [item for item in [places.item(stmt.start, stmt.end) for stmt in arm] if item.weight]
    return body(items, layout).title if items and items[0].start in layout.titles else ""


def phases(bound: BoundFunction, shown: Sequence[ShownDraft], layout: Layout) -> tuple[Phase, ...]:
    """shown: steps in drawing order."""
    places = _Places(bound, shown)
    if places.weight(0, places._own) < SMALLEST:
        return ()
    found: dict[tuple[int, ...], Item] = {}
    for run in sorted(_runs(bound.statements, places, layout), key=lambda run: (run.start, -run.end)):
        inside = tuple(places.inside(run.start, run.end))
        known = found.get(inside)
        if known is None or (run.title and not known.title):
            found[inside] = run
    whole = tuple(
        at for at, each in enumerate(shown) if each.draft.end > each.draft.start and each.step.step_type != START
    )
    found.pop(whole, None)
    return tuple(_numbered(bound, shown, found))


def _numbered(
    bound: BoundFunction, shown: Sequence[ShownDraft], found: Mapping[tuple[int, ...], Item]
) -> Iterator[Phase]:
    taken: set[str] = set()
    open_: list[Item] = []
    for inside, run in sorted(found.items(), key=lambda pair: (pair[1].start, -pair[1].end)):
        while open_ and open_[-1].end < run.end:
            open_.pop()
        open_.append(run)
        members = tuple(member for at in inside for member in shown[at].members)
        name = _id(run.title or f"from {shown[inside[0]].step.step_id}", taken)
        yield Phase(
            name, run.title, bound.line(run.start), bound.line(max(run.start, run.end - 1)), members, len(open_), bool(run.title),
        )  # fmt: skip


def _id(text: str, taken: set[str]) -> str:
    """Of those of one text each has more of its digest; of many, the digest of the text with its number."""
    digest, number = _digest(text), 0
    while (found := digest[: _SHORT + number] if number < _SHORT else _digest(f"{text}\n{number}")[:_LONG]) in taken:
        number += 1
    taken.add(found)
    return f"P{found}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
