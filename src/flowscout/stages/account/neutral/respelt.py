"""Two statements of Python in one spelling, so that what is told of them differs in more than that: texts in the same quotes, and no comma
behind the last of several values. `f("a", b,)` that is `f('a', c)` now is `f('a', b)` before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from ..pieces.lexing import QUOTES
from ..pieces.pieces import Piece
from .spelling import quoted, without_last_commas

_PYTHON: Final = ContextVar("python", default=False)


@contextmanager
def either_quotes(python: bool) -> Iterator[None]:
    """Whether a text means the same in single quotes there: of C and C++ that is a sign, or a number."""
    token = _PYTHON.set(python)
    try:
        yield
    finally:
        _PYTHON.reset(token)


def in_one_spelling(one: Piece, other: Piece) -> tuple[Piece, Piece]:
    """The first in the quotes of the second; what that has in both quotes in one."""
    now = tuple(without_last_commas(other.words, True))
    was = tuple(without_last_commas(one.words, True))
    one, other = one._replace(words=was), other._replace(words=now)
    if not _PYTHON.get():
        return one, other
    other = _in(other, dict(_in_both(now)))
    return _in(one, dict(_spelt(was, other.words))), other


def _in(piece: Piece, spelt: Mapping[bytes, bytes]) -> Piece:
    said = piece.said
    for before, after in spelt.items():
        said = said.replace(before.decode("utf-8", "replace"), after.decode("utf-8", "replace"))
    return piece._replace(words=tuple([spelt.get(word, word) for word in piece.words]), said=said) if spelt else piece


def _in_both(words: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    there = {*words}
    for word in words:
        if word[:1] in QUOTES and quoted(word) != word and quoted(word) in there:
            yield word, quoted(word)


def _spelt(was: Sequence[bytes], now: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    there = {quoted(word): word for word in now if word[:1] in QUOTES}
    apart = [word for word in was if word[:1] in QUOTES and word not in now]
    sign = next((there[quoted(word)][:1] for word in apart if quoted(word) in there), b"")
    for word in apart if sign else ():
        plain = quoted(word)
        free = plain[:1] + plain[-1:] == b'""' and sign not in plain[1:-1]
        yield word, there.get(plain) or (sign + plain[1:-1] + sign if free else word)
