"""Two long texts, each with all that differs, and dots for long runs of what is alike.

    return {k: v for k, v in env.items() if not k.startswith("A") or k in {"B", "C", "D"}}
    return {k: v for … if not k.startswith("A") or k.startswith("E") or k in {… "D", "F"}}

What goes is closed in itself where that can be, so that each bracket that is left keeps its other half; it begins and ends at a blank,
or where a bracket opens.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from ..model.alignment import SMALL, opcodes
from ..model.pattern import regex
from .closing import closed, squeezed
from .terms import DOTS

_TOKEN: Final = regex(r"""'(?:\\.|[^'\\]){0,60}+'|"(?:\\.|[^"\\]){0,60}+"|\w++|\s++|[^\w\s]""")
_CONTEXT: Final = ((40, 28), (28, 20), (20, 12), (12, 8))  # letters of the beginning, and beside what differs
_SAVES: Final = 8  # letters, or nothing goes
_OPEN: Final = "([{"
_CLOSE: Final = ")]}"
_QUOTES: Final = ("'", '"')  # of texts that are too long to be one word
_MOST_PARTS: Final = 4  # differences: more are a text of its own
Words = Sequence[str]


def gapped(one: str, other: str, limit: int) -> tuple[str, str] | None:
    """None where that is longer than `limit`, and where they differ in many places."""
    was, now = _TOKEN.findall(squeezed(one)), _TOKEN.findall(squeezed(other))
    if was == now or len(was) * len(now) > SMALL:
        return None
    parts = [(kind == "equal", (was[i:j], now[m:n])) for kind, i, j, m, n in opcodes(was, now)]
    if sum(not same for same, _ in parts) > _MOST_PARTS:
        return None
    for head, beside in _CONTEXT:
        rooms = [(beside if at else head, beside if at + 1 < len(parts) else 0) for at in range(len(parts))]
        kept = [_kept(sides[0], *room) if same else "" for (same, sides), room in zip(parts, rooms, strict=True)]
        first, second = (
            "".join(text or "".join(sides[side]) for text, (_, sides) in zip(kept, parts, strict=True)).strip()
            for side in (0, 1)
        )
        first, second = (closed(each.replace(DOTS * 2, DOTS)) for each in (first, second))
        if first != second and max(len(first), len(second)) <= limit:
            return first, second
    return None


def _kept(words: Words, head: int, tail: int) -> str:
    """What stands in both, without its middle; without its end where nothing differs behind it."""
    ends = [0, *accumulate(map(len, words))]
    begins = [at for at, end in enumerate(ends) if end <= head and (not at or _breaks(words[at - 1]))]
    last = [at for at, end in enumerate(ends) if ends[-1] - end <= tail and _breaks(words[at - 1])] if tail else []
    depths = [0, *accumulate((word in _OPEN) - (word in _CLOSE) for word in words)]
    pairs = [(a, b) for a in begins[::-1] for b in last if a <= b and depths[a] == min(depths[a : b + 1]) == depths[b]]
    a, b = next(iter(pairs), (0, 0)) if tail else (begins[-1], len(words))
    if ends[b] - ends[a] < _SAVES or any(word in _QUOTES for word in words[a:b]):
        return "".join(words)
    blank = " " * (b < len(words) and words[b - 1].isspace())
    return f"{''.join(words[:a])}{DOTS}{blank}{''.join(words[b:])}"


def _breaks(word: str) -> bool:
    """Whether a text may be cut behind it."""
    return word.isspace() or word in _OPEN
