"""Python: the variables of `[x for x in xs]`, which nothing outside of its brackets knows: whatever they are called, it is the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..pieces.outside import CLOSING, OPENING
from .loop_names import word_of


def without_names(words: Sequence[bytes]) -> list[bytes]:
    """With numbers for such names, behind a sign that no name has."""
    found, number = list(words), 0
    for begin, end in _brackets(found):
        for name in _bound(found[begin + 1 : end]):
            inner = found[begin:end]
            found[begin:end] = [word_of(inner, at, {name: b"\0%d" % number}) for at in range(len(inner))]
            number += 1
    return found


def _brackets(words: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    open_: list[int] = []
    for at, word in enumerate(words):
        if word in OPENING:
            open_.append(at)
        elif word in CLOSING and open_:
            yield open_.pop(), at


def _bound(words: Sequence[bytes]) -> list[bytes]:
    """What the `for`s of a value go through; [] where the first of them reads a name that it sets."""
    depth, begin, names, read = 0, -1, [], False
    for at, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        if word == b"for" and not depth:
            begin = at
        elif word == b"in" and not depth and begin >= 0:
            names += [
                each
                for each in words[begin + 1 : at]
                if each.decode("utf-8", "replace").isidentifier() and each not in names
            ]
            begin = -1
        elif names and word in names and words[at - 1] != b".":
            read = read or _in_the_first(words, at)
    return [] if read else names


def _in_the_first(words: Sequence[bytes], at: int) -> bool:
    """Whether a place is in what the first `for` goes through."""
    return words[:at].count(b"for") == 1 and not {b"if", b"lambda"} & {*words[words.index(b"for") : at]}
