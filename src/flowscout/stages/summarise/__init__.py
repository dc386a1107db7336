"""Summaries without a model: what a function does that its callers must know.

`own_effects` reads one function's facts, cheaply, for every function of the project. `passed_on` says which effects of a
callee get through one call site: exceptions are caught by the try bodies around it, and what arrives over a candidate set
is *may*. `summarise` words it all for one function, when it is shown.
"""

from __future__ import annotations

from .effects import caught, own_effects, passed_on
from .wording import sentence, summarise, travelled

__all__ = ["caught", "own_effects", "passed_on", "sentence", "summarise", "travelled"]
