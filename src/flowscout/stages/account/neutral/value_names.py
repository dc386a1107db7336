"""Python: the variables of `[x for x in xs]`, and the parameters of a `lambda` that nothing gives by name, which nothing outside knows:
whatever they are called, it is the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from ..pieces.brackets import bracketed
from ..pieces.lexing import LexedSource
from ..pieces.outside import CLOSING, OPENING
from .loop_names import word_of


def without_names(words: Sequence[bytes], given: Set[bytes] = frozenset()) -> list[bytes]:
    """With numbers for such names, behind a sign that no name has. given: names of arguments."""
    found, number = list(words), 0
    for begin in [at for at, word in enumerate(found) if word == b"lambda"]:
        names, end = _lambda(found, begin)
        for name in [] if given & {*names} else names:
            inner = found[begin:end]
            found[begin:end] = [word_of(inner, at, {name: b"\0%d" % number}) for at in range(len(inner))]
            number += 1
    for begin, end in bracketed(found):
        for name in _bound(found[begin + 1 : end]):
            inner = found[begin:end]
            found[begin:end] = [word_of(inner, at, {name: b"\0%d" % number}) for at in range(len(inner))]
            number += 1
    return found


def named_arguments(files: Iterable[LexedSource]) -> Set[bytes]:
    """`a` of `f(a=1)`."""
    texts = [[token.text for token in source.tokens] for source in files]
    rows = [zip(words, words[1:], words[2:], strict=False) for words in texts]
    return {name for row in rows for before, name, sign in row if sign == b"=" and before in (b"(", b",")}


def _lambda(words: Sequence[bytes], begin: int) -> tuple[list[bytes], int]:
    """Its parameters, where they are names alone, and where it ends."""
    depth, colon, end = 0, 0, len(words)
    for at in range(begin + 1, len(words)):
        depth += (words[at] in OPENING) - (words[at] in CLOSING)
        colon = colon or (at if words[at] == b":" and not depth else 0)
        if depth < 0 or (colon and not depth and words[at] == b","):
            end = at
            break
    names = [word for word in words[begin + 1 : colon] if word != b","]
    return (names if all(each.decode("utf-8", "replace").isidentifier() for each in names) else []), end


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
