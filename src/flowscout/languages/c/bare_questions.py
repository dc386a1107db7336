"""`if unlikely(x) {` and `while NOT_EMPTY(q) {`: a question whose brackets are a macro's own. The grammar is shown brackets around it, in the blanks
before and behind (bytes do not move); else it reads the `if` as nothing, and what hangs on it as done in any case."""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex
from .text import NESTED

_ASKED: Final = regex(
    rb"[iws](?<!\w[iws])(?:(?<=i)f|(?<=w)hile|(?<=s)witch)([ \t])(?!constexpr\b|consteval\b|not\b|compl\b)[A-Za-z_]\w{0,80}+"
    + NESTED
    + rb"(?:[ \t]*+\r?\n)?[ \t]*([ \t])(?=[\w{;(+~:]|-[^>]|\*[^=])"
)


def hide(text: bytearray, mask: bytearray) -> None:
    """Puts the brackets in both, before anything else is made of a name in capitals; a directive is blank in the mask."""
    for found in _ASKED.finditer(bytes(mask)):
        before, behind = found.start(1), found.start(2)
        if text[before] in b" \t" and text[behind] in b" \t":  # a comment is blank in the mask alone
            text[before] = mask[before] = 0x28
            text[behind] = mask[behind] = 0x29
