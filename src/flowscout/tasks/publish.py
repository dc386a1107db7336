"""A document -> the surfaces that take it, in order; what one refuses goes whole to the next.

Surfaces that are wanted all get it. If none of them showed it whole, the others are tried in their order until one does:
a fork's pull request without any right to write still has a job summary, and a run outside of Actions has its output.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..model.publication import SURFACES, Document, Published


class Surface(Protocol):
    """One place to publish. Faults of the place are a reason in the answer, never an exception."""

    @property
    def name(self) -> str:
        """Of SURFACES."""
        ...

    def publish(self, document: Document, elsewhere: str, /) -> Published:
        """elsewhere: where the whole can be read, as Markdown; "" nowhere. A silent document may be answered with whole=True
        though nothing was written."""
        ...


def publish(document: Document, surfaces: Sequence[Surface], wanted: frozenset[str]) -> tuple[Published, ...]:
    """What became of it on each surface that was tried, in the order of SURFACES."""
    known = {surface.name: surface for surface in surfaces}
    order = [known[name] for name in SURFACES if name in known]
    summary = "the job's summary" if "summary" in known else ""
    done = [surface.publish(document, summary) for surface in order if surface.name in wanted]
    for surface in order:
        if any(one.whole and not one.reason for one in done):
            break
        if surface.name not in wanted:
            done.append(surface.publish(document, ""))
    return tuple(sorted(done, key=lambda one: SURFACES.index(one.surface)))


def nowhere(done: Sequence[Published]) -> bool:
    """Whether no surface took it: exit 4."""
    return all(one.reason for one in done)
