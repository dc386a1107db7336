"""Values as a store keeps them: long ones deflated, which takes a third of their room and a hundredth of the time to
make them."""

from __future__ import annotations

import zlib
from typing import Final

MARK: Final = b"\0z"  # no value of ours begins like that
DEFLATED: Final = zlib.compress(b"", 1)[:2]  # what begins like that would not become shorter
LONG: Final = 1_000
LARGEST: Final = 64_000_000  # a row that would become larger was not written by us


def packed(value: bytes) -> bytes:
    long = len(value) > LONG and not value.startswith(DEFLATED)
    return MARK + zlib.compress(value, 1) if long or value.startswith(MARK) else value


def unpacked(value: object) -> bytes | None:
    """None for what `packed` never gives."""
    if not isinstance(value, bytes) or not value.startswith(MARK):
        return value if isinstance(value, bytes) else None
    return inflated(value[len(MARK) :])


def inflated(value: bytes) -> bytes | None:
    """None for what is not deflated, or would become larger than any row of ours: a few bytes can ask for gigabytes."""
    inflating = zlib.decompressobj()
    try:
        found = inflating.decompress(value, LARGEST)
    except zlib.error:
        return None
    return found if inflating.eof and not inflating.unused_data else None
