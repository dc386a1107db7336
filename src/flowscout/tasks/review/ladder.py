"""Checks of one function that came, or went, together, each with a way out of its own: a ladder, which is one thing.

Drops a check: when `n > 9`, no longer returns `BIG`. Drops a check: when `n > 5`, no longer returns `SMALL`. …
Drops 3 checks: no longer returns `BIG` when `n > 9`, `SMALL` when `n > 5` and …
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ..sentences import listing

FEWEST: Final = 3
SHOWN: Final = 4
_QUOTED: Final = r"`[^`\n]{1,400}+`"
_CHECK: Final = regex(
    rf"^(Adds|Drops) a check((?:, (?:in|when|unless|where|with)[^:\n]{{1,400}})?): when ({_QUOTED}), (no longer )?(returns|raises)((?: {_QUOTED})?)\.$"
)


def key(said: str) -> tuple[str, ...]:
    """Of checks that make one ladder; () for another sentence."""
    found = _CHECK.match(said)
    return (found[1], found[2], found[5]) if found else ()


def told(sayings: Sequence[str]) -> str:
    found = [each for said in sayings if (each := _CHECK.match(said))]
    first, ways = found[0], dict.fromkeys(each[6].strip() for each in found)
    asked = [f"{each[6].strip() or 'nothing'} when {each[3]}" if len(ways) > 1 else each[3] for each in found]
    alike = "" if len(ways) > 1 else f"{first[6]} when"
    rows = listing(asked, SHOWN) if len(ways) > 1 else " or ".join(listing(asked, SHOWN).rsplit(" and ", 1))
    return f"{first[1]} {len(found)} checks{first[2]}: {first[4] or ''}{first[5]}{alike} {rows}."
