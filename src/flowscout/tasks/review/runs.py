"""Several steps of one function that run under the same now: one line.

`copy(a)` now runs unless `rc != 0`. `size = n` now runs unless `rc != 0`.     `copy(a)` and `size = n` now run unless `rc != 0`.

Where another question decides over them than before, it may decide over many, some of which stand behind a question of their own besides:
that says nothing of the edit, and is left out where they are told together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ..sentences import listing

STEPS: Final = 6  # that are quoted
_QUOTED: Final = r"`[^`\n]{1,300}`"
_RUNS: Final = regex(rf"^({_QUOTED}) (now runs|now also runs|runs|no longer depends on) ([^;\n]{{1,900}})\.$")
_OTHERWISE: Final = regex(
    rf"^({_QUOTED}(?:(?:, | and ){_QUOTED}){{0,12}}(?: and \d{{1,3}} more)?) (?:runs?|stands?)"
    rf" ((?:when|unless) {_QUOTED}, no longer (?:when|unless) {_QUOTED})((?:, (?:where|when|unless) [^;\n]{{1,600}})?)\.$"
)
_EACH: Final = regex(_QUOTED)
_MORE: Final = regex(r" and (\d{1,3}) more$")
_MANY: Final = {
    "now runs": "now run",
    "now also runs": "now also run",
    "runs": "run",
    "no longer depends on": "no longer depend on",
}


def key(said: str) -> tuple[str, ...]:
    """How it runs, and under what; () for another sentence."""
    found = _RUNS.match(said)
    return (found[2], found[3]) if found else ()


def together(said: Sequence[str]) -> str:
    found = [match for each in said if (match := _RUNS.match(each))]
    steps = listing([each[1] for each in found], STEPS)
    return f"{steps} {_MANY[found[0][2]]} {found[0][3]}."


def otherwise(said: str) -> tuple[str, ...]:
    """Which question decides over it now, and which one did; () for another sentence."""
    found = _OTHERWISE.match(said)
    return (found[2],) if found else ()


def together_otherwise(said: Sequence[str]) -> str:
    found = [match for each in said if (match := _OTHERWISE.match(each))]
    steps = [step for each in found for step in _EACH.findall(each[1])]
    more = sum(int(each[1]) for match in found if (each := _MORE.search(match[1])))
    left = max(0, len(steps) - STEPS) + more
    tail = found[0][3] if len({each[3] for each in found}) == 1 else ""
    return f"{listing([*steps[:STEPS], *[f'{left} more'][: bool(left)]], STEPS)} run {found[0][2]}{tail}."
