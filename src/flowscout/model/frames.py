"""Several pieces of bytes as one message: their lengths as a JSON array, a line end, then the pieces one after the
other.

What goes to another machine is such a message and nothing else, so that nobody has to run what somebody sent.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from .codec import Refused


def frame(pieces: Iterable[bytes]) -> bytes:
    held = list(pieces)
    return json.dumps([len(piece) for piece in held], separators=(",", ":")).encode() + b"\n" + b"".join(held)


def unframe(message: bytes) -> list[bytes]:
    """The pieces. Raises Refused when the bytes are not a whole message."""
    head, _, rest = message.partition(b"\n")
    try:
        lengths = json.loads(head)
    except (ValueError, RecursionError) as error:
        raise Refused(str(error)) from None
    if (
        not isinstance(lengths, list)
        or not all(type(n) is int and n >= 0 for n in lengths)
        or sum(lengths) != len(rest)
    ):
        raise Refused("not a message")
    pieces, at = [], 0
    for length in lengths:
        pieces.append(rest[at : at + length])
        at += length
    return pieces
