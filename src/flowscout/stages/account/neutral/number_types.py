"""C and C++: `unsigned` and `unsigned int` are one type, as are `long int` and `long`, `short int` and `signed short`, in whatever order.

A `char` with a sign is another type than one without, and so may a field of few bits be. What stands alone in a macro's brackets may be put
together to a name, so there another spelling is another thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.pattern import regex
from ..pieces.outside import CLOSING, OPENING
from ..pieces.plain_names import is_name

RULE: Final = "types written otherwise"
_PARTS: Final = frozenset((b"unsigned", b"signed", b"long", b"short", b"int", b"char", b"double"))
_SIZED: Final = frozenset((b"unsigned", b"long", b"short"))
_WORD: Final = regex(r"(?<!\w)\w+|[^\s\w]")
_ASKS: Final = frozenset((b"sizeof", b"alignof", b"_Alignof", b"return", b"case"))


def same(one: Sequence[bytes], other: Sequence[bytes]) -> bool:
    """Whether the words differ in how such types are written alone."""
    if _PARTS.isdisjoint(one) or _PARTS.isdisjoint(other) or b"#" in (*one[:1], *other[:1]) or b":" in one:
        return False
    return not _given(one) and not _given(other) and in_one_spelling(one) == in_one_spelling(other)


def one_type(was: str, now: str) -> bool:
    """Of two texts."""
    sides = [[word.encode() for word in _WORD.findall(text)] for text in (was, now)]
    return in_one_spelling(sides[0]) == in_one_spelling(sides[1])


def spelt(text: str) -> str:
    """A type in one spelling."""
    return b" ".join(in_one_spelling([word.encode() for word in _WORD.findall(text)])).decode()


def in_one_spelling(words: Sequence[bytes]) -> list[bytes]:
    found, own = list[bytes](), list[bytes]()
    for word in (*words, b""):
        if word in _PARTS:
            own.append(word)
            continue
        found += _plain(own)
        own = []
        found.append(word)
    return found[:-1]


def _plain(own: Sequence[bytes]) -> list[bytes]:
    """`long unsigned int` -> `long unsigned`; `signed` -> `int`."""
    if b"char" in own or b"double" in own or len(own) < 1:
        return sorted(own)
    kept = sorted([word for word in own if word in _SIZED])
    return kept or [b"int"]


def _given(words: Sequence[bytes]) -> bool:
    """Whether such a type stands alone in the brackets of what may be a macro: `LIST(unsigned)`."""
    opened: list[bytes] = []
    for at, word in enumerate(words):
        if word in OPENING:
            named = at > 0 and word == b"(" and is_name(words[at - 1]) and words[at - 1] not in (*_PARTS, *_ASKS)
            opened.append(words[at - 1] if named else b"")
        elif word in CLOSING and opened:
            opened.pop()
        elif opened and opened[-1] and word in _PARTS and not _goes_on((*words, b"")[_behind(words, at)]):
            return True
    return False


def _goes_on(word: bytes) -> bool:
    """Whether more than the type is given: a parameter's name, or the template that it is an argument of."""
    return is_name(word) or word in (b">", b">>")


def _behind(words: Sequence[bytes], at: int) -> int:
    while at < len(words) and words[at] in (*_PARTS, b"*", b"const"):
        at += 1
    return at
