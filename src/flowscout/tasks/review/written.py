"""Declarations that were given, or lost, the same few words: the first one is quoted, the others are named.

`#define A 1UL` was `#define A 1`. `#define B 2UL` was `#define B 2`. …     `#define A 1UL` was `#define A 1`. Likewise `UL` is put into `B` and `C`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from ...model.account import DECLARATION
from ...model.pattern import regex
from ...model.shown import ShownEdit
from ..sentences import listing

MOST: Final = 24  # characters that are put in
SHOWN: Final = 6  # names
_WORD: Final = regex(r"\w++|\s++|.")
_ROW: Final = regex(r"^`\{[^`\n]{1,400}\}` in `([^`\n]{1,200})` was `\{[^`\n]{1,400}\}`\.$")
_SUFFIXES: Final = "uUlLfF"
Key = tuple[object, ...]


def key(one: ShownEdit, said: str) -> Key:
    """What is put into a macro, or taken out; () for anything else."""
    sides = one.was, one.now
    if one.how != DECLARATION or said != one.sentence or not all(sides) or any(sign in "".join(sides) for sign in "`…"):
        return ()
    words = [_words(side) for side in sides]
    table = found[1] if (found := _ROW.match(said)) else ""
    if not table and (not _macro(words[1]) or _macro(words[0]) != _macro(words[1])):
        return ()
    gone, came = _apart(*words)
    put = came or gone
    column = next((at for at, (a, b) in enumerate(zip(*words, strict=False)) if a != b), 0) if table else 0
    column = words[1][:column].count(",")
    return ("put", bool(came), put, table, column) if put and not (gone and came) and len(put) <= MOST else ()


def told(edits: Sequence[ShownEdit], said: str, known: Key) -> str:
    _, new, put, table, _ = known
    verb = "is put into" if new else "is taken out of"
    if table:
        return f"{said} Likewise `{put}` {verb} {len(edits) - 1} more rows."
    names = [f"`{_macro(_words(one.now))}`" for one in edits[1:]]
    more = len(names) - SHOWN
    shown = listing([*names[:SHOWN], *([f"{more} more"] if more > 0 else [])])
    return f"{said} Likewise `{put}` {verb} {shown}."


def _words(text: str) -> list[str]:
    """Of a number its suffix by itself."""
    found: list[str] = []
    for word in _WORD.findall(text):
        bare = word.rstrip(_SUFFIXES) if word[0].isdigit() and word.rstrip(_SUFFIXES).isdigit() else word
        found += [part for part in (bare, word[len(bare) :]) if part and not part.isspace()]
    return found


def _macro(words: Sequence[str]) -> str:
    return words[2] if list(words[:2]) == ["#", "define"] and len(words) > 2 else ""


def _apart(one: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
    least = min(len(one), len(other))
    begin = next((at for at in range(least) if one[at] != other[at]), least)
    end = next((at for at in range(least - begin) if one[-1 - at] != other[-1 - at]), least - begin)
    gone, came = one[begin : len(one) - end], other[begin : len(other) - end]
    return ("".join(gone), "".join(came)) if gone and came else (_closed(one, begin, gone), _closed(other, begin, came))


def _closed(words: Sequence[str], begin: int, put: Sequence[str]) -> str:
    """`(int)` of `((int)(x))`, where `int)(` is as true: each bracket with its other half."""
    for at in range(begin, max(begin - len(put), -1), -1):
        window = words[at : at + len(put)]
        if _balanced(window):
            return "".join(window)
        if not at or words[at - 1] != window[-1]:
            break
    return "".join(put)


def _balanced(words: Sequence[str]) -> bool:
    depths = [*accumulate((word in "([{") - (word in ")]}") for word in words)]
    return not depths or (min(depths) >= 0 and depths[-1] == 0)
