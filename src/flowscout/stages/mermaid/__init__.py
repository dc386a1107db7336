"""Scenario Flow Model -> Mermaid text, and the same flow as a text outline and as rows of a table.

`mermaid` draws one model as one chart, whatever its size. `draw` keeps to the budget of `model.limits`: a model that is
too large is split at the loop or branch that weighs most, then drawn at a lower level, then left to its outline; the
note says which.
"""

from __future__ import annotations

from .chart import chart
from .outline import Row, outline, rows
from .split import Drawing, draw, fits

__all__ = ["Drawing", "Row", "draw", "fits", "mermaid", "outline", "rows"]

mermaid = chart
