"""Whether a step only tells something: it logs or prints a text of several words."""

from __future__ import annotations

from typing import Final

from ..model.pattern import regex
from .deeds import Deed

_TALK: Final = regex(
    r"(?i)(?<![a-z])[a-z]?_?(?:log|print|warn|err(?:or)?|debug|dbg|info|trace|notice|puts|echo|alert|fatal|critical|exception|say|msg|message)[a-z_]{0,12}\s*\("
)
_TEXT: Final = regex(
    r"\(\s{0,5}(?:[\w.>-]{1,40},\s{0,5}){0,2}(?:\w\()?[frbuL]{0,2}[\"'][^\"'\s]{1,80}\s"
)  # a text of several words


def talks(deed: Deed) -> bool:
    """What is written in a message is not done."""
    return deed.said.startswith("Log") or bool(_TALK.search(deed.code) and _TEXT.search(deed.code))
