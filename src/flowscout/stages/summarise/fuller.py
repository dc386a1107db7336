"""What room is left in a sentence goes to what its calls are given, as far as that finds room, the heaviest first.

calls `save(rows)`                  calls `save(read(path))`: what is but a name in here is told by what it holds
calls `pack(…)`                     calls `pack(out, "bd", UNKNOWN, …)`
returns `f(…)` …, else `f(…)`       returns `f(…, a)` …, else `f(…, b)`: two that read the same are told by where they differ
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from re import Match
from typing import Final

from ...model.pattern import regex
from ...model.record import NamedTuple
from ...words.folding import blanked
from ...words.phrases import parts_of, shortened
from ...words.whole_clauses import LONGEST
from .clauses import GIVES, LEAVES, Clause

_CUT: Final = "(…)`"
_MOST: Final = 6  # of what a call is given
_BY_THE_WAY: Final = 4  # weight of what is told as it stands
_MADE: Final = regex(r"^from `([^`]{1,200})`.*$")
_ARGUMENT: Final = regex(
    r"(\"[^\"]*+\"|'[^']*+')|((?:[(,] ?|(?:return|call|to|write|append|add|yield) `))([^\W\d]\w*+)(?=, |\)|`|\.\w|\[)"
)  # a text is left as it is
_PATH: Final = regex(r"[^\W\d][\w.]*+(?:(?:\([^()]*+\)|\[[^\[\]]*+\])[\w.]*+)*+")


class WhatItHolds(NamedTuple):
    """A local, and where that is asked. value: what it holds there, as code. being: what it is, in words that stand behind a call."""

    value: Callable[[str, int], str]
    being: Callable[[str, int], str]


def _nothing(_name: str, _at: int) -> str:
    return ""


unknown: Final = WhatItHolds(_nothing, _nothing)


def fuller(
    told: Sequence[Clause],
    clauses: Sequence[Clause],
    say: Callable[[Sequence[Clause]], str],
    held: WhatItHolds,
) -> list[Clause]:
    """told: what is said. clauses: the same, and others, with all that their calls are given. held: what a local holds there, as code."""
    chosen = list(told)
    for at in sorted(range(len(chosen)), key=lambda at: -chosen[at].weight):
        short = chosen[at].phrase
        others = {each.phrase for place, each in enumerate(chosen) if place != at}
        for phrase in _wider(short, _whole(short, chosen[at], clauses)) if short.endswith(_CUT) else ():
            attempt = [*chosen[:at], chosen[at]._replace(phrase=phrase), *chosen[at + 1 :]]
            if phrase not in others and len(say(attempt)) <= LONGEST:
                chosen = attempt
                break
    for at in sorted(range(len(chosen)), key=lambda at: -chosen[at].weight):
        chosen = _paid(chosen, at, say, held)
    for at in sorted(range(len(chosen)), key=lambda at: -chosen[at].weight):
        chosen = _with(chosen, at, say, held)
    return chosen


def _paid(chosen: list[Clause], at: int, say: Callable[[Sequence[Clause]], str], held: WhatItHolds) -> list[Clause]:
    """With what one of them is done to told by what that holds, as long as nothing else is said of it: of "call `save(rows)`"
    "call `save(read(path))`"."""
    clause = chosen[at]
    if clause.weight <= _BY_THE_WAY or clause.kind == LEAVES:
        return chosen
    where = clause.ways[0] if clause.kind == GIVES and clause.ways else clause.at
    for name in dict.fromkeys(found[3] for found in _ARGUMENT.finditer(clause.phrase) if found[3]):
        value = held.value(name, where)
        if not value or value in (told := say(chosen)) or len(re.findall(rf"(?<![\w.>]){name}(?!\w)", told)) > 1:
            continue
        phrase = _ARGUMENT.sub(partial(_replaced, name, value), chosen[at].phrase)
        attempt = [*chosen[:at], chosen[at]._replace(phrase=phrase), *chosen[at + 1 :]]
        chosen = attempt if len(say(attempt)) <= LONGEST else chosen
    return chosen


def _with(chosen: list[Clause], at: int, say: Callable[[Sequence[Clause]], str], held: WhatItHolds) -> list[Clause]:
    """With what one of its locals is, told behind it: "call `send(request)`, with `request` from `make("GET")`"."""
    clause = chosen[at]
    hangs = clause.after or clause.may or clause.other or clause.also
    if clause.weight <= _BY_THE_WAY or clause.kind == LEAVES or hangs or not clause.phrase.endswith(")`"):
        return chosen
    where = clause.ways[0] if clause.kind == GIVES and clause.ways else clause.at
    for name in dict.fromkeys(found[3] for found in _ARGUMENT.finditer(clause.phrase) if found[3]):
        told = held.being(name, where)
        again = (
            len(re.findall(rf"(?<![\w.>]){name}(?!\w)", say(chosen))) > 1
        )  # it is told elsewhere, be it that it is given back
        if again and told.startswith("from "):
            continue
        parts = told.partition(" with ")[2] if told.endswith(" set") and clause.phrase.endswith(f"({name})`") else ""
        for way in (f"`{name}` {told}", f"its {parts}" if parts else "") if told else ():
            attempt = [*chosen[:at], clause._replace(phrase=f"{clause.phrase}, with {way}"), *chosen[at + 1 :]]
            if way and _MADE.sub(r"\1", told) not in say(chosen) and len(say(attempt)) <= LONGEST:
                return attempt
    return chosen


def _replaced(name: str, value: str, found: Match[str]) -> str:
    """A part of what two values give together is no part of the second alone: `(a or b)[0]`."""
    if found[3] != name or (found.string[found.end() :][:1] in (".", "[") and not _PATH.fullmatch(blanked(value))):
        return found[0]
    return f"{found[2]}{value}"


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
