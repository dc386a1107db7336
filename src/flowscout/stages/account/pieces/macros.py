"""C and C++: a macro that stands alone between declarations, with no semicolon: `BEGIN_NAMESPACE`, `MODULE_LICENSE("GPL")`, `Q_OBJECT`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .lexing import LexedSource
from .pieces import Piece

_OPENING: Final = frozenset((b"using", b"typedef", b"namespace", b"public", b"private", b"protected", b"signals"))
_UNDEFINED: Final = (b"#", b"if", b"!", b"defined")
_PAIRS: Final = ((b"BEGIN", b"END"), (b"START", b"END"), (b"OPEN", b"CLOSE"), (b"PUSH", b"POP"))
_FEWEST: Final = 3  # letters of a name in capitals
_APART: Final = 2  # lines from one to the next that an empty one parts


def macro_alone(source: LexedSource, own: Sequence[int], following: int) -> bool:
    """Whether what stands so far is such a macro, and what follows is no part of it: behind an empty line, or plainly another one."""
    tokens = source.tokens
    words = [tokens[at].text for at in own]
    if not _in_capitals(words[0]) or (len(words) > 1 and (words[1] != b"(" or words[-1] != b")")):
        return False
    here, there = source.line(tokens[own[-1]].end - 1), source.line(tokens[following].start)
    if len(words) == 1 and there > here and _one_of_a_pair(words[0], source.words):
        return True
    if there - here >= _APART and not source.data[tokens[own[-1]].end : tokens[following].start].strip():
        return tokens[following].text not in (b"{", b";", b"=", b",", b"(")
    another = _in_capitals(tokens[following].text) and _opens(source, following) and len(words) > 1
    return there > here and (tokens[following].text in _OPENING or another)


def _one_of_a_pair(name: bytes, words: frozenset[bytes]) -> bool:
    """`API_BEGIN_DECLS`, where the file has `API_END_DECLS` too, and the other way round."""
    others = {name.replace(one, other) for each in _PAIRS for one, other in (each, each[::-1])} - {name}
    return not words.isdisjoint(others)


def ends_a_test(source: LexedSource, own: Sequence[int], head: int, behind: int) -> bool:
    """`END_TEST` right behind the body that `START_TEST(name)` opens. head, behind: where that function begins, and what follows it."""
    tokens = source.tokens
    alone = 0 <= head < len(tokens) and list(own) == [behind] and _in_capitals(tokens[behind].text)
    return alone and _in_capitals(tokens[head].text) and _opens(source, head)


def is_by_a_macro(key: bytes) -> bool:
    """Of a function's key whether a macro heads it: `tests.c::START_TEST(name)`."""
    return _in_capitals(key.rpartition(b"::")[2].partition(b"(")[0])


def _in_capitals(word: bytes) -> bool:
    return word.isupper() and len(word) >= _FEWEST and word.replace(b"_", b"A").isalnum()


def _opens(source: LexedSource, at: int) -> bool:
    return at + 1 < len(source.tokens) and source.tokens[at + 1].text == b"("


def guarding(piece: Piece) -> tuple[bytes, ...]:
    """The name that a line asks for that nothing has defined: `#ifndef A`, `#if !defined(A)`."""
    words = piece.words
    if words[:2] == (b"#", b"ifndef"):
        return words[2:]
    return tuple([word for word in words[4:] if word not in (b"(", b")")]) if words[:4] == _UNDEFINED else ()
