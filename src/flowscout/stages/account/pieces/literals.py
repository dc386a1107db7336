"""Texts that stand side by side are one, however they are parted; here C's and C++'s."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.pattern import regex

OPEN_ENDED: Final = regex(rb'\\(?:x[0-9A-Fa-f]{0,16}+|[0-7]{1,2}+)"$')  # what follows would be read with it


def as_one(words: Sequence[bytes]) -> Iterator[bytes]:
    text = b""
    for word in words:
        if text and _plain(word) and not OPEN_ENDED.search(text):
            text = text[:-1] + word[1:]
            continue
        if text:
            yield text
        text = word if _plain(word) else b""
        if not text:
            yield word
    if text:
        yield text


def _plain(word: bytes) -> bool:
    return word[:1] == word[-1:] == b'"' and len(word) > 1
