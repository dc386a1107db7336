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
_KEY: Final = rb"(?:class|struct|union|enum(?:\s++(?:class|struct))?)"
_FORWARD = regex(
    rb"\A" + _KEY + rb"\s++\w++(?:\s*+::\s*+\w++)*+(?:\s*+:(?!:)[\w:\s]*+)?\s*+\Z"
)  # no `struct X x`, of a function too
_DEFINED = regex(rb"\A" + _KEY + rb"\s++\w++(?:\s*+::\s*+\w++)*+(?:\s++final)?(?:\s*+:(?!:)[^()=]*+)?\s*+\Z")
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
    return any(word in _SURE for word in words) or (b"using" in words and b"" not in words)


def _declared(lines: bytes, at: int) -> Iterator[bytes]:
    """The first word of each declaration of a body, b"" of what a function may hold to do something."""
    depth, many, begin = 0, 0, at
    for edge in _EDGE.finditer(lines, at):
        if many > _MOST or depth < 0:
            return
        if not depth and lines[begin : edge.start()].strip():
            many += 1
            yield _kind(lines[begin : edge.start()], opens=edge[0] == b"{")
        depth += (edge[0] == b"{") - (edge[0] == b"}")
        begin = edge.end() if depth <= 0 else begin


def _kind(said: bytes, opens: bool) -> bytes:
    first = _FIRST.match(said)
    if first is None or (first[1] == _WORD and not opens):  # `namespace fs = std::filesystem;`, of a function too
        return b""
    if first[1] in _SURE or (first[1] in (b"using", b"typedef") and not opens):
        return first[1]
    return first[1] if (_DEFINED if opens else _FORWARD).match(said.strip()) else b""
