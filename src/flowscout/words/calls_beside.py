"""Two calls, of what each is given only what differs: who is called is told of both.

open(…, encoding_of(…, default), …) and open(…, encoding_of(…, fallback), …)
reply(…, answer(0), header(h), end()) and reply(…, answer(0), end())
client_new(…, &client) and connect(…, &connection)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model.alignment import opcodes
from .folding import DOTS, fold, parts, split

_NEXT: Final = 24  # letters of what stands next to something that one of them is not given
_DEEPEST: Final = 6  # calls in calls
_MOST: Final = 60  # of what each is given


def calls_beside(one: str, other: str, depth: int = 0) -> tuple[str, str] | None:
    """None where they are no calls, or the same, or within others calls of two functions."""
    called, inside = _call(one)
    named, within = _call(other)
    if not called or not named or (depth and called != named) or depth > _DEEPEST:
        return None
    left, right = (split(each, ", ") if each else [] for each in (inside, within))
    if max(len(left), len(right)) > _MOST:
        return None
    shown: tuple[dict[int, str], dict[int, str]] = ({}, {})
    for how, i, j, k, n in opcodes(left, right):
        if how == "equal":
            continue
        deeper = calls_beside(left[i], right[k], depth + 1) if (j - i, n - k) == (1, 1) else None
        for side, given, first, last, text in (
            (shown[0], left, i, j, deeper and deeper[0]),
            (shown[1], right, k, n, deeper and deeper[1]),
        ):
            side |= {at: text or given[at] for at in range(first, last)}
            if i == j or k == n:
                near = [at for at in (first - 1, last) if 0 <= at < len(given)]
                side |= {at: side.get(at, fold(given[at], _NEXT)) for at in near}
    if not shown[0] and not shown[1] and called == named:
        return None
    return f"{called}({_listed(left, shown[0])})", f"{named}({_listed(right, shown[1])})"


def _call(text: str) -> tuple[str, str]:
    """What stands before the brackets that it ends with, and what is between these."""
    last = (
        next((each for each in reversed(parts(text)) if each.end == len(text) - 1), None)
        if text.endswith(")")
        else None
    )
    if last is None or last.depth or text[last.start - 1] != "(":
        return "", ""
    head = text[: last.start - 1]
    return (head, text[last.start : last.end]) if head[-1:].isalnum() or head[-1:] in "_]>" else ("", "")


def _listed(given: Sequence[str], shown: dict[int, str]) -> str:
    found = [shown.get(at, "") for at in range(len(given))]
    return ", ".join(text or DOTS for at, text in enumerate(found) if text or not at or found[at - 1])
