"""Symbols of UTF-8 that a console read in its own code page: `Γ£ô`, `Ô£ö`, `тЬУ` and `âœ“` are a check mark, `├ù` and `Ã—` a cross, `笶ｯ` is `❯`.

PowerShell does this to whatever it captures; Erlang spells them (`\\x{2713}`). A run of such letters is taken back where it begins as a sequence of UTF-8 does and
is one to its last letter; every other is left as it is.
"""

from __future__ import annotations

import re
from typing import Final

_RUN: Final = re.compile(r"[ΓÔâ├Ã≡ð┬][^\x00-\x7f]{1,400}")
_SIGN: Final = re.compile(r"[ΓÔâ├Ã≡ð┬][^\x00-\x7f]")
_RUSSIAN: Final = re.compile("т[А-Я][^\\x00-\\x7f]")  # a small letter before a capital is no word
_KANA: Final = re.compile("[窶笏笊竡笶笨][\x80\uff61-\uff9f]")  # a rare sign before a halfwidth letter is no word
_SPELLED: Final = re.compile(r"\\x\{([0-9A-Fa-f]{2,5})\}")  # as Erlang prints what its terminal does not know
_PAGES: Final = ("cp437", "cp850", "cp1252")


def mended(lines: list[str]) -> list[str]:
    """The same lines, with what was meant where that can be told."""
    lines = [_SPELLED.sub(_sign, line) if "\\x{" in line else line for line in lines]
    if not any(_SIGN.search(line) or _RUSSIAN.search(line) or _KANA.search(line) for line in lines):
        return lines
    return [line if line.isascii() else _line(line) for line in lines]


def _sign(found: re.Match[str]) -> str:
    sign = chr(int(found[1], 16))
    return sign if sign.isprintable() else found[0]


def _line(line: str) -> str:
    line = _KANA.sub(lambda found: _meant(found[0], ("cp932",)), line)
    return _RUN.sub(
        lambda found: _meant(found[0], _PAGES), _RUSSIAN.sub(lambda found: _meant(found[0], ("cp866",)), line)
    )


def _meant(run: str, pages: tuple[str, ...]) -> str:
    for page in pages:
        try:
            return run.encode(page).decode("utf-8")
        except UnicodeError:
            continue
    return run
