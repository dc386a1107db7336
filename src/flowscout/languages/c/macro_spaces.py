"""C++: `API_NAMESPACE(v2) { using v1::object; template <class T> … }`: a macro that opens a namespace, which its argument names.

No body of a function holds a template or another namespace, and one that holds nothing but other names for things would do nothing. The grammar
gets to see the namespace.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...model.pattern import regex
from .braces import among_declarations

_WORD: Final = b"namespace"
_HEAD = regex(rb"\n[ \t]*+([A-Z][A-Z0-9_]{8,80}+)[ \t]*+(\()[ \t]*+[A-Za-z_]\w{0,80}+[ \t]*+(\))\s*+\{")
_EDGE = regex(rb"[{};]")
_FIRST = regex(rb"\s*+(?:inline\s++)?([a-z]++)\b")
_SURE: Final = frozenset((b"template", b"namespace"))
_NAMES: Final = frozenset((b"using", b"typedef", b"class", b"struct", b"enum", b"union"))
_MOST: Final = 200  # declarations that are looked at


def hide(text: bytearray, mask: bytes) -> None:
    lines = b"\n" + mask
    found = [match for match in _HEAD.finditer(lines) if _opens(lines, match.end())]
    for match, free in zip(
        found, among_declarations(lines, [match.start() for match in found]) if found else (), strict=True
    ):
        if free:
            start, opened, closed = match.start(1) - 1, match.start(2) - 1, match.start(3) - 1
            text[start:opened] = b" " * (opened - start)
            text[opened - len(_WORD) : opened] = _WORD
            text[opened], text[closed] = 0x20, 0x20


def _opens(lines: bytes, at: int) -> bool:
    words = list(_declared(lines, at))
    return any(word in _SURE for word in words) or (
        bool(words) and words.count(b"using") > 0 and _NAMES.issuperset(words)
    )


def _declared(lines: bytes, at: int) -> Iterator[bytes]:
    """The first word of each declaration of a body, b"" of what begins otherwise."""
    depth, many, begin = 0, 0, at
    for edge in _EDGE.finditer(lines, at):
        if many > _MOST or depth < 0:
            return
        if not depth and edge[0] in b"{;" and lines[begin : edge.start()].strip():
            first = _FIRST.match(lines, begin, edge.start())
            many += 1
            alias = (
                first and first[1] == _WORD and edge[0] == b";"
            )  # `namespace fs = std::filesystem;`, of a function too
            yield first[1] if first and not alias else b""
        depth += (edge[0] == b"{") - (edge[0] == b"}")
        begin = edge.end() if depth <= 0 else begin
