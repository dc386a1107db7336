"""Of two long statements that begin alike what differs, place by place: quoted as wholes they would look alike, or be cut before it.

In `std::cerr << title…`: `"jpg"` is now `"png"`; `<< name` is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.alignment import opcodes
from .outside import CLOSING, OPENING
from .pieces import Piece
from .quoting import MOST, both_quoted, joined, q

_LONG: Final = 100  # characters from which a statement is not quoted whole
_PLACES: Final = 3  # that are told
_HEAD: Final = 32  # characters by which it is known
_LEAST: Final = 2  # tokens of a place, for one alone says little
Words = Sequence[bytes]


def apart(one: Piece, other: Piece) -> str:
    """ "In `…`: … is now …"; "" where they are short, or share too little."""
    if max(len(one.said), len(other.said)) <= _LONG or one.words[:1] != other.words[:1]:
        return ""
    places = [(one.words[i:j], other.words[m:n]) for i, j, m, n in _places(one.words, other.words)]
    shared = len(one.words) - sum(len(was) for was, _ in places)
    if not 0 < len(places) <= _PLACES or 2 * shared < max(len(one.words), len(other.words)):
        return ""
    if not all(_whole(side) for place in places for side in place if side):
        return ""
    if any(_moved(was, now, places) for was, now in places):
        return ""
    return f"In {q(_head(other.said))}: {'; '.join(dict.fromkeys(_told(was, now) for was, now in places))}"


def _places(one: Words, other: Words) -> list[tuple[int, int, int, int]]:
    """What differs; two that hardly anything parts are one."""
    found: list[tuple[int, int, int, int]] = []
    for kind, i, j, m, n in opcodes(list(one), list(other)):
        if kind == "equal":
            continue
        if found and i - found[-1][1] < _LEAST:
            found[-1] = (found[-1][0], j, found[-1][2], n)
        else:
            found.append((i, j, m, n))
    return found


def _whole(words: Words) -> bool:
    """Whether it says something by itself: a name, a text or a number, with both brackets of each pair."""
    depth = 0
    for word in words:
        depth += (word in OPENING) - (word in CLOSING)
        if depth < 0:
            return False
    return not depth and any(word[:1].isalnum() or word[:1] in b"_\"'" for word in words)


def _moved(was: Words, now: Words, places: Sequence[tuple[Words, Words]]) -> bool:
    """Whether what came or went alone stands elsewhere in it on the other side: `f(a, b)` of `a.f(b)` has no new `a`."""
    own = {*_without_commas(now or was)} if not was or not now else set[bytes]()
    return bool(own) and any(own <= {*(each[0] if now else each[1])} for each in places)


def _head(said: str) -> str:
    text = " ".join(said.split())
    return text if len(text) <= _HEAD else f"{text[:_HEAD].rstrip()}…"


def _told(was: Words, now: Words) -> str:
    if not was or not now:
        return f"{q(joined(_without_commas(now or was)), MOST)} is {'new' if now else 'gone'}"
    one, other = joined(was), joined(now)
    before, after = both_quoted(one, other)
    return f"{after} in the place of {before}"


def _without_commas(words: Words) -> Words:
    words = words[words[:1] in ((b",",), [b","]) :]
    return words[: len(words) - (words[-1:] in ((b",",), [b","]))]
