"""One sentence of a function's clauses: which of them are told, what weighs most first to be chosen, in the code's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...model.pattern import regex
from .clauses import ACTS, DOES, EACH, EVERY, GIVES, LEAVES, Clause, outcome
from .counting import counted
from .early import told_when
from .elsewhere import elsewhere
from .failed import apart
from .fitting import fits, in_room, told_by
from .fuller import WhatItHolds, fuller, unknown
from .judging import judged, only_checks
from .outcomes import less_than_left, outcomes
from .shorter import barest, once, versions
from .slices import Slices, led
from .telling import EARLY, LATE, PLAIN_VALUES, STATUS, JoinedClauses, gives_value, joined, surely_calls
from .together import of_one_kind, together
from .ways_out import WayOut

_MOST: Final = 3  # things done
_TELLING: Final = 6
_READY: Final = 4.8
_GIVEN: Final = 5  # what is given back by a call
_SMALL: Final = 4  # what is done beside what is given back
_LEFT_OPEN: Final = ("may return early.", "may end early.", "may fail.")
_LESS: Final = 0.9
_OUTWEIGHS: Final = 1.5  # what need not be done is told all the same
_AS_MUCH: Final = 0.5  # that it weighs less
_ENOUGH: Final = 2  # of them that are told with what they are given
_SPEAKS: Final = regex(r"call `(?=[^`(]{0,80}[a-z])")  # no macro
_SET: Final = regex(r"set `[\w.>\[\]-]{1,60}` to ")


def composed(
    clauses: Sequence[Clause],
    exits: Sequence[WayOut],
    calls: Mapping[str, int],
    slices: Slices | None = None,
    held: WhatItHolds = unknown,
) -> str:
    """exits: all. calls: by name, how often it is called."""
    clauses, each_ = together(clauses, calls), clauses
    told = _composed(clauses, exits, slices, held)
    if told.lower().count("sets `") == _MOST - 1 and len([each for each in each_ if _SET.match(each.phrase)]) == _MOST:
        told = _composed(
            together(each_, calls, _MOST), exits, slices, held
        )  # two of three would say that there are no more
    told = _composed(alike, exits, slices, held) if (alike := of_one_kind(clauses, told)) is not clauses else told
    return elsewhere(told, calls)


def _composed(clauses: Sequence[Clause], exits: Sequence[WayOut], slices: Slices | None, held: WhatItHolds) -> str:
    """exits: all; what stands behind one that is not told is only certain where the sentence says that there is one."""
    clauses = _leaving(apart(clauses))
    ranks = slices.ranks(clauses) if slices else {}
    does = sorted(
        {each for each in clauses if each.kind == DOES and each.phrase},
        key=lambda each: (-each.weight, each.phrase.startswith("set "), each.at),
    )
    called = any(each.kind == GIVES and each.phrase.endswith(")`") for each in clauses)
    tells = any(each.kind == GIVES and each.phrase not in PLAIN_VALUES for each in clauses)
    least = 3 if does and (does[0].weight > 4 or called or (tells and does[0].asks)) else 1
    acts = called or any(each.weight > least and not each.may and not only_checks(each) for each in does)
    small = {each for each in does if each.weight <= least or (acts and _checked(each))}
    slight, does = [each for each in does if each in small], _others_first([each for each in does if each not in small])
    sure = max([_GIVEN * called, *[each.weight for each in does if not each.may]])
    main = slices.mains(does, [each for each in does if not _doubtful(each)], clauses, ranks) if slices else set()
    does = (
        [each for each in does if each in main or not _doubtful(each) or each.weight > sure + _OUTWEIGHS]
        if sure
        else does
    )
    does = [each for each in does if each in main or not _leads_up(each, does[0])]
    does, other = led(does, ranks), does[:_MOST]
    value = [each for each in clauses if each.kind == GIVES][-1:]
    if value and value[0].weight == ACTS and all(each.asks and each.after.startswith("where ") for each in does):
        does = []  # it makes ready what the last call is given
    if value and value[0].weight == ACTS and not value[0].after:
        does = [each for each in does if not each.after.startswith("on ")]  # the call is what it is there for
    gives = [_last(each, exits) for each in value if each.phrase not in PLAIN_VALUES]
    if (
        gives
        and not does
        and slight
        and STATUS.fullmatch(gives[0].phrase)
        and len({each.phrase for each in exits}) == 1
    ):
        gives = []  # whatever it does, that comes of it
    same = {each.phrase for each in value}
    little, jumps = less_than_left(clauses, exits), frozenset(each.at for each in exits if each.lands)
    left = [
        each
        for each in clauses
        if each.kind == LEAVES
        and each.phrase
        and not (each.ways and little.issuperset(each.ways) and each.phrase in (EARLY, *same))
    ]
    leaves = outcomes([each for each in left if each.phrase not in same], jumps)
    early = [each._replace(phrase=EARLY) for each in left if each.phrase in same and each.after and not each.may]
    again = outcomes(early, jumps)
    if not gives and any(outcome(each).startswith("raise `") and each.after and not each.may for each in leaves):
        does = [] if all(each.asks for each in does) else does  # it only checks
    if len(does) == 1 and does[0].asks and does[0].weight < _READY and (gives or leaves):
        does = []  # what is only asked for its value leads to what is given back
    if leaves and not does:
        gives = [_last(each, exits) for each in value]
    if gives and gives[0].phrase.startswith(("raise ", "throw ")):
        leaves = sorted(leaves, key=lambda each: not (each.phrase.startswith("return `") and not each.may))
        given = leaves[:1] if leaves and leaves[0].phrase.startswith("return `") and not leaves[0].may else []
        gives = [*given, *gives]  # what comes of it where all goes well
    valued = sorted(leaves, key=lambda each: not gives_value(each))  # what may be given back before what may be raised
    asks = bool(does) and all(each.asks for each in does)
    most = _MOST + (len(does) == _MOST + 1 and all(map(surely_calls, does)))
    wanted = (
        [*does[:1], *gives, *leaves[:2], *does[1:most], *leaves[2:]]
        or ([each for each in slight if each.weight] or slight)[:_MOST]
        or value
    )
    if leaves and not (does or gives or value) and all(each.phrase == EARLY for each in leaves):
        wanted = [*slight[-_ENOUGH:], *leaves]  # what it ends with, be it for its value, says more than how it is left
    spoken = [each for each in slight if each.weight == 1 and _SPEAKS.match(each.phrase) and not each.asks]
    spoken = [each for each in slight if spoken and each.weight > 1 and not each.asks][-1:] or spoken
    if (
        spoken
        and not gives
        and all(each.asks and each.weight < _READY for each in does)
        and all(each.phrase == EARLY for each in leaves)
    ):
        does, wanted = [], [spoken[-1], *leaves]  # it is there to tell of something, or to clean up
    foremost = [each for each in does[:_ENOUGH] if each.weight >= does[0].weight - _AS_MUCH]
    say = JoinedClauses(exits, value)
    orders = [
        wanted,
        [*foremost, *wanted],
        *([[*gives, *wanted]] if gives else []),
        *([[*other, *gives, *leaves]] if other[:1] != does[:1] and wanted[:1] == does[:1] else []),
        *([[*gives, *leaves], [*gives, *valued]] if gives and asks else []),
        *([[*does[:1], *gives, *does[1:_ENOUGH], *leaves]] if len(does) > 1 and fits(does[:1], say) else []),
        *([[*wanted, *again], [*does[:1], *gives, *leaves, *again]] if again else []),
    ]
    ways = dict.fromkeys(tuple(each) for order in orders for each in versions(once(dict.fromkeys(order))))
    fitting = [in_room(each, say) for each in ways]
    best = max(
        fitting, key=lambda each: told_by(each, say(each), does[:1], slices.covered(each) if slices else 0.0, asks)
    )
    if does and len(best) < _ENOUGH and not any(each.kind == DOES for each in best):
        best = next(([each, *best] for each in barest(does[0]) if fits([each, *best], say)), best)
    best = list(told_when(say(best), best, [*leaves, *again], say))
    best, more = counted(clauses, best, exits, value)
    best = fuller(best, clauses, lambda those: joined(those, exits, value, more), held)
    told = joined(best, exits, value, more)
    if not told.endswith(_LEFT_OPEN) and "may return `" not in told:
        return told
    return judged(clauses, exits, [each for each in does if each.weight > _SMALL and not only_checks(each)]) or told


def _checked(clause: Clause) -> bool:
    """Whatever holds, and no more than that: it gives way to what is done."""
    return only_checks(clause) and not (clause.may or clause.after or clause.also or clause.other)


def _doubtful(clause: Clause) -> bool:
    """It need not be done, what it is said to hang on is not all, and it is nothing that one must know."""
    return clause.may and clause.weight < _TELLING and not clause.after.startswith((EACH, EVERY))


def _leads_up(clause: Clause, top: Clause) -> bool:
    """It stands before what weighs most, and weighs so little that it only makes ready for it."""
    if clause.phrase.startswith(("find the first ", "keep ")):
        return False  # what is done is done to that, or beside it
    return clause.at < top.at and clause.weight < min(_READY, top.weight - _LESS)


def _leaving(clauses: Sequence[Clause]) -> list[Clause]:
    """What a guard does before it leaves is told along with that: "calls `a()` and returns where b is null"."""
    left = {
        each.after: each
        for each in reversed(clauses)
        if each.kind == LEAVES and each.after.startswith("where ") and not each.may and each.phrase
    }
    told: list[Clause] = []
    gone: set[Clause] = set()
    for each in clauses:
        way = (
            left.get(each.after)
            if each.kind == DOES and not (each.may or each.other or each.also or each.ways)
            else None
        )
        if way is not None and way not in gone and each.at < min(way.ways, default=0) and each.weight > _ENOUGH:
            gone.add(way)
            each = each._replace(also="return" if way.phrase == EARLY else way.phrase, ways=way.ways)
        told.append(each)
    return [each for each in told if each not in gone]


def _last(value: Clause, exits: Sequence[WayOut]) -> Clause:
    """An error at the end is the rarer way, where anything is returned before."""
    before = any(each.phrase.startswith("return") and each.at < value.at for each in exits)
    fails = not value.phrase.startswith("return") and before
    return value._replace(after=LATE) if fails and not value.after else value


def _others_first(does: Sequence[Clause]) -> list[Clause]:
    """What is called a second time says less than another call."""
    called: set[str] = set()
    first: list[Clause] = []
    again: list[Clause] = []
    for each in does:
        name = each.phrase.partition("(")[0]
        (again if name in called and each.phrase.startswith("call `") else first).append(each)
        called.add(name)
    return first + again
