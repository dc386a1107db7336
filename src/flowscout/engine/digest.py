"""Digests of values: SHA-256 of their compact JSON, cut to 32 hex digits."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any


def digest(*parts: Any) -> str:
    """Equal parts, equal digest, on every machine. Parts are strings, numbers, None and nested tuples of these."""
    return sha256(
        json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    ).hexdigest()[:32]
