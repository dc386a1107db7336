"""Whether statements stand one right behind the other, so that what they do together can be told as one deed: between two of them
nothing else runs, and nothing of what they read can have become something else but by themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ...model.language import Language
from ...words.remarks import noise

_NESTED: Final = re.compile(r"[(\[{][^()\[\]{}]*+[)\]}]")
_DEEPEST: Final = 8


def side_by_side(text: bytes, places: Sequence[int], language: Language) -> bool:
    """places: where each begins, in bytes."""
    return all(_one(text[here:there], language) for here, there in pairwise(sorted(places)))


def _one(between: bytes, language: Language) -> bool:
    """It is one statement, and where the next begins."""
    code = noise(language).sub(lambda found: '""' if found[1] else " ", between.decode("utf-8", "replace"))
    for _ in range(_DEEPEST):
        code = _NESTED.sub("x", code)
    if language.spelling.casts:
        return code.count(";") <= 1 and not any(each in code for each in "{}#:")
    return len([line for line in code.split("\n") if line.strip()]) <= 1 and ";" not in code
