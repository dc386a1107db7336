"""The ways into a `finally` say so: what stands there is done on an error too, although no arrow shows an error that
merely may come.

    copy(a) -- finally --> restore(mode)        x is set? -- no, finally --> restore(mode)

Only ways from outside lead into it; what of it is not drawn is not said either.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from ...model.record import NamedTuple
from ...model.syntax import Body, Try, walk
from .draft import CLOSED, Draft, Way

FINALLY = "finally"


class CopyEntry(NamedTuple):
    """first: leads to what runs first of one copy. span: where it stands in the text."""

    first: Draft
    span: tuple[int, int]


def entries(body: Body, drafts: Iterable[Draft]) -> list[CopyEntry]:
    """Of each copy that is entered without an error, or by one that is raised there; asked for before what is not drawn goes."""
    spans = sorted(_finals(body))
    if not spans:
        return []
    starts = [start for start, _ in spans]
    found: dict[int, CopyEntry] = {}
    for draft in drafts:
        for way in draft.ways:
            at = bisect_right(starts, way.target.start) - 1
            written = way.kind == FINALLY or (way.kind == "cleanup" and draft.is_op("raise"))
            if written and at >= 0 and way.target.start < spans[at][1] and id(way.target) not in found:
                first = Draft(None, spans[at][0])
                first.ways = [Way(way.target)]
                found[id(way.target)] = CopyEntry(first, spans[at])
    return list(found.values())


def _finals(body: Body) -> Iterable[tuple[int, int]]:
    for stmt in walk(body):
        if isinstance(stmt, Try) and stmt.final:
            yield stmt.final[0].start, stmt.final[-1].end


def told(known: Sequence[CopyEntry], drafts: Iterable[Draft]) -> None:
    """After what is not drawn is gone."""
    into = {id(entry.first.ways[0].target): entry.span for entry in known if entry.first.ways}
    for draft in drafts:
        draft.ways = [_told(way, draft, into.get(id(way.target))) for way in draft.ways]


def _told(way: Way, draft: Draft, span: tuple[int, int] | None) -> Way:
    if (
        span is None
        or way.kind == CLOSED
        or (way.kind in ("raise", "cleanup") and (way.label or not draft.is_op("raise")))
        or not span[0] <= way.target.start < span[1]
        or span[0] <= draft.start < span[1]
    ):
        return way
    return way._replace(label=f"{way.label}, {FINALLY}" if way.label else FINALLY)
