"""Scenario Flow Model -> Mermaid text, and the same flow as a text outline and as rows of a table.

`mermaid` draws one model as one chart, whatever its size. A drawing for people is a `document`: with its spacing, its words and
errors in `roomy` or `least` form, its phases as `boxes`; `fits` says whether that keeps to the budget of `model.limits`, by an estimate of
its size.
"""

from __future__ import annotations

from .chart import chart
from .outline import Row, outline, rows
from .shown import boxes, document, least, roomy
from .size import Extent, extent, fits

__all__ = ["Extent", "Row", "boxes", "document", "extent", "fits", "least", "mermaid", "outline", "roomy", "rows"]

mermaid = chart
