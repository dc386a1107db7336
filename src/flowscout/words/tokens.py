"""Cuts an expression's text into tokens by the spelling of its language. Nothing is refused: a byte that fits nothing is its own token."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ..model.language import Spelling
from ..model.record import NamedTuple

NAME: Final = "name"
NUMBER: Final = "number"
STRING: Final = "string"
CHAR: Final = "char"
SIGN: Final = "sign"

TOKEN_CAP: Final = 1500

_NUMBER: Final = r"0[xXbBoO][\da-fA-F_']+[uUlLzZ]*|(?:\d[\d_']*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?[a-zA-Z]*"
_CHAR: Final = r"(?:u8|[uUL])?(?<!\\)'(?:[^'\\\n]++|\\.)++'"
_SIGNS: Final = (
    "<<=",
    ">>=",
    "...",
    "**=",
    "//=",
    "->*",
    "<=>",
    "::",
    "->",
    "++",
    "--",
    "&&",
    "||",
    "==",
    "!=",
    "<=",
    ">=",
    "<<",
    ":=",
    "+=",
    "-=",
    "*=",
    "/=",
    "%=",
    "&=",
    "|=",
    "^=",
    "@=",
    "**",
    "//",
    ".*",
)  # `>>` is left as two tokens: template arguments end in it


class TextToken(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


@cache
def _pattern(string: str, comment: str, casts: bool) -> re.Pattern[str]:
    char = rf"(?P<char>{_CHAR})|" if casts else ""
    signs = "|".join(re.escape(sign) for sign in _SIGNS)
    return re.compile(
        rf"(?P<skip>(?:\s++|\\\n|{comment})++)|(?P<string>{string})|{char}(?P<number>{_NUMBER})|(?P<name>[^\W\d][\w$]*)|(?P<sign>{signs}|.)",
        re.DOTALL,
    )


def tokens(text: str, spelling: Spelling) -> tuple[TextToken, ...]:
    """At most TOKEN_CAP tokens; () when the text holds more."""
    found: list[TextToken] = []
    for match in _pattern(spelling.string, spelling.comment, spelling.casts).finditer(text):
        kind = match.lastgroup
        if kind == "skip":
            continue
        found.append(TextToken(kind or SIGN, match[0], *match.span()))
        if len(found) > TOKEN_CAP:
            return ()
    return tuple(found)
