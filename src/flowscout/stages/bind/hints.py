"""Macros that hand on what they are given and only tell the compiler what to expect of it.

    #define fast(x) __builtin_expect(!!(x), 1)      if (fast(p != NULL))  is read as  if (    (p != NULL))
    #define fast(x) (x)

The name gives way to blanks, so that every offset stays where it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.facts import Call
from .definition import Macros

_EXPECT: Final = "__builtin_expect("
_LONGEST: Final = 400  # letters of what a hint stands for; longer text is somebody's code


def hinted(text: bytearray, calls: Sequence[Call], macros: Macros) -> tuple[Call, ...]:
    """The calls that are more than a hint; the names of the others are blanked out in the text."""
    known: dict[str, bool] = {}
    kept: list[Call] = []
    for call in calls:
        if call.receiver or call.kind not in ("call", "macro") or call.argc != 1 or not call.name:
            kept.append(call)
            continue
        if call.name not in known:
            known[call.name] = _hands_on(macros(call.name))
        name = call.name.encode()
        if known[call.name] and text[call.start : call.start + len(name)] == name:
            text[call.start : call.start + len(name)] = b" " * len(name)
        else:
            kept.append(call)
    return tuple(kept)


def _hands_on(values: Sequence[tuple[str, ...]]) -> bool:
    """Whether each definition is its one parameter, and one of them a hint."""
    shapes = [(params.strip(), "".join(text.split())) for _, params, text, *_ in values if len(text) <= _LONGEST]
    return (
        len(shapes) == len(values)
        and any(_EXPECT in text for _, text in shapes)
        and all(_core(text) == param for param, text in shapes)
    )


def _core(text: str) -> str:
    while True:
        if text.startswith("!!"):
            text = text[2:]
        elif text.startswith("(") and _closing(text, 0) == len(text) - 1:
            text = text[1:-1]
        elif text.startswith(_EXPECT) and _closing(text, len(_EXPECT) - 1) == len(text) - 1:
            text = text[len(_EXPECT) : -1].rpartition(",")[0]
        else:
            return text


def _closing(text: str, at: int) -> int:
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    return -1
