"""Whether a run of characters looks as if dice had made it."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_ENOUGH: Final = 100  # characters of a word tell
_CHANGES: Final = 0.38  # of neighbours are of different classes in dice's; in words, names and paths it is a quarter


@cache
def _uuid() -> re.Pattern[str]:
    return re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")


@cache
def _mixed() -> re.Pattern[str]:
    """Three digits and six letters or more."""
    return re.compile(r"(?=(?:[^0-9]*+[0-9]){3})(?=(?:[^A-Za-z]*+[A-Za-z]){6})")


@cache
def _hex() -> re.Pattern[str]:
    return re.compile(r"(?:[0-9a-f]{16,}|[0-9A-F]{16,})")


@cache
def _change() -> re.Pattern[str]:
    return re.compile(r"(?<=[a-z])[A-Z0-9]|(?<=[A-Z])[a-z0-9]|(?<=[0-9])[A-Za-z]")


@cache
def _kinds() -> tuple[re.Pattern[str], ...]:
    return re.compile("[a-z]"), re.compile("[A-Z]"), re.compile("[0-9]")


def changing(word: str) -> float:
    """How many neighbours are of different classes, of one."""
    return len(_change().findall(word)) / len(word) if word else 0


def diced(word: str, least: float = _CHANGES) -> bool:
    """Many changes between small letters, capitals and digits. Words, names, paths and versions have few."""
    return len(word) >= 12 and all(kind.search(word) for kind in _kinds()) and changing(word) >= least


def is_hex(word: str) -> bool:
    return (
        bool(_hex().fullmatch(word)) and any(char.isalpha() for char in word) and any(char.isdigit() for char in word)
    )


def is_uuid(word: str) -> bool:
    return bool(_uuid().fullmatch(word))


def random(word: str) -> bool:
    """Of any alphabet: where a name beside it is suspicious already."""
    word = word[:_ENOUGH]
    if diced(word) or (len(word) >= 20 and changing(word) >= _CHANGES) or is_hex(word) or is_uuid(word):
        return True
    return len(word) >= 16 and "." not in word and " " not in word and bool(_mixed().match(word))
