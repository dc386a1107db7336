"""Two statements of Python in one spelling, so that what is told of them differs in more than that: texts in the same quotes, and no comma
behind the last of several values. `f("a", b,)` that is `f('a', c)` now is `f('a', b)` before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from ..pieces.lexing import QUOTES
from ..pieces.pieces import Piece
from .spelling import quoted, without_last_commas

_PYTHON: Final = ContextVar("python", default=False)


@contextmanager
def either_quotes(python: bool) -> Iterator[None]:
    """There both kinds of quotes stand around a text; in C a number stands between single ones."""
    token = _PYTHON.set(python)
    try:
        yield
    finally:
        _PYTHON.reset(token)


def in_one_spelling(one: Piece, other: Piece) -> tuple[Piece, Piece]:
    """The first in the quotes of the second."""
    now = tuple(without_last_commas(other.words, True))
    was = tuple(without_last_commas(one.words, True))
    other = other._replace(words=now)
    spelt = dict(_spelt(was, now)) if _PYTHON.get() else {}
    if not spelt:
        return one._replace(words=was), other
    said = one.said
    for before, after in spelt.items():
        said = said.replace(before.decode("utf-8", "replace"), after.decode("utf-8", "replace"))
    return one._replace(words=tuple([spelt.get(word, word) for word in was]), said=said), other


def _spelt(was: Sequence[bytes], now: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    there = {quoted(word): word for word in now if word[:1] in QUOTES}
    apart = [word for word in was if word[:1] in QUOTES and word not in now]
    sign = next((there[quoted(word)][:1] for word in apart if quoted(word) in there), b"")
    for word in apart if sign else ():
        plain = quoted(word)
        yield word, there.get(plain) or (sign + plain[1:-1] + sign if plain[:1] + plain[-1:] == b'""' else word)
