"""C++: `0` given to a function of which several take other types there: `put(0)` may call another one than `put(nullptr)`; and what is not
known to be a pointer may be another value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import zip_longest
from typing import Final

from ...border import within
from ...model.account import FLOW, LISTED, NEUTRAL, Answer
from ...model.pattern import regex
from ...pipeline import Project
from ...stages import account as stage
from .null_pointers import Pointers

_WORD: Final = regex(r"(?<!\w)\w++|->|::|[=!<>]=|\"(?:[^\"\\]|\\.)*+(?:\"|\Z)|'(?:[^'\\]|\\.)*+(?:'|\Z)|[^\w\s]")
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")
_BEFORE_BRACKETS: Final = frozenset(("if", "while", "for", "switch", "return", "sizeof"))
_MOST: Final = 400  # words of a statement
_RANK: Final = 4


def chosen(before: Project, after: Project, told: list[Answer]) -> list[Answer]:
    """Of what is told to do nothing, because `0` and `nullptr` are one, what an overload may tell apart."""
    pointers = Pointers(after)
    return [
        within(one.unit, partial(_told, before, after, pointers, one), partial(_same, one))
        if one.how == NEUTRAL and one.rule == stage.ZERO
        else one
        for one in told
    ]


def _same(one: Answer) -> Answer:
    return one


def _told(before: Project, after: Project, pointers: Pointers, one: Answer) -> Answer:
    given = [*_given(one.before.code, one.after.code)]
    names = [name for name, at in given if _overloaded(before, after, name, at)]
    if not names:
        known = _is_pointer(after, pointers, one) and not any(_left_open(pointers, *each) for each in given)
        return one if known else one._replace(how=LISTED, rule="")
    was, now = (code.rstrip(" ;") for code in (one.before.code, one.after.code))
    said = f"`{was}` is now `{now}`, which may call another `{names[0]}`: it is overloaded."
    return one._replace(how=FLOW, rule="call", sentence=said, rank=_RANK)


def _is_pointer(after: Project, pointers: Pointers, one: Answer) -> bool:
    """Whether all that `nullptr` stands for now, in a file of C++, is for certain a pointer."""
    words, others = (_WORD.findall(side.code) for side in (one.before, one.after))
    if len(words) != len(others) or one.after.path not in after.files or after.files[one.after.path].language == "c":
        return True
    differing = [at for at, (x, y) in enumerate(zip(words, others, strict=True)) if x != y and "nullptr" in (x, y)]
    return all(pointers.known(one, words, at, *reversed(_opened(words, at))) for at in differing)


def _given(was: str, now: str) -> Iterator[tuple[str, int]]:
    """The functions that are given it where it is written otherwise, and as which argument."""
    words, others = (_WORD.findall(code)[:_MOST] for code in (was, now))
    for at, (x, y) in enumerate(zip_longest(words, others)):
        if x != y and "0" in (x, y):
            start, place = _opened(words, at)
            if start > 0:
                yield from ((word, place) for word in words[max(start - 2, 0) : start] if word.isidentifier())


def _opened(words: list[str], at: int) -> tuple[int, int]:
    """Where the bracket stands that holds it, and which part it is there; -1 where it is one part of a value."""
    if words[at + 1 : at + 2] not in ([","], [")"], ["}"]) or words[at - 1] not in (",", "(", "{"):
        return -1, 0
    depth = place = 0
    for here in range(at - 1, -1, -1):
        depth += (words[here] in _CLOSE) - (words[here] in _OPEN)
        if depth < 0:
            return here, place
        place += words[here] == "," and not depth
    return -1, 0


def _left_open(pointers: Pointers, name: str, at: int) -> bool:
    """Whether no declaration says what is taken there: where a function takes whatever comes, `0` is an `int`."""
    return name not in _BEFORE_BRACKETS and not pointers.takes_one(name, at)


def _overloaded(before: Project, after: Project, name: str, at: int) -> bool:
    """Whether of several functions of that name one takes a pointer there and another does not."""
    found: dict[tuple[str, ...], set[str]] = {}
    for side in (before, after):
        for one in side.named(name).values():
            if one.facts.name == name and len(one.facts.params) > at:
                found.setdefault(one.facts.scope, set()).add(one.facts.params[at].type)
    return any(len(types) > 1 and any("*" not in each for each in types) for types in found.values())
