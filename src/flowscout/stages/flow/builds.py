"""Under which `#if` a case stands, of those that begin behind a place: `case 2` of `#ifdef TWO` is there where that is built."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ...model.pattern import regex

_LINE: Final = regex(rb"(?m)^[ \t]{0,80}#[ \t]{0,8}(if(?:n?def)?|elif(?:n?def)?|else|endif)\b([^\n]{0,200})")
_COMMENT: Final = regex(rb"/\*.{0,200}?(?:\*/|$)|//.{0,200}$")


def governing(text: bytes, start: int, at: int, end: int) -> str:
    """The condition, as a line of `#if` has it; "" for none. start, end: of the choice."""
    if text.find(b"#", start, at) < 0:
        return ""
    around: list[str] = []
    for place, word, said in _lines(text, start, end):
        if place >= at:
            break
        if word.startswith("if"):
            around.append(_asked(word, said))
        elif around and word == "endif":
            around.pop()
        elif around:
            around[-1] = _asked(word[2:], said) if word.startswith("elif") else _other(around[-1])
    return " && ".join(around)


@lru_cache(maxsize=4)
def _lines(text: bytes, start: int, end: int) -> Sequence[tuple[int, str, str]]:
    """Within a choice: where each line stands, its word, and what it asks. A choice asks for each of its cases."""
    return tuple(
        (found.start(), found[1].decode(), _COMMENT.sub(b"", found[2]).decode("utf-8", "replace").strip())
        for found in _LINE.finditer(text, start, end)
    )


def _asked(word: str, said: str) -> str:
    return f"defined({said})" if word == "ifdef" else f"!defined({said})" if word == "ifndef" else said


def _other(asked: str) -> str:
    plain = asked.startswith(("defined(", "!defined(")) and asked.count("(") == 1 and asked.endswith(")")
    return (asked[1:] if asked[0] == "!" else f"!{asked}") if plain else f"!({asked})"
