"""A generator that nobody reads on from is closed at the `yield` where it waits, and what a `finally` around that does is done
then, as nothing behind the `yield` is.

    try:                     For each row -- next row --> Yield row -- back to -->
        for row in rows:                                  Yield row -- closed, finally --> Close handle
            yield row        For each row -- done, finally --> Close handle
    finally:
        handle.close()

Where the end of the body leads through the `finally` to the end of the function, that is the way; else the one that an error
takes. A context manager is told what its block raises there, and is not closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ...model.bound import BoundFunction
from ...model.syntax import Try, walk
from .draft import CLOSED, LOW, Draft, Drafts, Way
from .exceptions import surely
from .finalizers import FINALLY

_LABEL: Final = f"closed, {FINALLY}"
_ERROR: Final = "GeneratorExit"
_MAKERS: Final = ("contextmanager", "fixture")  # who takes one value, and comes back for the rest


def closed(bound: BoundFunction, drafts: Drafts) -> None:
    """Asked for when what is raised has its ways."""
    if bound.language != "python" or any(maker in each for each in bound.facts.decorators for maker in _MAKERS):
        return
    tries = [stmt for stmt in walk(bound.statements) if isinstance(stmt, Try) and stmt.final]
    waits = sorted(mark.start for mark in bound.marks if mark.kind == "yield") if tries else []
    if not waits:
        return
    spans = [(stmt.final[0].start, stmt.final[-1].end) for stmt in tries]
    for draft in drafts.all:
        if draft.op is None or not draft.raises or not any(draft.start <= at < draft.end for at in waits):
            continue
        target = surely(bound, draft.raises[0], _ERROR)
        if target is not None and (span := _span(spans, target)) is not None and not _inside(span, draft):
            draft.ways.append(Way(_plainly(drafts, span, spans) or target, _LABEL, CLOSED))


def _span(spans: Sequence[tuple[int, int]], draft: Draft) -> tuple[int, int] | None:
    """Of the `finally` it stands in, the innermost."""
    return min((span for span in spans if _inside(span, draft)), key=lambda span: span[1] - span[0], default=None)


def _inside(span: tuple[int, int], draft: Draft) -> bool:
    return span[0] <= draft.start < span[1]


def _plainly(drafts: Drafts, span: tuple[int, int], spans: Sequence[tuple[int, int]]) -> Draft | None:
    """The copy of it that is entered without an error, where nothing but the end of the function follows."""
    entered = [
        way.target for each in drafts.all for way in each.ways if way.kind == FINALLY and _inside(span, way.target)
    ]
    return next((first for first in entered if _ends(first, spans)), None)


def _ends(first: Draft, spans: Sequence[tuple[int, int]]) -> bool:
    seen, waiting = {id(first)}, [first]
    while waiting:
        here = waiting.pop()
        if here.op is not None and not any(_inside(span, here) for span in spans):
            return False
        if here.ends == "raise" or here.is_op("return", "raise"):
            return False
        fresh = [way.target for way in here.ways if id(way.target) not in seen and way.kind not in ("raise", LOW)]
        seen.update(map(id, fresh))
        waiting += fresh
    return True


def once(drafts: Iterable[Draft]) -> None:
    """After what is not drawn is gone: who comes there without being closed as well needs no way of its own, and with an error it is
    one way for both."""
    for draft in drafts:
        closing = next((way for way in draft.ways if way.kind == CLOSED), None)
        if closing is None:
            continue
        there = [way for way in draft.ways if way.target is closing.target and way is not closing]
        others = [way for way in draft.ways if way.kind != CLOSED and way not in there]
        if any(way.kind != LOW for way in there):
            draft.ways = [way for way in draft.ways if way.kind != CLOSED]
        else:
            told = " or ".join(["closed", *(way.label for way in there if way.label)])
            draft.ways = [*others, closing._replace(label=f"{told}, {FINALLY}")]
