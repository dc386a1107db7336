"""Numbers of one enum or table that all differ by the same: an entry that came in before them moved them, which is one fact.

`B` in `Kinds` is `13`, no longer `1`. `C` in `Kinds` is `14`, no longer `2`. …   `B`, `C` and 40 more in `Kinds` are 12 more than they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from .line import Point

Key = tuple[str, str, int] | tuple[()]
NAMED: Final = 3  # of them that are named
_IS: Final = regex(
    r"^(`[^`\n]{1,200}`) in (`[^`\n]{1,200}`) is `(-?\d{1,18}|0[xX][0-9a-fA-F]{1,16})`, no longer `(-?\d{1,18}|0[xX][0-9a-fA-F]{1,16})`\.$"
)


def key(line: Point) -> Key:
    """(path, of what, by how much); () for another sentence."""
    found = _IS.match(line.said)
    by = int(found[3], 0) - int(found[4], 0) if found and _plain(found[3]) and _plain(found[4]) else 0
    return (line.edits[0].path, found[2], by) if found and by else ()


def _plain(number: str) -> bool:
    """No octal number, which each language writes in its own way."""
    digits = number.lstrip("-")
    return digits == "0" or not digits.startswith("0") or digits[1:2] in ("x", "X")


def said(same: Sequence[Point]) -> str:
    _, whole, by = key(same[0]) or ("", "", 0)
    names = [f"`{line.said.split('`')[1]}`" for line in same]
    shown = names[:NAMED] if len(names) > NAMED + 1 else names
    rest = f"{len(names) - len(shown)} more" if len(names) > len(shown) else ""
    listed = " and ".join(filter(None, (", ".join(shown if rest else shown[:-1]), rest or shown[-1])))
    return f"{listed} in {whole} are {abs(by)} {'more' if by > 0 else 'less'} than they were."
