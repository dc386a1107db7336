"""What a string literal holds."""

from __future__ import annotations

import re
from typing import Final

from ..model.pattern import regex

BLANK: Final = "\u2423"  # one of several blanks, which a drawing, a page and a line of text would show as one
_MANY: Final = 8
_RAW: Final = regex(r'(?:u8|[uUL])?R"([^()\\\s]{0,16})\((.*)\)\1"', re.DOTALL)
_PLAIN: Final = regex(r"""[A-Za-z]{0,3}8?(\"\"\"|'''|"|')(.*)\1\w*""", re.DOTALL)
_LAYOUT: Final = regex(rf"[\s{BLANK}]+")
_ROWS: Final = regex(r"\s+")
_BLANKS: Final = regex(r"\s{2,}|[^\S ]")
_ESCAPES: Final = regex(r"\\(.)", re.DOTALL)
_PART: Final = regex(
    r""""(?:[^"\\\n]|\\.)*+"|(?:(?<!\w)|(?<=\b[bBfFrRuUL]))'(?:[^'\\\n]|\\.)*+'|\s++|[^\s"'\\]++|\\.|.""", re.DOTALL
)  # a text on one line is a part
_SPACING: Final = regex(r"\\[ntrfv]")


# Controls, invisible and bidirectional marks, lone surrogates: shown, they would mislead.
_UNSEEN: Final = regex(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)


def visible(text: str) -> str:
    return text if text.isprintable() else _UNSEEN.sub("", text)


def content(literal: str) -> str:
    """Without prefix and quotes, a break of lines as one blank, several blanks as marks that can be counted; escapes stay as written,
    but for quotes and continuations."""
    match = _RAW.fullmatch(literal)
    if match:
        return _BLANKS.sub(_marked, match.group(2))
    match = _PLAIN.fullmatch(literal)
    if not match:
        return literal
    as_it_stands = "r" in literal[: match.start(1)].lower()
    return _BLANKS.sub(_marked, match.group(2) if as_it_stands else _ESCAPES.sub(_unescape, match.group(2)))


def _marked(match: re.Match[str]) -> str:
    blanks = match.group()
    if len(blanks) < 2 or "\n" in blanks:
        return " "
    return BLANK * len(blanks) if len(blanks) <= _MANY else f"{BLANK * 2}…"


def laid_out(text: str) -> str:
    """Code with one blank for its layout; several blanks in a text of it as marks that can be counted."""
    if "  " not in text or not ('"' in text or "'" in text):
        return _ROWS.sub(" ", text)
    parts = [_BLANKS.sub(_marked, part) if part[0] in "\"'" else part for part in _PART.findall(text)]
    return "".join(" " if part.isspace() else part for part in parts)


def _unescape(match: re.Match[str]) -> str:
    char = match.group(1)
    return "" if char == "\n" else char if char in "\"'" else match.group()


def message(value: str) -> str:
    """A string's content as running text."""
    return visible(_LAYOUT.sub(" ", _SPACING.sub(" ", value))).strip()
