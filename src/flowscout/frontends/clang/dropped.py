"""Flags of a build that its units are not read with, as far as anybody has to know.

That a build says where its output goes, what it warns of and how it links is expected: nothing hangs on it here. Told
is what a unit is then read without, and what has no business in a database that others may fill.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.compiled import Dropped
from .flags import FILES, FOLDERS, MOST, option_of, parted

_SHOWN: Final = 80  # characters of a flag
_KINDS: Final = (
    ("code", ("-fplugin=", "-fpass-plugin=", "-load", "-plugin", "-add-plugin", "-wrapper")),
    ("arguments", ("@", "--config")),
    ("system", ("--sysroot", "-isysroot", "-target", "--target", "-ivfsoverlay")),
    ("written", ("-save-temps", "--save-temps", "--serialize-diagnostics", "-serialize-diagnostics", "-ftime-trace",
                 "-fcrash-diagnostics-dir")),
)  # fmt: skip
_PASSED: Final = ("-Xclang", "-mllvm")  # what follows is meant


def dropped_flags(arguments: Sequence[str], folder: str, root: str) -> tuple[Dropped, ...]:
    """Arguments as of `reading_flags`; in their order."""
    found = []
    for flag, kept in parted(arguments, folder, root):
        kind = "" if kept else _kind(flag)
        if kind:
            found.append(Dropped(kind, _shown(flag)))
    if len(arguments) > MOST:
        found.append(Dropped("long", f"{len(arguments):,} flags"))
    return tuple(found)


def _kind(flag: Sequence[str]) -> str:
    """ "" where nothing hangs on it."""
    if len(flag[0]) > MOST or "\0" in flag[0]:
        return "long"
    said = flag[1] if flag[0] in _PASSED else flag[0]
    for kind, beginnings in _KINDS:
        if said.startswith(beginnings):
            return kind
    return "outside" if option_of(flag[0]) in (*FOLDERS, *FILES) and not flag[0].startswith("-include-pch") else ""


def _shown(flag: Sequence[str]) -> str:
    text = "".join(character if character.isprintable() and character != "`" else "?" for character in " ".join(flag))
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
