"""C and C++: the word before a declaration that a macro stands for: `autofd int fd = -1;` begins with `autofd`, which no grammar knows there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from ....model.syntax import Simple
from .lexing import LexedSource

_NO_PREFIX: Final = frozenset((b"else", b"do", b"return", b"goto", b"case", b"default", b"try", b"co_return"))


def prefixed(source: LexedSource, spans: Iterable[Any]) -> Iterator[Any]:
    """The spans; a declaration's from the words on that stand before it on its line."""
    for span in spans:
        if isinstance(span.stmt, Simple) and span.stmt.role == "declare":
            start = _begin(source, span.start, span.end)
            stmt = span.stmt._replace(start=span.stmt.start - (span.start - start))
            span = span._replace(start=start, stmt=stmt) if start < span.start else span
        yield span


def _begin(source: LexedSource, start: int, end: int) -> int:
    at = first = source.within(start, end).start
    while at > 0 and source.line(source.starts[at - 1]) == source.line(start):
        word = source.tokens[at - 1].text
        if not word.replace(b"_", b"a").isalnum() or word in _NO_PREFIX or word[:1].isdigit():
            break
        at -= 1
    plain = 0 < at < first and source.tokens[at - 1].text in (b";", b"{", b"}")
    return source.starts[at] if plain else start
