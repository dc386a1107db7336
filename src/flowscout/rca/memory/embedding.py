"""What turns an error's words into something that can be compared: the hashed vectors that need nothing, or a model's.

Vectors of different names are never compared. A document always has its hashed vector, and a model's where one is chosen and
answered; so where the model does not answer, the hashed ones do.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from .fingerprint import masked
from .vectors import NAME, packed, similarity, unpacked, vector


class Embedding(NamedTuple):
    """of: the vector of a text, None where the model did not answer. alike: cosine of two of them, 0…1."""

    name: str
    of: Callable[[str], bytes | None]
    alike: Callable[[bytes, bytes], float]


HASHED: Final = Embedding(
    NAME, lambda text: packed(vector(text)), lambda one, other: similarity(unpacked(one), unpacked(other))
)


def of_model(name: str, embed: Callable[[str], Sequence[float] | None]) -> Embedding:
    """name: provider and model. embed: the numbers of a text."""

    def of(text: str) -> bytes | None:
        numbers = embed(masked(text))
        return struct.pack(f"<{len(numbers)}f", *numbers) if numbers else None

    return Embedding(name, of, _cosine)


def _cosine(one: bytes, other: bytes) -> float:
    if len(one) != len(other) or not one or len(one) % 4:
        return 0.0
    a, b = (struct.unpack(f"<{len(one) // 4}f", each) for each in (one, other))
    length = math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    return max(0.0, min(1.0, sum(x * y for x, y in zip(a, b, strict=True)) / length)) if length else 0.0
