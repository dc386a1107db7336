"""What room is left in a sentence goes to what its calls are given, as far as that finds room, the heaviest first.

calls `pack(…)`                     calls `pack(out, "bd", UNKNOWN, …)`
returns `f(…)` …, else `f(…)`       returns `f(…, a)` …, else `f(…, b)`: two that read the same are told by where they differ
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ...words.about import LONGEST
from ...words.phrases import parts_of, shortened
from .clauses import Clause

_CUT: Final = "(…)`"
_MOST: Final = 6  # of what a call is given


def fuller(told: Sequence[Clause], clauses: Sequence[Clause], say: Callable[[Sequence[Clause]], str]) -> list[Clause]:
    """told: what is said. clauses: the same, and others, with all that their calls are given."""
    chosen = list(told)
    for at in sorted(range(len(chosen)), key=lambda at: -chosen[at].weight):
        short = chosen[at].phrase
        others = {each.phrase for place, each in enumerate(chosen) if place != at}
        for phrase in _wider(short, _whole(short, chosen[at], clauses)) if short.endswith(_CUT) else ():
            attempt = [*chosen[:at], chosen[at]._replace(phrase=phrase), *chosen[at + 1 :]]
            if phrase not in others and len(say(attempt)) <= LONGEST:
                chosen = attempt
                break
    return chosen


def _whole(short: str, told: Clause, clauses: Sequence[Clause]) -> str:
    """What was shortened to that, where only one thing can have been; "" otherwise."""
    same = [each for each in clauses if each.kind == told.kind and shortened(each.phrase) == short]
    found = {each.phrase for each in [each for each in same if each.at == told.at] or same}
    return found.pop() if len(found) == 1 else ""


def _wider(short: str, whole: str) -> Iterator[str]:
    head = short.removesuffix(_CUT)
    if not whole.startswith(f"{head}(") or not whole.endswith(")`") or whole == short:
        return
    yield whole
    inside = whole[len(head) + 1 : -2]
    given = parts_of(inside, ", ") if len(parts_of(inside, " for ")) == 1 else []  # a row that is made has one part
    for most in range(min(len(given) - 1, _MOST), 0, -1):
        if given[most - 1] != "…":
            yield f"{head}({', '.join(given[:most])}, …)`"
    if len(given) > 1 and given[-1] != "…":
        yield f"{head}(…, {given[-1]})`"
