"""A number or a text in the place of a constant that stands for it, or the other way: what runs has the same value.

What a name stands for is read on its own side, of what the files that differ declare: `#define N 64`, `const int N = 64`, `N = 64` of an enum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.called import name_of
from ..pieces.outside import Outside
from ..pieces.pieces import Piece

RULE: Final = "constants and what they stand for"
_FIXED: Final = frozenset((b"const", b"constexpr", b"Final"))
_DECLARED: Final = frozenset(("Define", "Item", "Assign"))
Words: TypeAlias = tuple[bytes, ...]
Values: TypeAlias = Mapping[bytes, Words | None]


def values(around: Outside) -> Iterator[tuple[bytes, Words]]:
    """Each name that stands for one number, character or text, with it."""
    for piece in around.pieces:
        name, value = name_of(piece).encode(), _value(piece)
        if name.replace(b"_", b"a").isalnum() and value:
            yield name, value


def same(both: Trees, change: Change, known: tuple[Values, Values]) -> bool:
    """Whether a piece differs in such names alone. known: of each side; None for a name that stands for several."""
    if change.kind != CHANGED or not any(known) or both.old[change.a].kind != both.new[change.b].kind:
        return False
    one, other = both.renamed_words(change.a), both.new[change.b].words
    declared = {name_of(both.new[change.b]).encode()} if both.new[change.b].kind in _DECLARED else frozenset[bytes]()
    if one == other:
        return False
    was, now = (tuple(_put(words, of, declared)) for words, of in zip((one, other), known, strict=True))
    return was == now


def _put(words: Words, known: Values, declared: frozenset[bytes] | set[bytes]) -> Iterator[bytes]:
    for at, word in enumerate(words):
        member = at > 0 and words[at - 1] in (b".", b"->", b"::")
        value = None if member or word in declared else known.get(word)
        yield from value or (word,)


def _value(piece: Piece) -> Words:
    words = tuple(piece.words)
    if piece.kind == "Define":
        return _literal(words[3:])
    if piece.kind == "Item" or (piece.kind == "Assign" and (_FIXED & {*words} or _shouts(words))):
        cut = words.index(b"=") + 1 if b"=" in words else len(words)
        return _literal([word for word in words[cut:] if word not in (b",", b";")])
    return ()


def _shouts(words: Words) -> bool:
    """`NAME = …` of Python."""
    return words[1:2] == (b"=",) and words[0].isupper()


def _literal(words: Sequence[bytes]) -> Words:
    while words[:1] and words[0] == b"(" and words[-1] == b")":
        words = words[1:-1]
    signed = words[1:] if words[:1] and words[0] in (b"-", b"+") else words
    plain = len(signed) == 1 and (signed[0][:1].isdigit() or signed[0][:1] in (b"'", b'"'))
    return tuple(words) if plain else ()
