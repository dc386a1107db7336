"""C: a type that got or lost a name of its own behind the brace: `struct a { … };` -> `typedef struct a { … } a_t;`."""

from __future__ import annotations

from collections.abc import Sequence

from ..pieces.pieces import Piece
from ..pieces.quoting import joined, q


def named_too(old: Sequence[Piece], new: Sequence[Piece], a: int, b: int) -> str:
    """ "`a_t` now names `struct a`": of a type that got or lost its `typedef`, and nothing else before its brace."""
    one, other = old[a].words, new[b].words
    came = other == (b"typedef", *one)
    if not (came or one == (b"typedef", *other)):
        return ""
    pieces, at = (new, b) if came else (old, a)
    behind = next((each for each in pieces[at + 1 :] if each.parent == pieces[at].parent), None)
    if behind is None or behind.kind not in ("Declaration", "Field") or not behind.said:
        return ""
    if len([word for word in behind.words if word != b";"]) != 1:
        return ""  # of a pointer to it, or of an array
    if any(piece.kind == behind.kind and behind.words[0] in piece.words for piece in (old if came else new)):
        return ""  # a variable of it
    if behind.words[:1] == one[-1:]:
        return ""  # in C++ it is called so without a `typedef`
    plain = joined(one if came else other)
    return f"{q(behind.said.rstrip('; '))} {'now' if came else 'no longer'} names {q(plain)}"
