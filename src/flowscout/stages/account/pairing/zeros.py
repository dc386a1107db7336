"""C and C++ ask whether a value is nothing in two ways: `(flags & F) != 0` and `flags & F`, `p == NULL` and `!p`."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, TypeAlias

from ..pieces import questions
from ..pieces.outside import CLOSING, OPENING
from ..pieces.plain_names import begins_as_name

ZERO: Final = "zero or `NULL` written otherwise"
MOST: Final = 400  # words of a question or a declaration, beyond which it is not taken apart
VALUED: Final = frozenset(
    ("Head", "Simple", "Return", "Loop", "If", "Assign", "Field", "Declaration", "Row")
)  # pieces that give a value
_ZEROS: Final = frozenset((b"0", b"NULL", b"nullptr"))
_HIDES: Final = {b">": 1, b">>": 2, b"]": 1, b"<": -1, b"[": -1}
_WEAKER: Final = frozenset(
    (b"&", b"|", b"^", b"?", b":", b"=", b",", b"<", b">", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"<<", b">>")
)
Words: TypeAlias = tuple[bytes, ...]
Form: TypeAlias = tuple[object, ...]


def same(one: Words, other: Words) -> bool:
    """Whether two conditions ask the same but for that."""
    heads = [_parted(words) for words in (one, other)]
    return heads[0][0] == heads[1][0] and _form(heads[0][1]) == _form(heads[1][1])


def spelt(one: Words, other: Words, kind: str) -> bool:
    """Whether no more differs than how a null pointer is written."""
    return len(one) == len(other) and all(
        a == b or ({a, b} <= _ZEROS and _null(one, at, kind, b"0" in (a, b)))
        for at, (a, b) in enumerate(zip(one, other, strict=True))
    )


def _null(words: Words, at: int, kind: str, zero: bool) -> bool:
    """Whether a value there is a null pointer however it is written: `0` is a number too, and one that is `auto` is of its type."""
    declared = _declared(words, at) if kind != "Return" else ()
    if b"*" in declared[1:]:
        return True
    typed = any(begins_as_name(word) and begins_as_name(after) for word, after in pairwise(declared))
    return b"auto" not in declared and not (zero and typed)  # what `nullptr` is assigned to is a pointer


def _declared(words: Words, at: int) -> Words:
    """What a value is set to or begins with, with its type: `char * name` of `char *name = 0`, not what stands in `<>` or `[]`."""
    if words[at - 1 : at] not in ((b"=",), (b"{",)):
        return ()
    found: list[bytes] = []
    depth = hidden = 0
    for word in reversed(words[max(at - 1 - MOST, 0) : at - 1]):
        depth += (word in CLOSING) - (word in OPENING)
        hidden += _HIDES.get(word, 0)
        if depth < 0 or hidden < 0 or (not depth and word == b";"):
            return tuple(reversed(found[: found.index(b",")] if b"," in found else found))
        if not hidden and word not in _HIDES:
            found.append(word)
    return tuple(reversed(found))


def nothing(words: Words) -> Words:
    """`x` of `x == 0`; () for another question."""
    asks = words[-2:-1] == (b"==",) and words[-1] in _ZEROS and not _weaker(words[:-2])
    return words[:-2] if asks else ()


def _parted(words: Words) -> tuple[Words, Words]:
    """`if` or `while` with the question; of a `for` all is its head."""
    cut = 2 if words[1:2] in ((b"constexpr",), (b"consteval",)) else 1
    return (words[:cut], words[cut:]) if words[:1] in ((b"if",), (b"while",)) else (words, ())


def _form(words: Words) -> Form:
    waiting: list[tuple[Words, bool]] = [(words[:MOST], True)]
    found: list[object] = [words[MOST:]]
    while waiting:
        asked, holds = waiting.pop()
        asked, straight = questions.plain(asked)
        holds = holds == straight
        parts, every = questions.operands(asked)
        if len(parts) > 1:
            found.append((holds, every, len(parts)))
            waiting += [(part, True) for part in parts]
        elif value := nothing(asked):
            waiting.append((value, not holds))
        else:
            found.append((holds, asked))
    return tuple(found)


def _weaker(words: Words) -> bool:
    """Whether a comparison behind them would be of their last part alone."""
    depth = 0
    for word in words:
        depth -= word in CLOSING
        if not depth and word in _WEAKER:
            return True
        depth += word in OPENING
    return False
