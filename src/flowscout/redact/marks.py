"""The mark that a secret leaves. While a text is worked on, marks are characters that no expression takes for text."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Final

Hide = Callable[[str, str], str]  # kind, secret -> what stands in its place

_OPEN, _CLOSE, _ZERO = "\ufdd0", "\ufdd1", 0xFDD2  # Unicode's noncharacters: no text that is interchanged holds them
PLACE: Final = "\ufdd0[\ufdd2-\ufddb]{1,9}+\ufdd1"


def mark(kind: str, secret: str) -> str:
    return f"<redacted:{kind}:{sha256(secret.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}>"


@cache
def _written() -> re.Pattern[str]:
    return re.compile(r"<redacted:[a-z0-9-]{1,24}:[0-9a-f]{8}>")


@cache
def place() -> re.Pattern[str]:
    return re.compile(PLACE)


@cache
def _strange() -> re.Pattern[str]:
    return re.compile("[\ufdd0-\ufdef]")


def keeping() -> tuple[Callable[[str], str], Hide, Callable[[str], str]]:
    """(text with its marks put aside, hide one more, text with all marks back)."""
    kept: list[str] = []

    def put(made: str) -> str:
        kept.append(made)
        return _OPEN + "".join(chr(_ZERO + int(digit)) for digit in str(len(kept) - 1)) + _CLOSE

    def aside(text: str) -> str:
        return _written().sub(lambda found: put(found[0]), _strange().sub("\ufffd", text))

    def back(text: str) -> str:
        return place().sub(lambda found: kept[int("".join(str(ord(c) - _ZERO) for c in found[0][1:-1]))], text)

    return aside, lambda kind, secret: put(mark(kind, secret)), back
