"""`if (unsigned(id) < size)`: the grammar takes a type of that word for a declaration where a statement may begin, and
loses what stands behind it; so it gets to see a name."""

from __future__ import annotations

from typing import Final

from flowscout.model.pattern import regex

_CAST: Final = regex(rb"([uls](?<!\w[uls])(?:(?<=u)nsigned|(?<=s)igned|(?<=l)ong|(?<=s)hort))\((?!\s{0,40}+[*&])")
_BEFORE: Final = (b"(", b";")


def hide(text: bytearray, mask: bytes) -> None:
    """mask: the text without comments and strings. Bytes do not move."""
    for found in _CAST.finditer(mask):
        if mask[max(0, found.start() - 80) : found.start()].rstrip()[-1:] in _BEFORE:
            text[found.start()] = ord("_")
