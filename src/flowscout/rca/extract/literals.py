"""What every match of an expression must hold: literals, of which each match has at least one.

A row is tried only at lines that hold one of its literals. Kept by hand, they can hide a line that the row's own expression
matches; so they are held against the expression, and where they do not follow from it, its own are looked for too.
"""

from __future__ import annotations

import re._constants as codes  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

MOST: Final = 40  # alternatives
LEAST: Final = 10  # characters of a literal that few lines hold

_REPEATS: Final = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)

Literals = frozenset[str]
NONE: Final[Literals] = frozenset()


@cache
def required(expression: str) -> Literals:
    """Of each match at least one; empty where nothing follows."""
    tree = parser.parse(expression)
    return NONE if tree.state.flags & codes.SRE_FLAG_IGNORECASE else _best(_of(tree))


def gate(expression: str, kept: tuple[str, ...]) -> tuple[str, ...]:
    """The literals to look for: those kept by hand and, where not every match holds one, what of the expression's own is long
    enough to be rare."""
    if not kept or proved(expression, kept):
        return kept
    return (*kept, *sorted(one for one in required(expression) if len(one) >= LEAST and not _holds(one, kept)))


@cache
def proved(expression: str, kept: tuple[str, ...]) -> bool:
    """Whether each match holds one of them."""
    return _proved(parser.parse(expression), kept)


def _proved(tree: Iterable[Any], kept: tuple[str, ...]) -> bool:
    """Whether one part of a sequence does; a choice, where each of its arms does."""
    run = ""
    for code, given in tree:
        inner = _inside(code, given)
        text = chr(given) if code is codes.LITERAL else _text(inner)
        if text is not None:
            run += text
            continue
        if _holds(run, kept) or _part(code, given, inner, kept):
            return True
        run = ""
    return _holds(run, kept)


def _holds(run: str, kept: tuple[str, ...]) -> bool:
    return any(literal in run for literal in kept)


def _part(code: Any, given: Any, inner: Iterable[Any] | None, kept: tuple[str, ...]) -> bool:
    if inner is not None:
        return _proved(inner, kept)
    if code is codes.BRANCH:
        return all(_proved(arm, kept) for arm in given[1])
    return code in _REPEATS and given[0] >= 1 and _proved(given[2], kept)


def _of(tree: Iterable[Any]) -> list[Literals]:
    """What each part of a sequence requires."""
    found: list[Literals] = []
    run = ""
    for code, given in tree:
        if code is codes.LITERAL:
            run += chr(given)
            continue
        inner = _inside(code, given)
        whole = _text(inner)
        if whole is not None:
            run += whole
            continue
        found.append(frozenset({run}) if run else NONE)
        run = ""
        found.append(_required(code, given, inner))
    return [*found, frozenset({run}) if run else NONE]


def _inside(code: Any, given: Any) -> Iterable[Any] | None:
    if code is codes.SUBPATTERN:
        return None if given[1] & codes.SRE_FLAG_IGNORECASE else given[3]
    return given if code is codes.ATOMIC_GROUP else None


def _text(inner: Iterable[Any] | None) -> str | None:
    """The group's text where it is nothing but letters."""
    rows = None if inner is None else list(inner)
    return "".join(chr(given) for _, given in rows) if rows and all(code is codes.LITERAL for code, _ in rows) else None


def _required(code: Any, given: Any, inner: Iterable[Any] | None) -> Literals:
    if inner is not None:
        return _best(_of(inner))
    if code is codes.BRANCH:
        arms = [_best(_of(arm)) for arm in given[1]]
        united = frozenset().union(*arms)
        return united if all(arms) and len(united) <= MOST else NONE
    if code in _REPEATS and given[0] >= 1:
        return _best(_of(given[2]))
    return NONE


def _best(parts: Iterable[Literals]) -> Literals:
    """The part whose shortest literal is the longest."""
    return max((part for part in parts if part), key=lambda part: (min(map(len, part)), -len(part)), default=NONE)
