"""Macros between a function's name and its parameters: `int dump ATTR_UNUSED (list *l) {`.

A function in capitals has a type alone before it; before such a macro stand a type and a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...model.pattern import regex
from .text import NESTED

_BEHIND_NAME: Final = regex(
    rb"[ \t](?<=[a-z\d_][ \t])[ \t]*+([A-Z_][A-Z0-9_]{2,}\b(?:[ \t]*+" + NESTED + rb")?)(?=\s*+" + NESTED + rb"\s*+\{)"
)
_TYPE_BEFORE: Final = regex(  # with a name behind it: `unsigned int MAX (int a) {` and `API handle_t OPEN (…) {` have none
    rb"(?<!\w)(?!(?:const|static|struct|class|union|enum|volatile|unsigned|signed|long|short|return|typedef|extern|inline|goto|else|case|do|"
    rb"delete|new|throw|using|typename|constexpr|virtual|explicit|friend|register|auto)\b)[A-Za-z_]\w{0,60}+(?<![A-Z])[\s*]++"
    rb"(?!(?:int|char|long|short|double|float|void|bool|unsigned|signed|const|volatile)\b)[a-z_]\w{0,60}+\Z"
)
_AROUND: Final = 400


def found(mask: bytes) -> Iterator[re.Match[bytes]]:
    """Where they stand, as the first group."""
    for match in _BEHIND_NAME.finditer(mask):
        if _TYPE_BEFORE.search(mask, max(0, match.start() - _AROUND), match.start()):
            yield match
