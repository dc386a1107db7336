"""`CHECK(a, ==, b)`: an operator that is a macro's argument. The grammar gets to see a name there."""

from __future__ import annotations

import re
from typing import Final

from flowscout.model.pattern import regex

_ALONE = regex(rb"[,(][ \t]*+([=!<>]=|[<>])[ \t]*+(?=[,)])")
_SIGNS: Final = (b"=", b"<", b">")


def named(text: bytes) -> bytes:
    """Of the same length."""
    return _ALONE.sub(_name, text) if any(sign in text for sign in _SIGNS) else text


def hide(text: bytearray, mask: bytes) -> None:
    for found in _ALONE.finditer(mask):
        text[found.start(1) : found.end(1)] = b"_" * len(found[1])


def _name(found: re.Match[bytes]) -> bytes:
    return found[0].replace(found[1], b"_" * len(found[1]))
