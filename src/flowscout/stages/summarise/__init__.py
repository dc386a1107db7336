"""Summaries without a model: what a function does that its callers must know.

`own_effects` and `flows` read one function's facts, cheaply, for every function of the project. `passed_on` says which
effects of a callee get through a call site: exceptions are caught by the try bodies around it, and what arrives over a
candidate set is *may*. `summarise` words it all for one function, when it is shown.
"""

from __future__ import annotations

from .effects import caught, flows, own_effects, passed_on
from .wording import sentence, summarise, telling, travelled

__all__ = ["caught", "flows", "own_effects", "passed_on", "sentence", "summarise", "telling", "travelled"]
