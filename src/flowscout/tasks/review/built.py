"""Steps that depend on the same line of `#if` now, or no longer, in many places: one line.

`fprintf(stderr, "a")` now depends on `#ifdef LOUD`, when `!p`. `fprintf(stderr, "b")` now depends on `#ifdef LOUD`. …
    2 calls of `fprintf` … now depend on `#ifdef LOUD`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ..sentences import listing
from .joining import joined, of
from .line import Point

_FEWEST: Final = 4  # places
_NAMED: Final = 4  # things that are done, of which each is told
_QUOTED: Final = r"`[^`\n]{1,400}`"
_DEPENDS: Final = regex(
    rf"^({_QUOTED}(?:(?:, | and ){_QUOTED}){{0,12}}(?: and \d{{1,3}} more)?) (now|no longer) depends? on (`#[^`\n]{{1,200}}`)"
    rf"((?:, [^;\n]{{1,900}})?)\.$"
)
_EACH: Final = regex(_QUOTED)
_CALL: Final = regex(r"`([\w.:>-]{1,80})\(")
_MORE: Final = regex(r" and (\d{1,3}) more$")


def built_alike(told: Sequence[Point]) -> list[Point]:
    """Steps of several functions that one line of `#if` decides over now, or no longer."""
    keys_ = [_key(line.said) if line.names else () for line in told]
    found = joined(told, keys_, lambda same: _together([line.said for line in same]), _FEWEST)
    return [line._replace(names=of(line.edits)) if line.names else line for line in found]


def _key(said: str) -> tuple[str, ...]:
    """Whether it does now, and on which line; () for another sentence."""
    found = _DEPENDS.match(said)
    return (found[2], found[3]) if found else ()


def _together(said: Sequence[str]) -> str:
    found = [match for each in said if (match := _DEPENDS.match(each))]
    steps = [step for each in found for step in _EACH.findall(each[1])]
    more = sum(int(each[1]) for match in found if (each := _MORE.search(match[1])))
    calls = Counter(call[1] if (call := _CALL.match(step)) else "" for step in steps)
    told = [f"{many} calls of `{name}`" for name, many in calls.most_common() if name and many > 1]
    told += [step for step in steps if not (call := _CALL.match(step)) or calls[call[1]] == 1]
    left = max(0, len(told) - _NAMED) + more
    return f"{listing([*told[:_NAMED], *[f'{left} more'][: bool(left)]])} {found[0][2]} depend on {found[0][3]}."
