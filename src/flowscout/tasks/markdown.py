"""Text from code in Markdown: nothing of it may become markup."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$@])")
# Controls, bidirectional overrides and invisible characters: what a reader cannot see must not be there.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


def visible(text: str) -> str:
    """Without what cannot be seen; line breaks and tabs become blanks."""
    return _UNSEEN.sub("\ufffd", text.replace("\r", " ").replace("\n", " ").replace("\t", " "))


def escape(text: str) -> str:
    """Prose that shows as written."""
    return _SPECIAL.sub(r"\\\1", visible(text))


def code(text: str) -> str:
    """A code span."""
    text = visible(text).strip()
    ticks = "`" * (1 + longest_run(text))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def cell(text: str) -> str:
    """For a table: a bar would end the cell, even in a code span."""
    return text.replace("|", "\\|")


def fence(text: str, info: str) -> str:
    """A fenced block that its content cannot close."""
    ticks = "`" * max(3, 1 + longest_run(text))
    return f"{ticks}{info}\n{text.rstrip(chr(10))}\n{ticks}"


def longest_run(text: str) -> int:
    return max((len(run) for run in re.findall(r"`+", text)), default=0)
