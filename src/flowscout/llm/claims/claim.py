"""A claim of a sentence and the verdict on it."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..segments import Segment

SUPPORTED, CONTRADICTED, UNCHECKED = "supported", "contradicted", "unchecked"
BEST: Final = 0.15  # steps that fit as well as the best one
LIKELY: Final = 0.6  # less than the best by no more than this
LEAVES: Final = ("Return", "Leave", "Go on", "Raise", "Throw", "Catch")


class Claim(NamedTuple):
    """kind: what is claimed. text: the words that claim it. ids: the steps that it is about."""

    kind: str
    text: str
    verdict: str
    why: str = ""
    ids: tuple[str, ...] = ()


def text_of(segment: Segment) -> str:
    return " ".join(w.text for w in segment.words)
