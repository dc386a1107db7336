"""How alike two error messages are, without a model: signed feature hashing (Weinberger et al., 2009).

Features are the parts of words (split at capitals and underscores), runs of three letters, and pairs of words; each is hashed to
one of 512 places with a sign, so that what collides cancels on average. A vector is kept sparse and of length one.
"""

from __future__ import annotations

import itertools
import math
import struct
from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

from ...model.pattern import regex
from .fingerprint import masked

NAME: Final = "hashed-1"  # vectors of another name are never compared with these
DIMENSIONS: Final = 512
_WORDS: Final = regex(r"[A-Za-z]+|\d+(?:\.\d+)*")
_PARTS: Final = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+(?:\.\d+)*")
_ENTRY: Final = struct.Struct("<Hf")
Vector = dict[int, float]


def vector(text: str) -> Vector:
    found: Vector = {}
    for feature, weight in _features(masked(text)):
        digest = int.from_bytes(blake2b(feature.encode("utf-8", "replace"), digest_size=4).digest(), "big")
        place = digest % DIMENSIONS
        found[place] = found.get(place, 0.0) + (weight if digest & 0x8000_0000 else -weight)
    length = math.sqrt(sum(value * value for value in found.values()))
    return {place: value / length for place, value in sorted(found.items()) if value} if length else {}


def _features(text: str) -> Iterator[tuple[str, float]]:
    words = [part.lower() for word in _WORDS.findall(text) for part in _PARTS.findall(word)]
    for word in words:
        yield "w " + word, 1.0
        padded = f"^{word}$"
        for at in range(len(padded) - 2):
            yield "c " + padded[at : at + 3], 0.3
    for one, other in itertools.pairwise(words):
        yield f"p {one} {other}", 0.7


def similarity(one: Vector, other: Vector) -> float:
    """Cosine, cut to 0…1."""
    if len(other) < len(one):
        one, other = other, one
    return max(0.0, min(1.0, sum(value * other.get(place, 0.0) for place, value in one.items())))


def packed(one: Vector) -> bytes:
    return b"".join(_ENTRY.pack(place, value) for place, value in one.items())


def unpacked(data: bytes) -> Vector:
    """{} for bytes that are no vector."""
    if len(data) % _ENTRY.size:
        return {}
    return dict(_ENTRY.iter_unpack(data))
