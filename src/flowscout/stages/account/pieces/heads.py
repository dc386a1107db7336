"""Where the head of a statement of Python ends that holds others."""

from __future__ import annotations

from collections.abc import Sequence

HOLDING = frozenset((b"if", b"elif", b"else", b"for", b"while", b"with", b"async", b"try", b"except", b"finally", b"class"))  # fmt: skip
_OPENING = frozenset((b"(", b"[", b"{"))
_CLOSING = frozenset((b")", b"]", b"}"))


def ends_a_head(words: Sequence[bytes]) -> bool:
    """Whether it is one, and its last `:` ends it, which stands in no bracket: not where a `lambda` that stands in none still waits for its own."""
    if words[0] not in HOLDING:
        return False
    depth, waiting = 0, 0
    for word in words[:-1]:
        depth += (word in _OPENING) - (word in _CLOSING)
        waiting = max(0, waiting + (word == b"lambda") - (word == b":")) if not depth else waiting
    return not waiting
