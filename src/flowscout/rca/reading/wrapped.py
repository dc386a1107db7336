"""Text that a console broke at its width, made whole again.

PowerShell writes what it captures as wide as its window: at 60 columns a message and even `BUILD FAILED` spans lines. A
log is *wrapped at w* when no line is longer than w, many lines are exactly as long, and words run on into the next line.
A joined line stands at the first of its raw lines; the others become empty.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Final

_WIDEST: Final = 240
_SHELLS: Final = re.compile(
    r"NativeCommandError|CategoryInfo|FullyQualifiedErrorId|RemoteException|ativeComm|ualifiedErr"
)
_RUNS_ON: Final = re.compile(r"\w$")
_JOINS: Final = 40


def width(lines: list[str]) -> int:
    """The width at which the log is wrapped, 0 if it is not. Wide windows only where PowerShell shows itself."""
    lengths = Counter(len(line) for line in lines if line)
    if not lengths:
        return 0
    widest = max(lengths)
    full = lengths[widest] + lengths.get(widest - 1, 0)
    if widest < 18 or widest > _WIDEST or full < 4 or full * 12 < lengths.total():
        return 0
    if widest > 60 and not _SHELLS.search("".join(lines[:4000])):
        return 0
    pairs = [(a, b) for a, b in pairwise(lines) if len(a) == widest and b]
    broken = sum(1 for a, b in pairs if _RUNS_ON.search(a) and b[0].isalnum() and not b[0].isupper())
    return widest if broken * 3 >= max(len(pairs), 6) else 0


def joined(lines: list[str], wide: int) -> list[str]:
    """As many lines as before: each run of full lines and the one that ends it is one line, then empty ones."""
    out = list(lines)
    at = 0
    while at < len(lines):
        end = at
        while end + 1 < len(lines) and end - at < _JOINS and len(lines[end]) in (wide, wide - 1) and lines[end + 1]:
            end += 1
        if end > at:
            out[at] = "".join(part.ljust(wide) for part in lines[at:end]) + lines[end]
            out[at + 1 : end + 1] = [""] * (end - at)
        at = end + 1
    return out
