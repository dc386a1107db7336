"""C-family text before any grammar: comments and literals out of the way, directives found.

`scan` gives a *mask* of the text, equal in length, in which comments, the insides of literals and preprocessor lines
are blanks; whatever looks for braces or names reads the mask and cannot be fooled by a string.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ...model.pattern import regex
from ...model.record import NamedTuple

NESTED: Final = rb"\((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\))*+\)"  # four levels deep
_PATTERN: Final = rb"""//[^\n\\]*+(?:\\(?:\r?\n)?[^\n\\]*+)*+
       | /\*.*?(?:\*/|\Z)
       | "(?:@[^"\\\n]*+(?:\\(?:\r?\n|.)[^"\\\n]*+)*+"?)
       | '(?<![0-9a-fA-F]')[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'?
       | \#(?:[ \t]|/\*.*?\*/)*+(?P<keyword>\w*+)
         (?P<rest>[^\n\\/"]*+(?:(?:\\(?:\r?\n)?|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?|/\*.*?(?:\*/|\Z)
                                |//[^\n\\]*+(?:\\(?:\r?\n)?[^\n\\]*+)*+|/)[^\n\\/"]*+)*+)"""
_RAW: Final = rb'(?<=R")(?P<delimiter>[^\s()\\]{0,16}+)\(.*?\)(?P=delimiter)"|'
_TOKEN = regex(_PATTERN.replace(b"@", b""), re.DOTALL | re.VERBOSE)
_TOKEN_OR_RAW = regex(_PATTERN.replace(b"@", _RAW), re.DOTALL | re.VERBOSE)
MANY: Final = 2000  # raw strings in one file
ENDLESS: Final = (
    20  # raw strings that never end, each of which costs a look to the end: then there are none in this file
)
_RAW_OPENS: Final = regex(rb'"[^\s()\\]{0,16}+\(')
_BLANKS = bytes(byte if byte in b"\r\n" else 0x20 for byte in range(256))
_CONTINUED = regex(rb"\\\r?\n")
_FUNCTION: Final = regex(rb"\A([A-Za-z_]\w{0,80}+)\([^()]*+\)\s*+")
_COMMENT = regex(rb'("(?:[^"\\\n]|\\.)*+"?)|/\*.*?(?:\*/|\Z)|//[^\n]*', re.DOTALL)


_PARENTHESIS = regex(rb"[()]")
_LAST_WORD = regex(rb"\w{0,60}\Z")
_CONTROL: Final = frozenset({b"if", b"while", b"for", b"switch", b"catch", b"else", b"do"})
_LONGEST: Final = max(map(len, _CONTROL))


class Directive(NamedTuple):
    """A preprocessor line, continuations included. rest: what follows the keyword, as written."""

    start: int
    end: int
    keyword: bytes
    rest: bytes

    @property
    def argument(self) -> bytes:
        """The rest on one line, without comments and outer blanks."""
        joined = _CONTINUED.sub(b" ", self.rest)
        return _COMMENT.sub(lambda m: m[1] or b" ", joined).strip()

    @property
    def function(self) -> tuple[bytes, bytes]:
        """Of the `#define` of a macro with parameters its name and what it stands for; nothing of any other line."""
        argument = self.argument if self.keyword == b"define" and b"(" in self.rest else b""
        found = _FUNCTION.match(argument)
        return (found[1], argument[found.end() :]) if found else (b"", b"")


def blank(piece: bytes) -> bytes:
    """The same number of bytes and lines, nothing to read."""
    return piece.translate(_BLANKS)


class _EndlessError(Exception):
    pass


@lru_cache(maxsize=4)  # asked for twice per file: before parsing, and for the macros
def scan(data: bytes) -> tuple[bytes, tuple[Directive, ...]]:
    if 0 < data.count(b'R"') < MANY:
        try:
            return _scanned(data, _TOKEN_OR_RAW)
        except _EndlessError:
            pass
    return _scanned(data, _TOKEN)


def _scanned(data: bytes, pattern: re.Pattern[bytes]) -> tuple[bytes, tuple[Directive, ...]]:
    directives: list[Directive] = []
    endless = 0

    def mask(token: re.Match[bytes]) -> bytes:
        nonlocal endless
        text = token[0]
        first = text[0]
        if (
            first == 0x22
            and pattern is _TOKEN_OR_RAW
            and token["delimiter"] is None
            and data[token.start() - 1 : token.start()] == b"R"
        ):
            endless += _RAW_OPENS.match(text) is not None
            if endless > ENDLESS:
                raise _EndlessError
        if first == 0x2F:  # a comment
            return text.translate(_BLANKS)
        if first != 0x23:  # a literal
            return text[:1] + text[1:-1].translate(_BLANKS) + text[-1:]
        start = token.start()
        if data[data.rfind(b"\n", 0, start) + 1 : start].strip(b" \t\xef\xbb\xbf"):
            return text
        directives.append(Directive(start, token.end(), token["keyword"], token["rest"]))
        return text.translate(_BLANKS)

    masked = pattern.sub(mask, data)
    return masked, tuple(directives)


def controls(before: bytes) -> bool:
    """Whether the `)` at the end closes the header of an if or a loop."""
    depth = 0
    for bracket in _PARENTHESIS.finditer(before[::-1]):
        depth += 1 if bracket[0] == b")" else -1
        if depth == 0:
            ahead = before[: len(before) - bracket.end()].rstrip()
            word = _LAST_WORD.search(ahead[-_LONGEST - 1 :])
            return word is not None and word[0] in _CONTROL
    return False
