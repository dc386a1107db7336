"""Comments within code: what is quoted on one line holds none, or the code behind one would read as a part of it."""

from __future__ import annotations

import re
from functools import cache

from ..model.language import Language


def without(text: str, language: Language) -> str:
    """With blanks in their place, so that each word stands where it stood."""
    if "#" not in text and "/" not in text:
        return text
    return noise(language).sub(lambda it: it[0] if it[1] else re.sub(r"[^\n]", " ", it[0]), text)


@cache
def noise(language: Language) -> re.Pattern[str]:
    """Finds comments, and texts as a first group."""
    return re.compile(f"({language.spelling.string})|(?:{language.spelling.comment})", re.DOTALL)
