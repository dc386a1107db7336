"""Conditions that hold at once, in a row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from .answers import denied

MOST_GOVERNING: Final = 3
ROOM: Final = 110  # characters of those before the innermost one


def chained(told: Sequence[str]) -> str:
    """What holds at once, outermost first; of much the innermost, and how much more there is."""
    told = [f"{each} when asked again" if _asked_again(each, told[:at]) else each for at, each in enumerate(told)]
    held = list(accumulate(map(len, reversed(told[:-1]))))[: MOST_GOVERNING - 1]
    more = max(0, len(told) - 1 - sum(length <= ROOM for length in held))
    told = told[more:]
    joined: list[str] = []
    for each in told:
        word, link = ("when ", "and") if each.startswith("when ") else ("unless ", "or")
        same = joined and each.startswith(word) and joined[-1].startswith(word)
        joined[-1:] = [f"{joined[-1]} {link} {each.removeprefix(word)}"] if same else [*joined[-1:], each]
    inside = f" (inside {more} more block{'s' * (more > 1)})" if more > 0 else ""
    return f"{', '.join(joined)}{inside}"


def _asked_again(each: str, before: Sequence[str]) -> bool:
    """Whether the same was asked before it, and answered otherwise: of another value."""
    word, _, asked = each.partition(" ")
    opposite = {"when": "unless", "unless": "when"}.get(word, "")
    bare = asked[1:-1]
    turned = any(f"{word} `{sign}{bare}`" in before and denied(f"{sign}{bare}") == bare for sign in ("!", "not "))
    return bool(opposite) and (turned or f"{opposite} {asked}" in before)
