"""Macros that came, or went, beside each other are one thing that was done: how many they are, and what they are called.

`#define LIB_A 1` and `#define LIB_B 2` are gone. `#define LIB_C 3` is gone, under `#if 0`.
                                          3 macros `LIB_*` are gone: `A` and `B`; `C`, under `#if 0`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from ...model.account import DECLARATION
from ...model.pattern import regex
from ..sentences import listing
from .line import Point

FEWEST: Final = 4  # macros of which that is said at once
APART: Final = 4  # lines between one and the next: comments, the lines of an `#if`
_VALUE: Final = 20  # characters of what one stands for
_START: Final = 4  # letters that all names begin with
_CAME: Final = regex(
    r"^(`# *define [^`\n]{1,200}`(?:(?:, | and )`# *define [^`\n]{1,200}`){0,60}) (?:is|are) (new|gone)"
    r"(?:, (under (?:the other case of )?`[^`\n]{1,200}`(?: and (?:the other case of )?`[^`\n]{1,200}`)?))?\.$"
)
_EACH: Final = regex(r"`# *define +(\w{1,120})(\([^`)]{0,120}\))?([^`\n]{0,200})`")


def runs(told: Sequence[Point]) -> list[tuple[object, ...]]:
    """By line the run that it belongs to; () for one that is told by itself."""
    found = [_CAME.match(line.said) if _plain(line) else None for line in told]
    rows: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
    for at, (line, each) in enumerate(zip(told, found, strict=True)):
        for one in line.edits if each else ():
            rows.setdefault((one.path, each[2] if each else ""), []).append((one.line, one.end_line, at))
    run: dict[int, tuple[object, ...]] = {}
    for whose, places in rows.items():
        last, number = 0, 0
        for start, end, at in sorted(places):
            number += start > last + APART
            last = max(last, end)
            run.setdefault(at, (*whose, number))
    many: dict[tuple[object, ...], int] = {}
    for at, key in run.items():
        many[key] = many.get(key, 0) + len(_EACH.findall(told[at].said))
    return [run[at] if at in run and many[run[at]] >= FEWEST else () for at in range(len(told))]


def _plain(line: Point) -> bool:
    return not line.names and all(one.how == DECLARATION for one in line.edits)


def said(same: Sequence[Point]) -> str:
    groups: dict[str, list[tuple[str, str, str]]] = {}
    new = False
    for line in sorted(same, key=lambda line: min(one.line for one in line.edits)):
        found = _CAME.match(line.said)
        for each in _EACH.findall(found[1]) if found else ():
            groups.setdefault((found[3] or "") if found else "", []).append(each)
        new = new or bool(found and found[2] == "new")
    every = [name for group in groups.values() for name, _, _ in group]
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(min(every), max(every), strict=False))
    start = "".join([sign for sign, _ in pairs]).rpartition("_")[0] + "_"
    start = start if len(start) > _START and all(len(name) > len(start) for name in every) else ""
    parts = [
        f"{listing([_shown(each, start, new) for each in group])}{f', {under}' if under else ''}"
        for under, group in sorted(groups.items(), key=lambda row: bool(row[0]))
    ]
    whose = f" `{start}*`" if start else ""
    return f"{len(every)} macros{whose} are {'new' if new else 'gone'}: {'; '.join(parts)}."


def _shown(macro: tuple[str, str, str], start: str, new: bool) -> str:
    """One that is new with what it stands for, where that is short."""
    name, given, value = macro
    stands = f" {value.strip()}" if new and value.strip() and len(value.strip()) <= _VALUE and not given else ""
    return f"`{name[len(start) :]}{given}{stands}`"
