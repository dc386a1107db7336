"""Which of several variables that are declared alike is which, where they are called otherwise now.

`static float *window, *input;` that became `static float *_output, *_input, *_window;` says nothing by its order. What says it are the lines
that speak of them: `free(window)` stands there as `free(_window)`. A new name is taken that stands in more of the lines which held the old
one than any other does, and that no other old name has as many of; with these known, lines that hold two of them tell of the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..pieces.called import name_of
from ..pieces.lexing import LexedSource
from ..pieces.outside import Outside

_VARIABLES: Final = frozenset(("Declaration", "Assign"))
_MOST: Final = 24  # names declared alike that are held against each other
_GROUPS: Final = 60  # declarations of which there are several names
_LINES: Final = 40  # lines of a name that are looked at
_ROUNDS: Final = 4
_WORDS: Final = re.compile(rb"\w+|\W+")

Shape = tuple[bytes, ...]


def told_apart(
    files: Sequence[tuple[Outside, Outside]], sources: Sequence[LexedSource], after: Sequence[LexedSource]
) -> dict[bytes, bytes]:
    """By the name of before: that of now, of variables of files. files: before and after."""
    groups = [
        (went, came)
        for old, new in files
        for went, came in _groups(_variables(old), _variables(new))
        if max(len(went), len(came)) > 1
    ][:_GROUPS]
    if not groups:
        return {}
    stand = {line.strip() for source in after for line in source.data.split(b"\n")}
    held = _held({name for went, _ in groups for name in went}, sources)
    known: dict[bytes, bytes] = {}
    for _ in range(_ROUNDS):
        found = dict(pair for went, came in groups for pair in _clear(went, came, held, stand, known))
        if not found:
            break
        known |= found
    return known


def _variables(around: Outside) -> dict[bytes, Shape]:
    """By its name: a declaration of one variable with a hole for that name."""
    made = {}
    for piece in around.pieces:
        name = name_of(piece).encode() if piece.kind in _VARIABLES else b""
        if name and name.isascii() and piece.words.count(name) == 1:
            made[name] = tuple(b"" if word == name else word for word in piece.words)
    return made


def _groups(was: Mapping[bytes, Shape], now: Mapping[bytes, Shape]) -> Iterator[tuple[list[bytes], list[bytes]]]:
    """Of each declaration: the names that went and those that came."""
    went, came = (
        {name: shape for name, shape in one.items() if name not in two} for one, two in ((was, now), (now, was))
    )
    for shape in dict.fromkeys(went.values()):
        both = tuple([name for name, own in side.items() if own == shape] for side in (went, came))
        if both[1] and max(map(len, both)) <= _MOST:
            yield both[0], both[1]


def _held(names: set[bytes], sources: Sequence[LexedSource]) -> dict[bytes, list[list[bytes]]]:
    """By name: the lines that hold it, in words."""
    found: dict[bytes, list[list[bytes]]] = {name: [] for name in names}
    for source in sources:
        for line in source.data.split(b"\n"):
            words = _WORDS.findall(line.strip())
            for name in names.intersection(words):
                if len(found[name]) < _LINES:
                    found[name].append(words)
    return found


def _clear(
    went: Sequence[bytes],
    came: Sequence[bytes],
    held: Mapping[bytes, list[list[bytes]]],
    stand: set[bytes],
    known: Mapping[bytes, bytes],
) -> Iterator[tuple[bytes, bytes]]:
    """Pairs of which each is the other's first."""
    old, new = ([name for name in side if name not in used] for side, used in ((went, known), (came, known.values())))
    counts = {(x, y): sum(_renamed(words, {**known, x: y}) in stand for words in held[x]) for x in old for y in new}
    for x in old:
        ranked = sorted(new, key=lambda y: -counts[x, y])
        if ranked and all(counts[x, ranked[0]] > counts[x, y] for y in ranked[1:]):
            y = ranked[0]
            if counts[x, y] > 1 and all(counts[x, y] > counts[other, y] for other in old if other != x):
                yield x, y


def _renamed(words: Sequence[bytes], renamed: Mapping[bytes, bytes]) -> bytes:
    return b"".join([renamed.get(word, word) for word in words])
