"""Python: two comparisons of one value that are one row: `lo <= x and x < hi` and `lo <= x < hi`, `n < 0 and m > 0` and `n < 0 < m`.

What both compare is a plain name or a number, which is the same however often it is read. Only where a number stands on one side a
comparison is turned round: another value may have an answer of its own for each direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from keyword import kwlist
from typing import Final

from ..pieces.outside import CLOSING, OPENING

Words = list[bytes]
_TURNED: Final = {b"<": b">", b">": b"<", b"<=": b">=", b">=": b"<=", b"==": b"==", b"!=": b"!="}
_ENDS: Final = frozenset((b"and", b"or", b"if", b"else", b",", b"=", b":", b"return", b"elif", b"while", b"assert", b"for"))  # fmt: skip
_REFUSED: Final = frozenset((b"not", b"in", b"is", b"lambda", b":=", b"yield", b"await", b"*", b"**"))
_KEYWORDS: Final = frozenset(word.encode() for word in kwlist)


def chained(words: Words) -> Words:
    """words: without needless brackets."""
    at = 0
    while at < len(words):
        if words[at] == b"and" and (one := _row(words, at)):
            start, end, row = one
            words, at = [*words[:start], *row, *words[end:]], start
        else:
            at += 1
    return words


def _row(words: Words, at: int) -> tuple[int, int, Words] | None:
    """From where to where both comparisons round an `and` reach, and the row that they are."""
    start, end = _begin(words, at), _end(words, at + 1)
    if start and words[start - 1] in _REFUSED:
        return None
    left, right = [*_parts(words[start:at])], [*_parts(words[at + 1 : end])]
    if len(left) < 3 or len(right) < 3 or _REFUSED.intersection(words[start:end]):
        return None
    if left[-1] != right[0] and len(right) == 3 and right[2] == left[-1] and _is_number(left[-1]):
        right = [right[2], [_TURNED[right[1][0]]], right[0]]
    elif left[-1] != right[0] and len(left) == 3 and left[0] == right[0] and _is_number(left[-1]):
        left = [left[2], [_TURNED[left[1][0]]], left[0]]
    if left[-1] != right[0] or not _is_plain(left[-1]):
        return None
    return start, end, [word for part in (*left, *right[1:]) for word in part]


def _begin(words: Sequence[bytes], at: int) -> int:
    depth = 0
    for place in range(at - 1, -1, -1):
        depth += (words[place] in CLOSING) - (words[place] in OPENING)
        if depth < 0 or (not depth and words[place] in (*_ENDS, b"not", b":=", b"lambda", b"in")):
            return place + 1
    return 0


def _end(words: Sequence[bytes], at: int) -> int:
    depth = 0
    for place in range(at, len(words)):
        depth += (words[place] in OPENING) - (words[place] in CLOSING)
        if depth < 0 or (not depth and words[place] in _ENDS):
            return place
    return len(words)


def _parts(words: Sequence[bytes]) -> Iterator[Words]:
    """What is compared, and between by what."""
    own, depth = list[bytes](), 0
    for word in words:
        depth += (word in OPENING) - (word in CLOSING)
        if not depth and word in _TURNED:
            yield own
            yield [word]
            own = []
        else:
            own.append(word)
    yield own


def _is_plain(part: Words) -> bool:
    name = len(part) == 1 and part[0].replace(b"_", b"a").isalnum() and part[0] not in _KEYWORDS
    return name or _is_number(part)


def _is_number(part: Words) -> bool:
    return len(part) == 1 and part[0].isdigit()
