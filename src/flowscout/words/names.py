"""Names of the code, split into the words people read."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Final

from ..model.pattern import regex
from ..model.record import NamedTuple

_PIECE: Final = regex(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|[A-Z]+|\d+")
_TEMPLATE: Final = regex(r"<[^<>]*>")


@lru_cache(maxsize=65536)
def split(identifier: str) -> tuple[str, ...]:
    """`CreateVolumeID`, `create_volume_ID` -> create, volume, ID. Words in capitals keep them; digits stay with their word."""
    words: list[str] = []
    for piece in _PIECE.finditer(identifier):
        text = piece.group()
        glued = words and identifier[piece.start() - 1] != "_"
        if glued and (text.isdigit() or (words[-1][-1].isdigit() and len(text) == 1)):
            words[-1] += text
        else:
            words.append(text if len(text) > 1 and text[:2].isupper() and not identifier.isupper() else text.lower())
    return tuple(words)


@lru_cache(maxsize=65536)
def lower(identifier: str) -> tuple[str, ...]:
    """The words in small letters, for matching."""
    return tuple(word.lower() for word in split(identifier))


class _Globs(NamedTuple):
    """Globs whose stars stand at their ends, as what a name is, starts with, ends with and holds; odd: the others. Expressions
    for them all would take longer to compile than a hook asks."""

    whole: frozenset[str]
    starts: tuple[str, ...]
    ends: tuple[str, ...]
    held: tuple[str, ...]
    odd: tuple[str, ...]


@lru_cache(maxsize=4096)
def _sorted(globs: frozenset[str]) -> _Globs:
    found: dict[str, list[str]] = {"whole": [], "starts": [], "ends": [], "held": [], "odd": []}
    for glob in sorted(globs):
        text = glob.strip("*")
        before, after = glob.startswith("*"), glob.endswith("*")
        kind = "held" if before and after else "ends" if before else "starts" if after else "whole"
        odd = "*" in text or "?" in text or "[" in text
        found["odd" if odd else kind].append(glob if odd else text)
    return _Globs(frozenset(found.pop("whole")), **{kind: tuple(texts) for kind, texts in found.items()})


def matches(name: str, globs: frozenset[str]) -> bool:
    """Whether a name matches one of the globs."""
    one_of = _sorted(globs)
    if name in one_of.whole or name.startswith(one_of.starts) or name.endswith(one_of.ends):
        return True
    return any(text in name for text in one_of.held) or any(fnmatchcase(name, glob) for glob in one_of.odd)


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


def has_word(text: str, word: str) -> bool:
    """Whether it stands in the text, no letter before and none after it."""
    at = text.find(word) if word else -1
    while at >= 0:
        end = at + len(word)
        if not (_inner(text[at - 1 : at]) and _inner(word[:1])) and not (
            _inner(text[end : end + 1]) and _inner(word[-1:])
        ):
            return True
        at = text.find(word, at + 1)
    return False


def _inner(character: str) -> bool:
    return character.isalnum() or character == "_"
