"""Types given to macros, which the grammar takes for calls: `container_of(p, struct node, link)`, `va_arg(ap, char *)`."""

from __future__ import annotations

import re

from ...model.pattern import regex

_STRUCTS = tuple(
    re.compile(word + rb"\s++(?=\w++\s*+[,)])") for word in (b"struct", b"union")
)  # a word alone is found fast
_NEXT = regex(rb"va_arg\s*+\([^(),;{}]++,\s*+([^(),;{}]++)\)")
_SIGN = regex(rb"\W")


def hide(text: bytearray, mask: bytes) -> None:
    """The grammar gets to see one name instead. Bytes do not move."""
    for match in (found for pattern in _STRUCTS for found in pattern.finditer(mask)):
        start, end = match.span()
        if mask[max(0, start - 80) : start].rstrip()[-1:] in (b"(", b","):
            text[start:end] = b" " * (end - start)
    for match in _NEXT.finditer(mask):
        start, end = match.span(1)
        if b"\n" not in match[1]:
            text[start:end] = b"_" + _SIGN.sub(b"_", match[1][1:])
