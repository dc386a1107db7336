"""C and C++: an `#if` that a statement is only partly in, as round an `else`: what stands in it is built by it, though no grammar sees it.

A statement that begins and ends within such lines, and whose own statement began before them, is put under a piece of its own kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ....model.record import NamedTuple
from ....model.syntax import Variant
from .lexing import LexedSource

_KIND: Final = Variant.__name__
_DEFINED: Final = {b"ifdef": "", b"ifndef": "!"}


class Span(NamedTuple):
    """A statement, or a part of one, by its place. parent: position, -1 for none."""

    kind: str
    role: str
    parent: int
    start: int
    end: int
    stmt: Any


class Cut(NamedTuple):
    """first: position of the first statement that is held. start, end: bytes of the lines round them."""

    first: int
    start: int
    end: int
    condition: str


def cut(source: LexedSource, spans: Sequence[Span], base: int) -> list[Span]:
    """With each such `#if` as a piece. base: from where the statements' places count."""
    found = [*spans]
    if b"#" not in source.data[found[0].start : found[0].end]:
        return found
    for each in sorted(_cuts(source, spans), key=lambda each: -each.first):
        found = _within(found, each, base)
    return found


def _cuts(source: LexedSource, spans: Sequence[Span]) -> Iterator[Cut]:
    known: dict[tuple[int, str, int], Cut] = {}
    for at, span in enumerate(spans):
        above = spans[span.parent] if span.parent > 0 else None
        lines = source.asked(span.start)
        if above is None or above.kind in (_KIND, "Switch") or not lines or span.stmt is None:
            continue
        whole = source.asked(max(span.start, span.end - 1)) == lines
        if not whole or source.asked(above.start) != lines[:-1]:
            continue
        start, end = source.lines_round(span.start)
        condition = _condition(source, lines[-1].split(), start)
        if start <= above.start or not condition:
            continue
        key = (span.parent, span.role, start)
        known.setdefault(key, Cut(at, start, end, condition))
    yield from known.values()


def _condition(source: LexedSource, words: Sequence[bytes], start: int) -> str:
    """As the grammar would have read it; "" of what stands behind an `#else`."""
    if words[:1] and words[0] in _DEFINED and len(words) == 2:
        return f"{_DEFINED[words[0]]}defined {words[1].decode('utf-8', 'replace')}"
    line = source.line(start)
    last = source.rows[line] - 1 if line < len(source.rows) else len(source.data)
    plain = words[:1] == [b"if"] and not {b"else", b"elif", b"elifdef", b"elifndef"} & {*words}
    return source.text(start, last).partition("if")[2].strip() if plain else ""


def _within(spans: Sequence[Span], each: Cut, base: int) -> list[Span]:
    """With one piece more, before the first of those that it holds."""
    first = spans[each.first]
    held = [
        at
        for at, span in enumerate(spans)
        if (span.parent, span.role) == (first.parent, first.role) and each.start <= span.start < each.end
    ]
    body = tuple([spans[at].stmt for at in held])
    stmt = Variant(each.start - base, each.end - base, ((each.condition, body),))
    found = [span._replace(parent=span.parent + (span.parent >= each.first)) for span in spans]
    for at in held:
        found[at] = found[at]._replace(parent=each.first, role=f"#if {each.condition}")
    found.insert(each.first, Span(_KIND, first.role, first.parent, each.start, each.end, stmt))
    return found
