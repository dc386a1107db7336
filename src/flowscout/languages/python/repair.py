"""A second chance for broken files: blanks out what makes the parser lose its place, so that the rest is read.

An unclosed bracket or triple quote swallows everything below it. A line that opens a function or a class is the sign
that the bracket was to be closed before, for no expression holds one. Offsets stay: every byte removed becomes a blank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from ...model.pattern import regex

HIGH: Final = re.compile(rb"[\x80-\xff]")
CONFLICT: Final = regex(rb"^(?:<{7}|={7}|>{7}|\|{7})(?:[ \t][^\n]*)?$", re.MULTILINE)
DEFINES: Final = regex(
    rb"\n[ \t]*(?:@[\w.]+|(?:async[ \t]+)?(?:def|class)[ \t]+\w+[^\n]{0,200}:[ \t]*(?:#[^\n]*)?(?=\n))"
)
TOKEN: Final = regex(
    rb"(?P<comment>#[^\n]*)"
    rb"|(?P<triple>\"\"\"|''')"
    rb"|(?P<string>\"(?:[^\"\\\n]|\\.)*(?:\"|(?P<odd>))|'(?:[^'\\\n]|\\.)*(?:'|(?P<lone>)))"
    rb"|(?P<define>\n[ \t]*(?:@[A-Za-z_]|(?:async[ \t]+)?(?:def|class)[ \t]+\w))"
    rb"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<stray>[$?`])",
    re.DOTALL,
)
QUOTES: Final = (b'"""', b"'''")
TRIPLES: Final = {quote: regex(rb"(?:[^\\]|\\.)*?" + quote, re.DOTALL) for quote in QUOTES}
CLOSES: Final = {b")": b"(", b"]": b"[", b"}": b"{"}


def prepare(data: bytes) -> bytes:
    """A file in an encoding other than UTF-8 has letters that the parser takes for errors: it sees plain ones instead."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return HIGH.sub(b"x", data)
    return data


def repair(text: bytes, errors: Sequence[Any]) -> bytes | None:
    if CONFLICT.search(text):
        text = CONFLICT.sub(lambda found: b"#" + b" " * (len(found[0]) - 1), text)
    repaired = bytearray(text)
    for offset, length in _odd(text):
        repaired[offset : offset + length] = b" " * length
    return bytes(repaired)


def _odd(text: bytes) -> list[tuple[int, int]]:
    """Brackets and quotes without a partner, and bytes that are never code."""
    found: list[tuple[int, int]] = []
    brackets = OpenBrackets()
    unpaired = {quote: text.count(quote) % 2 for quote in QUOTES}
    endless: set[bytes] = set()  # quotes that nothing closes from here on
    here = 0
    while token := TOKEN.search(text, here):
        kind, here = token.lastgroup, token.end()
        if kind == "triple":
            closing = TRIPLES[token[0]].match(text, here) if token[0] not in endless else None
            if closing is None:
                endless.add(token[0])
            if closing is None or (unpaired[token[0]] and DEFINES.search(text, here, closing.end())):
                found.append((token.start(), 3))
                unpaired[token[0]] = 0
            else:
                here = closing.end()
        elif kind == "open":
            brackets.open(token[0], token.start())
        elif kind == "close":
            found += brackets.close(CLOSES[token[0]], token.start())
        elif kind == "define":
            found += brackets.give_up()
        elif kind == "stray" or token["odd"] is not None or token["lone"] is not None:
            found.append((token.start(), 1))
    return found + brackets.give_up()


class OpenBrackets:
    """The brackets open at a place. Each method gives the ranges of those that turn out to have no partner."""

    def __init__(self) -> None:
        self._opened: list[tuple[bytes, int]] = []
        self._count = dict.fromkeys(CLOSES.values(), 0)

    def open(self, bracket: bytes, offset: int) -> None:
        self._opened.append((bracket, offset))
        self._count[bracket] += 1

    def close(self, wanted: bytes, offset: int) -> list[tuple[int, int]]:
        """A closing bracket closes the nearest of its kind; those opened since are odd. Without one, it is odd itself."""
        if not self._count[wanted]:
            return [(offset, 1)]
        odd: list[tuple[int, int]] = []
        while True:
            bracket, place = self._opened.pop()
            self._count[bracket] -= 1
            if bracket == wanted:
                return odd
            odd.append((place, 1))

    def give_up(self) -> list[tuple[int, int]]:
        odd = [(place, 1) for _, place in self._opened]
        self._opened.clear()
        self._count = dict.fromkeys(self._count, 0)
        return odd
