"""C and C++: a call or a value within which an `#if` asks: of what differs in it, with the lines that ask round it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.alignment import opcodes
from .pieces import Piece
from .quoting import joined, q

_ASKS: Final = frozenset((b"if", b"ifdef", b"ifndef"))
_MOST: Final = 2  # places that are told
Words = Sequence[bytes]


def interrupted(one: Piece, other: Piece) -> str:
    """ "In `open(…`: `#ifdef A x, #endif` is new"; "" where no line asks, or too much differs."""
    if b"#" not in one.words and b"#" not in other.words:
        return ""
    places = [row[1:] for row in opcodes(list(one.words), list(other.words)) if row[0] != "equal"]
    if not 0 < len(places) <= _MOST or 2 * sum(max(j - i, n - m) for i, j, m, n in places) > len(other.words):
        return ""
    return f"In {q(_head(other.words))}: {'; '.join([_told(one.words, other.words, *place) for place in places])}"


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


def _head(words: Words) -> str:
    cut = words.index(b"(") + 1 if b"(" in words else 3
    return joined(words[:cut]) + "…"


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
