"""Whether two states of a file of settings differ in nothing but comments, layout or quotes; where that is not sure, they may differ.

TOML and JSON are read, with their numbers as they are written. Of YAML and INI the lines are compared without comments and empty lines,
where it is sure that they are no part of a text. A comment that a program may read is none.
"""

from __future__ import annotations

import json
import tomllib
from typing import Final

from ....model.pattern import regex
from ..pieces.setting_remarks import remarks
from .rules import COMMENTS, LAYOUT, QUOTES
from .setting_yaml import lines_of

_BREAK: Final = regex("\r(?!\n)|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")  # what may end a line as well
_PARTS: Final = 60  # of a key of TOML, which takes as long to read as their square


def alike(was: str, now: str, kind: str) -> str:
    """The rule by which they are the same; "" where they may not be."""
    if kind != "json" and [*remarks(was, kind)] != [*remarks(now, kind)]:
        return ""
    if kind in ("toml", "json"):
        sides = [_read(text, kind) for text in (was, now)]
        if "" in sides or sides[0] != sides[1]:
            return ""
        return COMMENTS if kind == "toml" and _without(was) == _without(now) else LAYOUT
    if kind in ("cfg", "ini"):
        if _BREAK.search(was) or _BREAK.search(now):
            return ""
        return _alone(was, now) if _of_ini(was) == _of_ini(now) else ""
    before, after = lines_of(was), lines_of(now)
    if before is None or after is None:
        return ""
    if before[0] == after[0]:
        return _alone(was, now)
    return QUOTES if before[1] == after[1] else ""


def _alone(was: str, now: str) -> str:
    return LAYOUT if _filled(was) == _filled(now) else COMMENTS


class _Number(str):
    """As it is written: no text is told by these signs."""

    def __repr__(self) -> str:
        return f"<{self}>"


def _read(text: str, kind: str) -> str:
    """All of it in its order, as one text; "" where it is not well formed."""
    if kind == "toml" and any(line.count(".") > _PARTS for line in text.split("\n")):
        return ""
    try:
        if kind == "toml":
            return repr(tomllib.loads(text, parse_float=_Number))
        return repr(
            json.loads(text, object_pairs_hook=tuple, parse_float=_Number, parse_int=_Number, parse_constant=_Number)
        )
    except (ValueError, RecursionError):
        return ""


def _without(text: str) -> list[str]:
    """The lines that say something, without what stands behind a `#`, which tells no value from another here."""
    return [bare for line in text.split("\n") if (bare := line.partition("#")[0].strip())]


def _filled(text: str) -> list[str]:
    return [line.rstrip() for line in text.split("\n") if line.strip()]


def _of_ini(text: str) -> list[str]:
    """An indented line may go on the value above, and so may what stands before it; a comment begins its line, or follows no value."""
    found: list[str] = []
    empty = 0
    value = False  # whether one stands above
    for line in text.split("\n"):
        bare = line.strip(" \t")
        if not bare:
            empty += 1
        elif bare[0] not in "#;" or (value and (line[0] != bare[0] or found[-1].endswith("\\"))):
            found += ["|"] * empty if line[0] != bare[0] or (found and found[-1].endswith("\\")) else []
            found.append(line if line.rstrip(" \t").endswith("\\") else line.rstrip(" \t"))
            value = not bare.startswith("[")
            empty = 0
    return found
