"""What is done alike in a few places of a function: in each by what decides there last.

`Now returns `true`, in 3 places` says nothing of when; of each place the innermost condition does, and the code has the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.pattern import regex

_INTRODUCES: Final = ("when", "unless", "in case", "in the loop", "in the choice", "in the branch", "on", "with")
_INSIDE: Final = regex(r" \(inside \d{1,3} more blocks?\)$")
_CODE: Final = regex(r"`[^`\n]{1,400}`")
FEW: Final = 4  # places that are named
ROOM: Final = 240  # characters of all their conditions
_MOST: Final = 90  # of one


def each_place(core: str, sentences: Sequence[str]) -> str:
    """core: what is said of all. sentences: what was said of each, with all its conditions."""
    said, count = core.removesuffix("."), len(sentences)
    looked = sentences if count <= FEW else ()
    found = [nearest(each[len(said) :]) if each.startswith(said) else "" for each in looked]
    short = found and all(found) and len({*found}) == count and max(map(len, found)) <= _MOST
    if not short or sum(map(len, found)) > ROOM:
        return f"{said}, in {count} places."
    return f"{said}, in {count} places: {', '.join(found[:-1])} and {found[-1]}."


def nearest(tail: str) -> str:
    """The innermost of the conditions that a sentence ends with; "" where it ends with none."""
    between, code = _CODE.split(_INSIDE.sub("", tail.removesuffix("."))), _CODE.findall(tail)
    if not code or between[-1] or "…" in code[-1]:
        return ""
    for said in reversed(between[:-1]):
        if said != " and ":
            return next((f"{word} {code[-1]}" for word in _INTRODUCES if said.endswith(f" {word} ")), "")
    return ""
