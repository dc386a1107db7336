"""What an author wrote where an arm begins, held against a segment that says under what something is done: `// This means that the reader is asleep`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .deeds import wide
from .english import GLUE
from .segments import Segment
from .stems import ADVERSE_STEMS, NEUTRAL_STEMS, negates, stem, stems

_SENTENCES: Final = re.compile(r"(?<=[.;!?])\s+|, so |, but ")
FEWEST: Final = 2  # words that have to be told


def told_beside(segment: Segment, notes: Sequence[str]) -> bool | None:
    """Whether the author says so, or that it is not so; None where nothing is written of it."""
    said = [w for w in segment.words if w.kind != "mark"]
    told = {stem(w.text) for w in said if w.small not in GLUE and not negates(w.small)} - NEUTRAL_STEMS
    if len(told) < FEWEST or not all(w.kind == "word" for w in said):
        return None
    turned = _turns([w.small for w in said]) + (segment.opener == "unless")
    for note in notes:
        for sentence in _SENTENCES.split(note):
            if told <= wide(stems(sentence)):
                return _turns(re.findall(r"[A-Za-z']+", sentence.lower())) % 2 == turned % 2
    return None


def _turns(words: Sequence[str]) -> int:
    return sum(negates(word) or stem(word) in ADVERSE_STEMS for word in words)
