"""C and C++: a local `static` is set up once; clang's graph branches there for every such name, and so we count it."""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex
from ...model.syntax import Simple
from .builder import Builder

_STATIC: Final = regex(
    rb"\s*+(?:(?:const|constexpr|inline|thread_local|volatile|register|[A-Z][A-Z0-9_]++)\b\s*+|alignas\s*+\([^()]*+\)\s*+|\[\[[^\]]*+\]\]\s*+)*+static\b"
)


def statics(b: Builder, s: Simple) -> int:
    """How many names a declaration keeps between calls."""
    if s.role != "declare" or not b.c_family or not _STATIC.match(b.text, s.start, s.end):
        return 0
    depth, names = 0, 1
    for byte in b.text[s.start : s.end]:
        if byte in b"([{":
            depth += 1
        elif byte in b")]}":
            depth -= 1
        names += byte == 44 and depth == 0
    return names
