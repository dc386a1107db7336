"""Digests of code: its tokens and the shape of its blocks; no layout, no comments, no positions."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import cache

SIZE = 16
REMARKS = 8


@cache
def tokeniser(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern, re.DOTALL)


def digest(pattern: bytes, text: bytes, *more: str) -> str:
    tokens = filter(None, tokeniser(pattern).findall(text))
    state = hashlib.blake2b(b"\0".join(tokens), digest_size=SIZE)
    state.update("\0".join(("", *more)).encode())
    return state.hexdigest()


def remarks(comment: str, text: bytes) -> str:
    """Of the text as it is, where a comment may stand in it; "" elsewhere. What it sees too much is no harm: it only
    says that comments may have changed. comment: how they are written."""
    if (b"#" not in text) if comment.startswith("#") else (b"//" not in text and b"/*" not in text):
        return ""
    return hashlib.blake2b(text, digest_size=REMARKS).hexdigest()


def outside(data: bytes, ranges: Iterable[tuple[int, int]]) -> bytes:
    """What is left of the bytes without these ranges, sorted by start; a mark stays where one was."""
    parts, here = [], 0
    for start, end in ranges:
        if start >= here:
            parts.append(data[here:start])
            here = end
    parts.append(data[here:])
    return b"\n@\n".join(parts)
