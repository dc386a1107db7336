"""Values of a choice, in few words: runs of neighbours as ranges (`0x60–0x77`, `'a'–'f'`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..model.pattern import regex

_NUMBER: Final = regex(r"-?(?:0[xX][0-9a-fA-F]{1,16}|\d{1,19})")
_LETTER: Final = regex(r"'(.)'")
_LEAST: Final = 3  # neighbours that are a range


def place(value: str) -> tuple[str, int] | None:
    """Kind and number of a value that has neighbours: of one kind are numbers written alike, and letters."""
    if found := _LETTER.fullmatch(value):
        return "letter", ord(found[1])
    if not _NUMBER.fullmatch(value):
        return None
    hexadecimal = value.lower().lstrip("-").startswith("0x")
    return ("hexadecimal", int(value, 16)) if hexadecimal else ("number", int(value))


def ranges(values: Sequence[str]) -> str:
    """In the order they come; neighbours that follow one another upwards become one range."""
    return ", ".join(_runs(values))


def _runs(values: Sequence[str]) -> Iterator[str]:
    at = 0
    while at < len(values):
        end, here = at + 1, place(values[at])
        while here and end < len(values) and place(values[end]) == (here[0], here[1] + end - at):
            end += 1
        if end - at >= _LEAST:
            yield f"{values[at]}–{values[end - 1]}"
        else:
            yield from values[at:end]
        at = end
