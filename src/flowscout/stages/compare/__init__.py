"""Two scenarios of one function -> what changed in its flow.

Steps are matched in five rounds: what stands in lines of which the one is known to have become the other; what stands in a line that is the
same on both sides; equal text in equal order; what is left of equal text by its neighbours; then by likeness of words, kind and neighbourhood. A matched pair is *moved* when it left the longest common order or stands
under another branch, *changed* when its words or weight differ, else *kept*. Terms: the *context* of a step is the
nearest branching step that dominates it, with the branch taken.
"""

from __future__ import annotations

from .copied import COPIED
from .cut_off import cut_off
from .leading import leading_alike
from .matching import compare
from .merging import facing, merge
from .parity import FunctionRead, parity, parity_sentences
from .quiet import quiet
from .respelt import respelt
from .runs import Apart, parted
from .taken import taken_out

__all__ = [
    "COPIED",
    "Apart",
    "FunctionRead",
    "compare",
    "cut_off",
    "facing",
    "leading_alike",
    "merge",
    "parity",
    "parity_sentences",
    "parted",
    "quiet",
    "respelt",
    "taken_out",
]
