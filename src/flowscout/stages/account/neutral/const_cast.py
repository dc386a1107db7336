"""C: a value that is cast to a pointer to `const`, in the place of one to the same type without it: `(const byte *)p` is the same pointer.

C++ may choose another function by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.plain_names import begins_as_name

RULE: Final = "casts to `const`"
_CONST: Final = b"const"
_BEFORE: Final = frozenset((b"return", b"case", b"sizeof"))  # words behind which a bracket calls nothing
_OPERANDS: Final = (b"(", b"&", b"*")
Words = tuple[bytes, ...]


def same(both: Trees, change: Change) -> bool:
    if change.kind != CHANGED or both.old[change.a].kind != both.new[change.b].kind:
        return False
    was, now = both.renamed_words(change.a), both.new[change.b].words
    return (
        was != now
        and _CONST in (*was, *now)
        and b"_Generic" not in now
        and tuple(_without(was)) == tuple(_without(now))
    )


def _without(words: Words) -> Iterator[bytes]:
    """Without what is `const` behind a pointer that something is cast to."""
    end = 0
    for at, word in enumerate(words):
        if word == b"(" and at >= end:
            end = max(end, _cast(words, at))
        if not (word == _CONST and at < end):
            yield word


def _cast(words: Words, at: int) -> int:
    """Where the type ends that stands in these brackets, at its star; `at` where it is no cast."""
    before = words[at - 1] if at else b"("
    if (begins_as_name(before) and before not in _BEFORE) or before in (b")", b"]"):
        return at
    star, named = 0, False
    for place in range(at + 1, len(words)):
        word = words[place]
        if word == b"*":
            star = star or place
        elif word == b")":
            behind = words[place + 1] if place + 1 < len(words) else b""
            operand = begins_as_name(behind) or behind[:1].isdigit() or behind[:1] == b'"' or behind in _OPERANDS
            return star if star and named and operand else at
        elif star or not begins_as_name(word):
            return at
        named = named or (word != _CONST and not star)
    return at
