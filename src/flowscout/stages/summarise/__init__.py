"""Summaries without a model: what a function does that its callers must know.

`own_effects` and `flows` read one function's facts, cheaply, for every function of the project. `gather` lets effects travel
up: exceptions are caught by the try bodies around a call, and what arrives over a candidate set is *may*. `summarise` words it all for one function, when it is
shown. `saying.sentence` is imported where somebody asks for one: words for code are half of a hook's modules.
"""

from __future__ import annotations

from .effects import caught, classes_of, endings, flows, own_effects
from .gather import gather
from .outside import outside
from .spoken import spoken
from .unset import unset_of
from .wording import EffectSaid, display, in_parts, summarise, travelled

__all__ = [
    "EffectSaid",
    "caught",
    "classes_of",
    "display",
    "endings",
    "flows",
    "gather",
    "in_parts",
    "outside",
    "own_effects",
    "spoken",
    "summarise",
    "travelled",
    "unset_of",
]
