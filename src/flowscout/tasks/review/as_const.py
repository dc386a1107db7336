"""Pointers that point to what is `const` now, or no longer, and are otherwise what they were: one line.

`name` is declared `const char *`, no longer `char *`. Declares `p` as `const char *`, no longer as `char *`. …
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ...model.account import LISTED, NEUTRAL
from ...model.pattern import regex
from ...model.shown import ShownEdit
from ..sentences import listing
from .joining import joined, of
from .line import Point

_FEWEST: Final = 4  # sentences
_NAMED: Final = 12
_TYPE: Final = r"`([^`\n]{1,80}\*)`"
_DECLARED: Final = regex(rf"`([A-Za-z_]\w{{0,60}})` is declared {_TYPE}, no longer {_TYPE}")
_LOCAL: Final = regex(rf"[Dd]eclares `([A-Za-z_]\w{{0,60}})` as {_TYPE}, no longer as {_TYPE}")
_GIVEN: Final = regex(rf"[Gg]ives (){_TYPE}, declared as {_TYPE} before")
_CONST: Final = "const "


def as_const(told: Sequence[Point]) -> list[Point]:
    keys = [_key(line.said) if line.names else () for line in told]
    found = joined(told, keys, _together, _FEWEST)
    return [line._replace(names=of(line.edits)) if line.names else line for line in found]


def only_const(edits: Sequence[ShownEdit]) -> set[tuple[str, str]]:
    """(path, name) of the functions of which nothing else is told: whoever calls them, all runs as it did."""
    told = [(one, bool(_key(one.sentence))) for one in edits if one.sentence and one.how not in (LISTED, NEUTRAL)]
    listed = {(one.path, one.name) for one in edits if one.how == LISTED}
    others = {(one.path, one.name) for one, alone in told if not alone} | listed
    return {(one.path, one.name) for one, alone in told if alone} - others


def _key(said: str) -> tuple[str, ...]:
    """Which way, where every type in it differs by that alone."""
    pairs = [(now, was) for _, now, was in _things(said)]
    if pairs and all(now == f"{_CONST}{was}" for now, was in pairs):
        return ("now",)
    return ("no longer",) if pairs and all(was == f"{_CONST}{now}" for now, was in pairs) else ()


def _things(said: str) -> list[tuple[str, str, str]]:
    """(name, type, type before); without a name of what is given back; nothing of a sentence that says something else as well."""
    parts = said.removesuffix(".").split("; ")
    found = [next(filter(None, (each.fullmatch(part) for each in (_DECLARED, _LOCAL, _GIVEN))), None) for part in parts]
    return [(each[1], each[2], each[3]) for each in found if each] if all(found) else []


def _together(same: Sequence[Point]) -> str:
    many: Counter[str] = Counter()
    for line in same:
        for name, *_ in _things(line.said):
            many[f"`{name}`" if name else "what is given back"] += len(line.edits)
    told = [f"{name} ({count} times)" if count > 1 else name for name, count in many.most_common()]
    return f"{_key(same[0].said)[0].capitalize()} point to what is `const`, and differ in nothing else: {listing(told, _NAMED)}."
