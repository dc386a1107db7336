"""Types given to macros, and macros that are types, which the grammar takes for calls: `container_of(p, struct node, link)`,
`va_arg(ap, char *)`, `STACK_OF(T) *names = f();`, `SLOT(open(Action *))`."""

from __future__ import annotations

import re

from ...model.pattern import regex

_STRUCTS = tuple(
    re.compile(word + rb"\s++(?=\w++\s*+[,)])") for word in (b"struct", b"union")
)  # a word alone is found fast
_NEXT = regex(rb"va_arg\s*+\([^(),;{}]++,\s*+([^(),;{}]++)\)")
_SIGNATURE = regex(rb"\b[A-Z][A-Z0-9_]{2,60}+\(\s{0,9}+\w{1,80}+\(([^(){};]{1,200}+)\)\s{0,9}+\)")
_TYPED = regex(rb"[*&]\s{0,9}(?:,|\Z)|\b(?:const|int|bool|char|double|float|long|short|signed|unsigned|void)\b")
_SIGN = regex(rb"\W")
_OF = regex(
    rb"[A-Z](?<!\w[A-Z])[A-Z0-9_]{2,60}+\s?\(\s?\w{1,60}+\s?\)(?=(\s?\*[*\s]{0,6}+)(?:const\b\s?)?\w{1,80}+\s?([=;,()\[]))"
)
_QUALIFIERS = regex(rb"(?:\b(?:const|static|extern|inline|register)\s{1,9}){1,4}\Z")


def hide(text: bytearray, mask: bytes) -> None:
    """The grammar gets to see one name instead. Bytes do not move."""
    for match in (found for pattern in _STRUCTS for found in pattern.finditer(mask)):
        start, end = match.span()
        if mask[max(0, start - 80) : start].rstrip()[-1:] in (b"(", b","):
            text[start:end] = b" " * (end - start)
    for match in _OF.finditer(mask):
        if _is_type(match, mask):
            text[match.start() : match.end()] = _SIGN.sub(b"_", match[0])
    for match in _SIGNATURE.finditer(mask):
        if _TYPED.search(match[1]):
            text[match.start(1) : match.end(1)] = b"_" * len(match[1])
    for match in _NEXT.finditer(mask):
        start, end = match.span(1)
        if b"\n" not in match[1]:
            text[start:end] = b"_" + _SIGN.sub(b"_", match[1][1:])


def _is_type(match: re.Match[bytes], mask: bytes) -> bool:
    """It stands where a declaration or a parameter begins: no product begins a statement, and none is written `a *b`."""
    before = _QUALIFIERS.sub(b"", mask[max(0, match.start() - 120) : match.start()]).rstrip()[-1:]
    spaced = match[1][:1].isspace() and not match[1][-1:].isspace()
    return before in (b"", b";", b"{", b"}") or (before in (b"(", b",") and spaced and match[2] in (b",", b")"))
