"""Symbols of UTF-8 that a console read in its own code page: `Γ£ô`, `Ô£ö` and `âœ“` are a check mark, `├ù` and `Ã—` a cross.

PowerShell does this to whatever it captures. A run of such letters is taken back where it begins as a sequence of UTF-8 does and
is one to its last letter; every other is left as it is.
"""

from __future__ import annotations

import re
from typing import Final

_RUN: Final = re.compile(r"[ΓÔâ├Ã≡ð┬][^\x00-\x7f]{1,400}")
_SIGN: Final = re.compile(r"[ΓÔâ├Ã≡ð┬][^\x00-\x7f]")
_PAGES: Final = ("cp437", "cp850", "cp1252")


def mended(lines: list[str]) -> list[str]:
    """The same lines, with what was meant where that can be told."""
    if not any(_SIGN.search(line) for line in lines):
        return lines
    return [_RUN.sub(lambda found: _meant(found[0]), line) if not line.isascii() else line for line in lines]


def _meant(run: str) -> str:
    for page in _PAGES:
        try:
            return run.encode(page).decode("utf-8")
        except UnicodeError:
            continue
    return run
