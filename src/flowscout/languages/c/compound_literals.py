"""`return LIT( T ){ a, b };`: a macro that makes a compound literal of a type and a list.

The grammar gets to see the literal without the macro's name (bytes do not move).
"""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex
from .text import blank

_OPENED = regex(rb"\)\s*+\{")
_TYPE = regex(
    rb"\s*+(?:(?:const|volatile|struct|union|enum|unsigned|signed|long|short)\s++)*+"
    rb"[A-Za-z_](?:\w|::)*+[\s*]*+(?:\[\w*+\]\s*+)?"
)
_KEYWORDS: Final = rb"(?!(?:requires|sizeof|decltype|typeof|__typeof__|alignof|return|if|for|while|switch|noexcept)\b)"
_WHERE_VALUES_ARE: Final = rb"\s*+&?\s*+" + _KEYWORDS + rb"([A-Za-z_]\w*+)\s*+\Z"
_IN_C = regex(rb"(?:\breturn\b|[=(,])" + _WHERE_VALUES_ARE)
_IN_CPP = regex(rb"(?:\breturn\b|[=(])" + _WHERE_VALUES_ARE)  # behind a comma stands `: a(x), b(y) {` as well
_LONGEST: Final = 80


def hide(text: bytearray, mask: bytes, cplusplus: bool) -> None:
    before = _IN_CPP if cplusplus else _IN_C
    for found in _OPENED.finditer(mask):
        end = found.start()
        at = mask.rfind(b"(", max(0, end - _LONGEST), end)
        if at < 0 or not _TYPE.fullmatch(mask, at + 1, end):
            continue
        if named := before.search(mask, max(0, at - _LONGEST), at):
            start, last = named.span(1)
            text[start:last] = blank(mask[start:last])
