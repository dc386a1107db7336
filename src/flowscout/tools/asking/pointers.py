"""What is asked of a pointer: `copy == 0` is that there is none, where `copy` is declared as one."""

from __future__ import annotations

import re
from typing import Final

from ...model.pattern import regex

_ZERO: Final = regex(r"(@ ?[!=]=) ?0(?!\w)")
_DECLARED: Final = regex(
    r"(?m)^[ \t]{0,40}(?:const |struct |static |unsigned )*[A-Za-z_]\w{0,80}[ \t]{0,20}(?P<names>\*[^;={}]{1,160})[;=]"
)


def of_pointer(text: bytes, name: str, said: str) -> str:
    """said: a test, with `@` for what is asked about. text: of the function."""
    if not _ZERO.search(said) or not name.isidentifier():
        return said
    starred = re.compile(rf"\*\s{{0,3}}{re.escape(name)}\s*[,;]")
    rows = _DECLARED.finditer(text.decode("latin-1"))
    return _ZERO.sub(r"\1 NULL", said) if any(starred.search(f"{row['names']};") for row in rows) else said
