"""C and C++: a call or a value within which an `#if` asks: of what differs in it, with the lines that ask round it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.alignment import opcodes
from .pieces import Piece
from .quoting import joined, q

_ASKS: Final = frozenset((b"if", b"ifdef", b"ifndef"))
_SHORT: Final = 60  # characters of what is called
_MOST: Final = 2  # places that are told
Words = Sequence[bytes]


def interrupted(one: Piece, other: Piece) -> str:
    """ "In `open(…`: `#ifdef A x, #endif` is new"; "" where no line asks, or too much differs."""
    if b"#" not in one.words and b"#" not in other.words:
        return ""
    places = [row[1:] for row in opcodes(list(one.words), list(other.words)) if row[0] != "equal"]
    if not 0 < len(places) <= _MOST or 2 * sum(max(j - i, n - m) for i, j, m, n in places) > len(other.words):
        return ""
    if held := _held(one.words, other.words, places):
        return f"In {q(_head(other))}: {held}"
    return f"In {q(_head(other))}: {'; '.join([_told(one.words, other.words, *place) for place in places])}"


def _held(one: Words, other: Words, places: Sequence[tuple[int, int, int, int]]) -> str:
    """ "`b, c` now depends on `#ifdef A`": of what stood there, and stands within such lines now, or the other way."""
    came, gone = all(i == j for i, j, _, _ in places), all(m == n for _, _, m, n in places)
    if len(places) != _MOST or not (came or gone):
        return ""
    words, (first, second) = (other, [row[2:] for row in places]) if came else (one, [row[:2] for row in places])
    opens, closes = words[slice(*first)], words[slice(*second)]
    between = words[first[1] : second[0]]
    whole = _asks(words, first[0]) and b"#" not in opens[1:] and tuple(closes) == (b"#", b"endif")
    if not whole or not between or b"#" in between:
        return ""
    return f"{q(_written(between))} {'now' if came else 'no longer'} depends on {q(_written(opens))}"


def _told(one: Words, other: Words, i: int, j: int, m: int, n: int) -> str:
    if i == j or m == n:
        words = one[slice(*_slid(one, i, j))] if m == n else other[slice(*_slid(other, m, n))]
        return f"{q(_written(words))} is {'gone' if m == n else 'new'}"
    return f"{q(_written(other[m:n]))} in the place of {q(_written(one[i:j]))}"


def _slid(words: Words, first: int, last: int) -> tuple[int, int]:
    """The same run from where an `#if` begins it, where that is the same difference."""
    a, b = first, last
    while a > 0 and not _asks(words, a) and words[a - 1] == words[b - 1]:
        a, b = a - 1, b - 1
    return (a, b) if _asks(words, a) else (first, last)


def _asks(words: Words, at: int) -> bool:
    return words[at] == b"#" and at + 1 < len(words) and words[at + 1] in _ASKS


def _head(piece: Piece) -> str:
    cut = piece.said.find("(") + 1
    return f"{piece.said[:cut]}…)" if 0 < cut <= _SHORT else f"{joined(piece.words[:3])}…"


def _written(words: Words) -> str:
    return " ".join(joined(part) for part in _parts(words) if part)


def _parts(words: Words) -> list[list[bytes]]:
    """Each `#…` by itself, with the name behind `ifdef`."""
    found: list[list[bytes]] = [[]]
    for at, word in enumerate(words):
        behind = at > 1 and words[at - 2] == b"#" and words[at - 1] in _ASKS
        if word == b"#" or (at > 1 and words[at - 2] == b"#" and not behind) or (at > 2 and words[at - 3] == b"#"):
            found.append([])
        found[-1].append(word)
    return found
