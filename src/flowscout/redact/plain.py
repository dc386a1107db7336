"""A text without what hides: terminal escapes, and characters of no width within a word."""

from __future__ import annotations

import re
from functools import cache


@cache
def _escapes() -> re.Pattern[str]:
    return re.compile(
        r"(?:\x1b\[|\x9b)[0-?]{0,32}[ -/]{0,8}[@-~]"  # CSI
        r"|\x1b[\]PX^_][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?"  # OSC, DCS, SOS, PM, APC
        r"|\x1b[@-Z\\-_]?"
    )


@cache
def _unseen() -> re.Pattern[str]:
    return re.compile("(?<=[!-~])[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]++(?=[!-~])")


def plain(text: str) -> str:
    if "\x1b" in text or "\x9b" in text:
        text = _escapes().sub("", text)
    return text if text.isascii() else _unseen().sub("", text)
