"""Words of an error's message that may be names of the project.

What stands in quotes, before a bracket, behind a colon or at the end is named (`undefined: total`, `name 'total' is not
defined`); a lower-case word between two others is English, and what the system says of an error number is its own.
"""

from __future__ import annotations

import errno
import os
import re
from typing import Final

from ...model.pattern import regex
from .edits import WORD

_ENGLISH: Final = regex(r"[a-z]{1,40}+")
_SYSTEM: Final = re.compile(
    "|".join(re.escape(os.strerror(number)) for number in sorted(errno.errorcode, reverse=True)), re.IGNORECASE
)


def named(message: str) -> frozenset[str]:
    text = _SYSTEM.sub(";", message)
    return frozenset(
        found[0]
        for found in WORD.finditer(text)
        if not (_ENGLISH.fullmatch(found[0]) and _between(text, found.start(), found.end()))
    )


def _between(text: str, start: int, end: int) -> bool:
    """Whether a word goes on a sentence, and another goes on behind it; not where a colon or a quote stands before it."""
    before, behind = text[max(start - 2, 0) : start], text[end : end + 1]
    if not before.strip():
        return behind == " "
    return before[-1] == " " and before[0] != ":" and behind in (" ", ":", ",", ";")
