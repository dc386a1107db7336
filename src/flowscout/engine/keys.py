"""Lookups as numbers: what a lookup asked for, in 31 bits, for indexes that are searched by it.

Two names that share a number only wake each other's askers; answers compare the names themselves.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b


@lru_cache(maxsize=65536)
def key_of(kind: str, name: str) -> int:
    spelled = f"{kind}\0{name}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(spelled, digest_size=4).digest(), "big") >> 1
