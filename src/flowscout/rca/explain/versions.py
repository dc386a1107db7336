"""Versions in their order, as build tools for the JVM see them: `1.10.0 > 1.9.99`, `1.0.0 > 1.0.0-rc1 > 1.0.0-alpha2`.

A version is split at dots, dashes, underscores and between digits and letters. Numbers compare as numbers; a missing part is
0; qualifiers stand below the release in the order of `_QUALIFIERS`; any other word is a variant of its release (`-jre`,
`-android`) and compares by name. A leading v is no part of the version. Source: Gradle's user manual, "Version ordering".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_PARTS: Final = re.compile(r"\d+|[A-Za-z]+")
_QUALIFIERS: Final = {
    "dev": -6,
    "snapshot": -5,
    "alpha": -4,
    "a": -4,
    "beta": -3,
    "b": -3,
    "milestone": -2,
    "m": -2,
    "rc": -1,
    "cr": -1,
}
_RELEASE: Final = frozenset({"final", "ga", "release", "sp"})
Part = tuple[int, int, str]
Key = tuple[tuple[int, ...], tuple[Part, ...]]


def key(version: str) -> Key:
    """Sorts as the versions do: the numbers first, without zeros at their end, then what follows them."""
    text = version.strip()
    text = text[1:] if text[:1] in "vV" and text[1:2].isdigit() else text
    parts = [part for part in _PARTS.findall(text) if part.lower() not in _RELEASE]
    count = next((at for at, part in enumerate(parts) if not part.isdigit()), len(parts))
    numbers = [int(part[:18]) for part in parts[:count]]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers), (*(_part(part) for part in parts[count:]), (0, 0, ""))  # the end: above a qualifier


def _part(part: str) -> Part:
    if part.isdigit():
        return (1, int(part[:18]), "")
    order = _QUALIFIERS.get(part.lower())
    return (-1, order, "") if order is not None else (0, 1, part.lower())


def highest(versions: Iterable[str]) -> str:
    return max(versions, key=key)


def same_major(one: str, other: str) -> bool:
    return key(one)[0][:1] == key(other)[0][:1]
