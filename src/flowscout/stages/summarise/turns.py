"""What a loop without end does in each turn: a function that has one is there for that.

while True:                      calls `ask()` in a loop, may call `read(text)` and `run(text)` in it
    text = ask()
    if not text: continue
    text = read(text)
    run(text)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ...model.facts import Call
from ...model.record import NamedTuple
from ...model.syntax import Body, If, Jump, Loop, Raise, Return, Simple, Try, With, walk
from ...words.phrases import bare, order
from .callee import only_gives
from .clauses import DOES, IN_A_LOOP, Clause
from .loops import head_guard
from .own import Own

_ALWAYS: Final = frozenset(["True", "true", "1", "TRUE"])
_MOST: Final = 3  # calls
_LEAST: Final = 5  # weight of one
_WORTH: Final = 8.6, 8.5  # of what is surely called, and of what may be
_ALONE: Final = 0.5  # how much more it weighs that nobody takes its value
_ROOM: Final = 60  # letters of several
_MORE: Final = 8  # what weighs more is told by itself


class _Deed(NamedTuple):
    weight: float
    at: int
    phrase: str


def endless(stmt: Loop, own: Own) -> bool:
    return stmt.style != "each" and not stmt.step and (stmt.test is None or own.text(*stmt.test) in _ALWAYS)


def turns(told: Clause, stmt: Loop, own: Own) -> list[Clause]:
    """told: what weighs most of what it does, which stands for itself where it is no call of these."""
    if (
        not endless(stmt, own)
        or head_guard(stmt, own, told.at)
        or told.weight >= _MORE
        or (told.also and not told.may)
        or not told.phrase.startswith("call `")
    ):
        return [told]
    every = list(_deeds(stmt.body, own))
    if len(every) < 2 or told.phrase not in [each.phrase for each in every]:
        return [told]
    named = Counter(each.phrase.partition("(")[0] for each in every)
    first: dict[str, _Deed] = {}
    for each in sorted(every, key=lambda each: (-each.weight, each.at)):
        first.setdefault(each.phrase.partition("(")[0], each)
    deeds = [_several(each) if named[name] > 1 else each for name, each in [*first.items()][:_MOST]]
    leaves = min([each.start for each in walk(stmt.body) if isinstance(each, Jump | Return | Raise)], default=stmt.end)
    parts = [
        sorted([each for each in deeds if (each.at < leaves) == sure], key=lambda each: each.at)
        for sure in (True, False)
    ]
    return [
        Clause(
            DOES,
            _called([each.phrase for each in part]),
            worth if parts[0] else told.weight,
            after="in it" if may and parts[0] else IN_A_LOOP,
            may=may,
            at=part[-1].at,
        )
        for part, worth, may in zip(parts, _WORTH, (False, True), strict=True)
        if part
    ]


def _called(phrases: list[str]) -> str:
    named = [each.removeprefix("call ") for each in phrases]
    if phrases[1:] and len("".join(named)) > _ROOM:
        named = [f"`{bare(each.strip('`'))}`" for each in named]
    return f"call {', '.join(named[:-1])} and {named[-1]}" if named[1:] else f"call {named[0]}"


def _several(deed: _Deed) -> _Deed:
    """Of what is called more than once in a turn, with something else: "call `screen.add(…)`"."""
    return deed._replace(phrase=f"{deed.phrase.partition('(')[0]}(…)`")


def _deeds(body: Body, own: Own) -> Iterator[_Deed]:
    """What each turn calls, whatever holds, as far as it comes."""
    for stmt in body:
        if isinstance(stmt, Try | With):
            yield from _deeds(stmt.body, own)
        elif isinstance(stmt, Simple | If):
            place = stmt.test if isinstance(stmt, If) else stmt
            calls = own.calls(place.start, place.end)
            whole = max(calls, key=lambda each: (each.end - each.start, each.end), default=None)
            if whole is not None and (deed := _deed(whole, own)):
                alone = isinstance(stmt, Simple) and whole.start == stmt.start
                yield deed._replace(weight=deed.weight + _ALONE * alone)


def _deed(call: Call, own: Own) -> _Deed | None:
    weight = own.weight(call)
    if weight < _LEAST or only_gives(call, own.language) or own.converts([call]) or own.library(call):
        return None
    phrase = order(own.text(call.start, call.end), "expression", own.language)
    return _Deed(weight, call.start, phrase) if phrase.startswith("call `") else None
