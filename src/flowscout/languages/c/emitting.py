"""Qt's `emit`, an empty macro before the call of a signal: `emit closed(x);` reads like a variable `closed` of a type `emit`."""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex

WORD: Final = (
    rb"(?:emit|Q_EMIT)(?=\s{1,40}+(?:[A-Za-z_]\w{0,80}+\s{0,4}+(?:->|\.|::)\s{0,4}+){0,4}+[A-Za-z_]\w{0,80}+\s{0,4}+\()"
)
_EMIT: Final = regex(rb"(?<![\w.>:])" + WORD)


def hide(text: bytearray, mask: bytes) -> None:
    """mask: without what stands in quotes and comments."""
    if b"emit" not in mask and b"Q_EMIT" not in mask:
        return
    for found in _EMIT.finditer(mask):
        text[found.start() : found.end()] = b" " * (found.end() - found.start())
