"""Make, Ninja, Meson, Autoconf and the tools they call.

`make: *** [Makefile:12: target] Error 2` says only that a recipe failed: the cause stands above. What make itself cannot do
is a cause: `No rule to make target`, `missing separator`. `FAILED: target` of Ninja is followed by the command and by what
it printed. configure ends in `configure: error: text`.
Form: GNU make manual "Summary of Error Messages"; Ninja manual; Autoconf manual `AC_MSG_ERROR`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from flowscout.model.logformat import (
    NOISE,
    BlockReading,
    Line,
    Record,
)

_MAKE = r"^(?:\S*/)?(?:g|b|mingw32-|bsd)?n?make(?:\[\d+\])?(?:\.exe)?: "

_ANY: Final = re.compile(_MAKE)
_IGNORED: Final = re.compile(_MAKE + r"(?:\*\*\* )?\[.{1,300}\] [^\W\d_]{2,20} -?\d+ [(（][^\W\d_]{2,20}[)）]$")
_PRINTED: Final = 3  # lines that a recipe whose failure is ignored prints before make says so


def _ignored(lines: Sequence[Line], at: int) -> tuple[tuple[Record, ...], int]:
    """`make: [Makefile:2: all] Error 1 (ignored)`, in any language: what stands right above is noise, and so is it."""
    if not _IGNORED.match(lines[at].text):
        return (), 1
    above = at
    while above > max(0, at - _PRINTED) and lines[above - 1].text.strip() and not _ANY.match(lines[above - 1].text):
        above -= 1
    line = lines[at]
    return (
        Record(line.number, line.number, "ignored", "unknown", NOISE, "info", "", "make", first=lines[above].number, section=line.section),
    ), 1  # fmt: skip


READINGS: Final = (BlockReading(("make: [", "make: ***", "]: [", "]: ***", ".exe: ["), _ignored),)
