"""Whether a step only makes what a later one that weighs more is given: `rec = MakeRecord(req)` before `store_->Create(rec)`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..model.pattern import regex

_MADE: Final = regex(r"([A-Za-z_]\w{0,60}+) = ")
_NAME: Final = regex(r"(?<![\w.])[A-Za-z_]\w*+")


def handed_on(label: str, later: Iterable[str]) -> bool:
    """label, later: words of steps."""
    made = _MADE.match(label)
    return made is not None and any(made[1] in _NAME.findall(_given(other)) for other in later)


def _given(label: str) -> str:
    """Without what it sets or appends to."""
    return label.partition(" = ")[2] or label.rpartition(" to ")[0] or label
