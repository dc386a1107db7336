"""Names of the code, split into the words people read."""

from __future__ import annotations

import fnmatch
import re
from functools import lru_cache
from typing import Final

from ..model.pattern import regex

_PIECE: Final = regex(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|[A-Z]+|\d+")
_TEMPLATE: Final = regex(r"<[^<>]*>")


@lru_cache(maxsize=65536)
def split(identifier: str) -> tuple[str, ...]:
    """`CreateVolumeID`, `create_volume_ID` -> create, volume, ID. Words in capitals keep them; digits stay with their word."""
    words: list[str] = []
    for piece in _PIECE.finditer(identifier):
        text = piece.group()
        glued = words and piece.start() > 0 and identifier[piece.start() - 1] != "_"
        if glued and (text.isdigit() or (words[-1][-1].isdigit() and len(text) == 1)):
            words[-1] += text
        else:
            words.append(text if len(text) > 1 and text[:2].isupper() and not identifier.isupper() else text.lower())
    return tuple(words)


@lru_cache(maxsize=65536)
def lower(identifier: str) -> tuple[str, ...]:
    """The words in small letters, for matching."""
    return tuple(word.lower() for word in split(identifier))


@lru_cache(maxsize=64)
def _one_of(globs: frozenset[str]) -> re.Pattern[str]:
    return re.compile("|".join(fnmatch.translate(glob) for glob in sorted(globs)) or r"(?!)")


def matches(name: str, globs: frozenset[str]) -> bool:
    """Whether a name matches one of the globs."""
    return _one_of(globs).match(name) is not None


def bare(dotted: str) -> str:
    """A dotted name without template arguments: `std::map<int, T>::find` -> `std::map::find`."""
    for _ in range(8):
        shorter = _TEMPLATE.sub("", dotted)
        if shorter == dotted:
            break
        dotted = shorter
    return dotted


def last(dotted: str) -> str:
    """The last part of a dotted or scoped name."""
    return re.split(r"::|->|\.", bare(dotted))[-1].strip()
