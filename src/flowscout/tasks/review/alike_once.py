"""What several places do alike, said once, and of each what decides there last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ...model.shown import ShownEdit
from ...stages.account import FEW, ROOM, besides, nearest

_ASKS: Final = regex(r"(?<!\w)(?:when|unless|where|in case) ")


def once(same: Sequence[ShownEdit]) -> str:
    """With what decides last in each, where they are few."""
    if len({one.sentence for one in same}) == 1:
        return same[0].sentence
    core = (same[0].core or same[0].sentence).removesuffix(".")
    tails = [besides(core, one.sentence.removesuffix(".")) for one in same if one.sentence != f"{core}."]
    always = len(tails) < len(same)
    how = "in some only under a condition" if always else "each under its condition"
    return _each_under(core, same) or f"{core}, {how if all(map(_ASKS.search, tails)) else 'each at its own place'}."


def _each_under(core: str, same: Sequence[ShownEdit]) -> str:
    decides = [nearest(besides(core, one.sentence.removesuffix("."))) for one in same]
    named = len({one.name for one in same}) > 1
    known = any(decides) if named else all(decides)
    short = known and len(same) <= FEW and sum(map(len, decides)) <= ROOM
    told = [f"{why} in `{one.name}`".lstrip() if named else why for why, one in zip(decides, same, strict=True)]
    return f"{core}: {', '.join(told[:-1])} and {told[-1]}." if short and len(same) > 1 else ""
