"""`new T *[n]`: the grammar ends the statement at the star and takes `[n]` for a lambda, so the stars are hidden from
it."""

from __future__ import annotations

from typing import Final

from flowscout.model.pattern import regex

_STARS: Final = regex(rb"\*[*\s]{0,40}+(?=\[)")
_NEW: Final = regex(rb"\bnew\s{1,9}+(?:\([^()]{0,60}+\)\s{0,9}+)?\w[\w:<>,\s]{0,100}+\Z")
_NEAR: Final = 120


def hide(text: bytearray, mask: bytes) -> None:
    """mask: the text without comments and strings."""
    for found in _STARS.finditer(mask) if b"new" in mask else ():
        if _NEW.search(mask, max(found.start() - _NEAR, 0), found.start()):
            text[found.start() : found.end()] = found[0].replace(b"*", b" ")
