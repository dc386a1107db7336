"""Scenario Flow Model -> Mermaid text, and the same flow as a text outline and as rows of a table.

`mermaid` draws one model as one chart, whatever its size. A drawing for people is a `document`: with its spacing, its
words `roomy` or `least`, its phases as `boxes`; `look_of` says in which look that keeps to the budget of
`model.limits`, by an estimate of its size.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.sfm import Phase, ScenarioFlowModel
from .chart import chart
from .look import Look, looks
from .outline import TableRow, outline, rows
from .shown import boxes, document, least, roomy, shortened
from .size import Extent, extent, fits, look_of

__all__ = [
    "Extent",
    "Look",
    "TableRow",
    "boxes",
    "document",
    "extent",
    "fits",
    "least",
    "look_of",
    "looks",
    "mermaid",
    "outline",
    "roomy",
    "rows",
    "shortened",
]


def mermaid(sfm: ScenarioFlowModel, style: str = "default", boxed: Sequence[Phase] = ()) -> str:
    """As it reads best, however large that is."""
    return chart(sfm, looks(style)[0], boxed)
