"""`[[likely]]` and `[[unlikely]]`: before a label the grammar takes what follows for no label, and they ask nothing."""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex

WORD: Final = rb"\[\[\s{0,9}+(?:un)?likely\s{0,9}+\]\]"
_HINT: Final = regex(WORD)


def hide(text: bytearray, mask: bytes) -> None:
    """mask: without what stands in quotes and comments. Bytes do not move."""
    for found in _HINT.finditer(mask) if b"ikely" in mask else ():
        text[found.start() : found.end()] = b" " * (found.end() - found.start())
