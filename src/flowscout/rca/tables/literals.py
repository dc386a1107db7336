"""What every match of an expression must hold: literals, of which each match has at least one.

A row is tried only at lines that hold one of its literals. They are derived from the row's parsed expression, so that none can hide a
line that the expression matches. Of all sets that follow the rarest is taken: one that few lines of a log will hold.
"""

from __future__ import annotations

import re._constants as codes  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterable
from functools import reduce
from itertools import product
from typing import Any, Final, NamedTuple

MOST: Final = 60  # alternatives
LETTERS: Final = 12  # of a class, up to which each is a literal

_REPEATS: Final = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
_LOOKS: Final = (codes.ASSERT, codes.ASSERT_NOT, codes.AT)

Literals = frozenset[str]
NONE: Final[Literals] = frozenset()
EMPTY: Final[Literals] = frozenset([""])


class _Part(NamedTuple):
    """exact: all texts that a part matches, where these are few. required: of which each match holds one, NONE where nothing follows."""

    exact: Literals | None
    required: Literals


_ANY: Final = _Part(None, NONE)


def required(expression: str) -> Literals:
    """Of each match at least one; empty where nothing follows."""
    tree = parser.parse(expression)
    found = NONE if tree.state.flags & codes.SRE_FLAG_IGNORECASE else _sequence(tree).required
    return frozenset(one for one in found if not any(other != one and other in one for other in found))


def _sequence(tree: Iterable[Any]) -> _Part:
    run, best, whole = EMPTY, NONE, True
    for code, given in tree:
        part = _part(code, given)
        joined = _joined(run, part.exact) if part.exact is not None else None
        if joined is not None:
            best = _rarer(best, part.required) if code is codes.ASSERT else best
            run = joined
            continue
        best, whole = _rarer(_rarer(best, run), part.required), False
        run = EMPTY if part.exact is None else part.exact
    return _Part(run if whole else None, _rarer(best, run))


def _joined(one: Literals, other: Literals) -> Literals | None:
    return frozenset(a + b for a, b in product(one, other)) if len(one) * len(other) <= MOST else None


def _part(code: Any, given: Any) -> _Part:
    if code is codes.LITERAL:
        return _exactly(frozenset([chr(given)]))
    if code in _LOOKS:
        return _Part(EMPTY, _sequence(given[1]).required if code is codes.ASSERT and given[0] > 0 else NONE)
    if code is codes.IN:
        return _class(given)
    if code is codes.SUBPATTERN:
        return _ANY if given[1] & codes.SRE_FLAG_IGNORECASE else _sequence(given[3])
    if code is codes.ATOMIC_GROUP:
        return _sequence(given)
    if code is codes.BRANCH:
        return _choice([_sequence(arm) for arm in given[1]])
    return _repeated(*given) if code in _REPEATS else _ANY


def _exactly(texts: Literals) -> _Part:
    return _Part(texts, NONE if "" in texts else texts)


def _class(items: Iterable[Any]) -> _Part:
    letters: set[str] = set()
    for kind, value in items:
        if kind is codes.LITERAL:
            letters.add(chr(value))
        elif kind is codes.RANGE and value[1] - value[0] < LETTERS:
            letters.update(map(chr, range(value[0], value[1] + 1)))
        else:
            return _ANY
    return _exactly(frozenset(letters)) if len(letters) <= LETTERS else _ANY


def _choice(arms: list[_Part]) -> _Part:
    exact = [arm.exact for arm in arms if arm.exact is not None]
    texts = frozenset().union(*exact) if len(exact) == len(arms) else None
    each = [arm.required for arm in arms]
    united: Literals = frozenset().union(*each) if all(each) else NONE
    return _Part(
        texts if texts is not None and len(texts) <= MOST else None, united if len(united) <= 2 * MOST else NONE
    )


def _repeated(least: int, most: Any, body: Iterable[Any]) -> _Part:
    inner = _sequence(body)
    if (least, most) == (0, 1) and inner.exact is not None:
        return _Part(inner.exact | EMPTY, NONE)
    if least == most and inner.exact is not None and 1 <= least <= 3:
        times = list(product(inner.exact, repeat=least)) if len(inner.exact) ** least <= MOST else []
        return _exactly(frozenset(map("".join, times))) if times else _Part(None, inner.required)
    return _Part(None, inner.required if least else NONE)


def _rarer(one: Literals, other: Literals) -> Literals:
    if not other or "" in other:
        return one
    return min((one, other), key=_share) if one else other


def _share(literals: Literals) -> float:
    """About how many places of a log hold one of them."""
    return sum(reduce(lambda share, letter: share * _frequency(letter), literal, 1.0) for literal in literals)


def _frequency(letter: str) -> float:
    if letter == " ":
        return 0.15
    if letter.islower():
        return 0.06
    if letter.isdigit() or letter in ".:-/":
        return 0.03
    return 0.015 if letter.isascii() else 0.001
