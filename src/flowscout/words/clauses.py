"""Words of a step within a sentence."""

from __future__ import annotations

from typing import Final

from ..model.pattern import regex

_WORDED: Final = regex(r"[A-Z][a-z]*+(?:-[a-z]++)?+:?(?:$| (?![-+*/%|&^<>:]{0,3}=))")


def worded(text: str) -> bool:
    """Whether it begins as English does, not as code: `Close fd`, not `Close(fd)`, `x = f()`."""
    return _WORDED.match(text) is not None


def clause(text: str) -> str:
    """With a small letter, where it is no code."""
    return text[:1].lower() + text[1:] if worded(text) else text
