"""What is said of a function, in clauses: what it does, what it gives, how it is left before.

Clause(DOES, "call `save(r)`", after="for each r in rows")      calls `save(r)` for each r in rows
Clause(LEAVES, "return `-1`", after="where n is 0")             returns `-1` where n is 0
Clause(DOES, "set `x` to `1`", "where n is 0", other="drop n")  sets `x` to `1` where n is 0, else drops n
Clause(DOES, "call `a()`", "where n is 0", also="call `b()`")   calls `a()` and calls `b()` where n is 0
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from ...model.pattern import regex
from ...model.record import NamedTuple
from ...words.phrases import parts_of, shortened

DOES, GIVES, LEAVES = "does", "gives", "leaves"
EACH: Final = "for each "
EVERY: Final = "for every "  # of what may not be done at all
IN_A_LOOP: Final = "in a loop"
_AGAIN: Final = f"{IN_A_LOOP} until "
ONE_BUILD: Final = "in one build"
_TWO: Final = 2
OTHER_BUILDS: Final = "in other builds"
ACTS: Final = 5.5  # weight of what is given back by a call that does something
APART: Final = ", where "  # behind a loop: a condition around it
_CALL: Final = regex(r"(call `[\w.:]{1,80})\((.{0,400})\)`")
_LONGEST_AFTER: Final = 100
_EACH: Final = 110  # letters of what each build gives back
_BOTH: Final = 75  # letters of two conditions that are told together
_DOUBT: Final = 0.7  # what it costs that something need not be done
HANGS: Final = 0.5  # and that it is done under a condition
TOLD_ALONG: Final = 5  # what weighs less is not told along with something else
FOREMOST: Final = 1  # by how much more it weighs what comes last is told alone
_MUCH: Final = 0.7  # by how much more it weighs what is left where there is no room for both
_LESS: Final = 2  # nor what weighs so much less than that


class Clause(NamedTuple):
    """phrase: an order (`set x to 1`, "return `x`"). after: what it hangs on. may: it need not be done. at: where it stands.
    ways: of GIVES and LEAVES, where the exits stand that it tells. other: an order, what is done where that on which it hangs
    does not hold. also: an order, what is done along with it. asks: it is called for its value. heads: of what an author says inside, from where to
    where that speaks of what is done. begins: of what is told together where the first of it stands.
    found: of LEAVES, what it gives back is what was looked for. spots: where all stands that is told together.
    rather: what is done along with it weighs much more."""

    kind: str
    phrase: str
    weight: float
    after: str = ""
    may: bool = False
    at: int = 0
    ways: tuple[int, ...] = ()
    other: str = ""
    also: str = ""
    asks: bool = False
    heads: tuple[int, int] = (0, 0)
    begins: int = 0
    found: bool = False
    spots: tuple[int, ...] = ()
    rather: bool = False


class Course(NamedTuple):
    """Clauses in order. ends: control does not go on behind it."""

    clauses: tuple[Clause, ...]
    ends: bool = False


def placed(clause: Clause) -> tuple[int, ...]:
    """Where what it tells stands."""
    return clause.spots or (clause.at,)


def outcome(clause: Clause) -> str:
    """What comes of it: of how a handler leaves, with what it does before, the error alone."""
    return clause.also if clause.kind == LEAVES and clause.also else clause.phrase


def heaviest(clauses: Sequence[Clause]) -> Clause | None:
    """What weighs most of what is done."""
    done = [each for each in clauses if each.kind == DOES and each.phrase and each.weight > 1]
    return max(done, key=lambda each: (each.weight, not each.may), default=None)


def leading(clauses: Sequence[Clause], leaves: Sequence[int]) -> Clause | None:
    """What weighs most of what is done, with what weighs as much and is as sure. leaves: where the way may be left."""
    top = heaviest(clauses)
    if top is None or not plain(top) or top.weight < TOLD_ALONG:
        return top
    rest = [
        each
        for each in clauses
        if each is not top
        and plain(each)
        and each.phrase.partition("(")[0] != top.phrase.partition("(")[0]
        and each.weight >= max(TOLD_ALONG, top.weight - _LESS)
        and not any(min(top.at, each.at) < at < max(top.at, each.at) for at in leaves)
    ]
    along = heaviest(rest)
    if along is None or (along.at < top.at and top.weight > along.weight + FOREMOST):
        return top  # where there is no room, what is told along is left out
    first, then = sorted((top, along), key=lambda each: each.at)
    whole = first._replace(also=then.phrase, at=then.at, weight=top.weight, spots=(*placed(first), *placed(then)))
    return whole._replace(rather=then.weight > first.weight + _MUCH)


def slight(clauses: Sequence[Clause]) -> Clause | None:
    """Of a way that only tells of something what it tells."""
    return next((each for each in clauses if each.kind == DOES and each.phrase and each.weight == 1), None)


def plain(clause: Clause) -> bool:
    return (
        clause.kind == DOES
        and bool(clause.phrase)
        and not clause.phrase.startswith(("distinguish ", "choose "))
        and not (clause.after or clause.may or clause.other or clause.also or clause.ways)
    )


def maybe(clause: Clause) -> Clause:
    """Of two that exclude each other one of them."""
    told = clause._replace(may=True, weight=max(2, clause.weight - _DOUBT))
    if clause.after.startswith(EACH) and not clause.may and not clause.other:
        return told._replace(after=f"{EVERY}{clause.after.removeprefix(EACH)}")  # for all of them, or for none
    after, where, _ = clause.after.partition("where ")
    return (
        told._replace(
            phrase=f"{clause.phrase} or {same_target(clause.phrase, clause.other) or clause.other}",
            other="",
            after=after.strip() if where else "",
        )
        if clause.other
        else told
    )


def same_target(phrase: str, other: str) -> str:
    """What else `x` is set to: of "set `x` to `1`" and "set `x` to `2`" `2`."""
    target = phrase[: phrase.find("` to ") + 5]
    return other.removeprefix(target) if phrase.startswith("set `") and other.startswith(target) else ""


def joint(clause: Clause) -> Clause:
    """Of two, one of which is done for sure, a single phrase that may hang on something."""
    for verb in ("call ", "yield "):
        if clause.phrase.startswith(verb) and clause.other.startswith(verb):
            return clause._replace(phrase=f"{clause.phrase} or {clause.other.removeprefix(verb)}", other="")
    return maybe(clause)._replace(weight=clause.weight)


def alike(one: Clause, other: Clause) -> Clause | None:
    """Both call the same, with other arguments: that is called, whatever holds, with what both are given first."""
    found, again = _CALL.fullmatch(one.phrase), _CALL.fullmatch(other.phrase)
    callee = found[1] if found else ""
    if not found or not again or again[1] != callee or not (closed(found[2]) and closed(again[2])):
        return None
    first, then = parts_of(found[2], ", "), parts_of(again[2], ", ")
    same = [each for each, _ in takewhile(lambda pair: pair[0] == pair[1] != "…", zip(first, then, strict=False))]
    return one._replace(
        phrase=f"{callee}({', '.join([*same, '…'])})`", weight=max(one.weight, other.weight), at=max(one.at, other.at)
    )


def closed(given: str) -> bool:
    """No parenthesis is closed in there that was not opened there: of `canvas().coords(x)` that is so."""
    depth = 0
    for letter in given:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return True


def where(clause: Clause, condition: str) -> Clause:
    """It is done where a condition holds."""
    if condition and clause.after.startswith("where ") and not clause.may:
        if clause.other:
            return where(clause._replace(after=""), condition)
        both = f"{condition} and {clause.after[6:]}"
        if " or " not in both and len(both) <= _BOTH:
            return clause._replace(after=f"where {both}", weight=max(2, clause.weight - HANGS))
    if not condition or "where " in clause.after or " if " in clause.after:
        return maybe(clause)
    return hung(clause, f"where {condition}")._replace(weight=max(2, clause.weight - HANGS))


def hung(clause: Clause, on: str) -> Clause:
    """A loop stands before the condition in it, so that this cannot be read as the loop's."""
    if clause.other and not clause.after:
        clause = joint(clause)
    if clause.after == on:
        return clause
    if clause.after.startswith("while ") and on.startswith("while "):
        return clause  # that it is done again as long as something else holds would be read as the same loop's
    if clause.after.startswith(_AGAIN) and on.startswith("while "):
        clause = clause._replace(after="")  # until when it is done in each round
    inner, loop = clause.after.startswith("where ") and not on.startswith("where "), on
    on, until, end = on.partition(" until ")
    if inner:
        on = (
            f"{on} {clause.after}"
            if on.startswith("for ")
            else f"{clause.after.replace('where ', 'whenever ', 1)}{',' if clause.other else ''} {on}"
        )
    else:
        apart = clause.after.startswith(EACH) and (on.startswith("where ") or APART in clause.after)
        on = f"{clause.after}{',' if apart else ''} {on}".strip()
    after = f"{on}{',' if inner and until else ''}{until}{end}"
    if len(after) <= _LONGEST_AFTER:
        return clause._replace(after=after)
    each = next((told.partition(" until ")[0] for told in (clause.after, on, loop) if told.startswith(EACH)), "")
    whole = not clause.may and clause.after.startswith(EACH) and " where " not in clause.after.replace(APART, "")
    each = f"{EVERY}{each.removeprefix(EACH)}" if whole else each.partition(" where ")[0]
    return maybe(clause)._replace(after=each if not clause.other else "")


def within(clause: Clause, asked: str) -> Clause:
    """How it is left under a condition, within what is done under another one: "returns `x` where a and b"."""
    _, where, inner = clause.after.partition("where ")
    both = f"{asked} and {inner}"
    if (
        asked
        and where
        and clause.after.startswith("where ")
        and not clause.may
        and " or " not in both
        and len(both) <= _BOTH
    ):
        return clause._replace(after=f"where {both}")
    return clause._replace(kind=LEAVES, after="", may=True, weight=min(3, clause.weight))


def behind(clause: Clause, error: str) -> Clause:
    """What stands behind a `try` that never comes to its end itself is done where that has failed."""
    if clause.kind == DOES:
        return maybe(clause) if clause.after else clause._replace(after=f"on {error}", weight=max(2, clause.weight - 1))
    return clause._replace(
        kind=LEAVES, after="" if clause.after or clause.kind == LEAVES else f"on {error}", may=True, weight=3
    )


def _value_of_each(ways: Sequence[Course]) -> Clause | None:
    """What each build gives back, where none does anything else."""
    if not all(way.ends and len(way.clauses) == 1 and way.clauses[0].kind == GIVES for way in ways):
        return None
    given = [way.clauses[0] for way in ways]
    values = list(dict.fromkeys([shortened(each.phrase).removeprefix("return ") for each in given]))
    if any(each.after or each.may or not each.phrase.startswith("return `") for each in given):
        return None
    told = f"return {' or '.join(filter(None, (', '.join(values[:-1]), values[-1])))}{', by the build' if values[1:] else ''}"
    return (
        given[-1]._replace(phrase=told, ways=tuple(at for each in given for at in each.ways))
        if len(told) < _EACH
        else None
    )


def _same_in_each(ways: Sequence[Course]) -> Clause | None:
    """What every one of them calls, be it with other arguments; None where one may be left, or calls something else."""
    tops = [heaviest(way.clauses) for way in ways]
    first = tops[0]
    if first is None or any(each.kind != DOES for way in ways for each in way.clauses):
        return None
    for each in tops[1:]:
        if first is None or each is None or any((it.may or it.after or it.other or it.also) for it in (first, each)):
            return None
        if first.phrase != each.phrase:
            first = alike(first, each)
    return first


def _once(clause: Clause, alone: bool = False) -> Clause:
    """What one of several builds does. alone: the others do nothing in its place, so that it is no part of what all are there for."""
    plain = not (clause.after or clause.may or clause.other or clause.also)
    less = 2 * _DOUBT if alone else _DOUBT
    return clause._replace(after=ONE_BUILD, weight=max(2, clause.weight - less)) if plain else maybe(clause)


def _one_in_either(ways: Sequence[Course]) -> list[Course]:
    """What one build chooses from is done in the other one without a choice: in each of them the one or the other is done."""
    top, plainly = heaviest(ways[0].clauses), ways[-1].clauses
    called = [found[1] for each in (top.phrase, top.other) if (found := _CALL.fullmatch(each))] if top else []
    same = [each for each in plainly if plain(each) and (found := _CALL.fullmatch(each.phrase)) and found[1] in called]
    if top is None or top.may or len(ways) != _TWO or len(called) != _TWO or len(same) != 1:
        return list(ways)
    told = joint(top._replace(after="", asks=top.asks and same[0].asks))
    rest = tuple([each for each in ways[0].clauses if each is not top])
    return [
        ways[0]._replace(clauses=rest),
        ways[1]._replace(clauses=tuple([told if each is same[0] else each for each in plainly])),
    ]


def _sets_along(way: Course, top: Clause) -> list[Clause]:
    """What one of several builds sets beside what weighs most: told along with what else is set, never by itself."""
    sets = [each for each in way.clauses if plain(each) and each != top and each.phrase.startswith("set `")]
    return [each._replace(after=ONE_BUILD, weight=1) for each in sets]


def _sets(clause: Clause) -> str:
    """What a clause sets, whatever holds in its build."""
    return clause.phrase.partition("` to ")[0] if plain(clause) and clause.phrase.startswith("set `") else ""


def _set_in_all(ways: Sequence[Course]) -> dict[str, Clause]:
    """By what is set: what each build sets to the same, or to what one call gives, be it with other arguments."""
    found: dict[str, Clause] = {}
    for first in filter(_sets, ways[-1].clauses):
        told: Clause | None = first
        for way in ways[:-1]:
            other = next((each for each in way.clauses if _sets(each) == _sets(first)), None)
            if other is None or told is None:
                told = None
            elif other.phrase != told.phrase:
                parts = [each.phrase.partition("` to `") for each in (told, other)]
                calls = [each[2].partition("(") for each in parts]
                same = calls[0][0] == calls[1][0] and all(each[2].endswith(")`") for each in calls)
                told = told._replace(phrase=f"{parts[0][0]}` to `{calls[0][0]}(…)`") if same else None
        if told is not None:
            found[_sets(first)] = told
    return found


def _top_of_each(ways: Sequence[Course]) -> Clause | None:
    """What each build calls, be it something else: "call `read(f)` or `ReadFile(h)`, by the build"."""
    tops = [heaviest(way.clauses) for way in ways]
    plain = [each for each in tops if each is not None and each.phrase.startswith("call `") and not each.after]
    if len(plain) < len(tops) or any(each.may or each.other or each.also for each in plain):
        return None
    named = [{each.phrase.partition("(")[0] for each in way.clauses} for way in ways]
    if any(top.phrase.partition("(")[0] in each for top, each in zip(plain, (*named[1:], named[0]), strict=True)):
        return None
    called = list(dict.fromkeys([shortened(each.phrase).removeprefix("call ") for each in plain]))
    told = f"call {' or '.join([', '.join(called[:-1]), called[-1]])}, by the build"
    top = max(plain, key=lambda each: each.weight)
    return top._replace(phrase=told, at=plain[-1].at) if len(called) > 1 and len(told) < _EACH else None


def _only_one_does(ways: Sequence[Course]) -> Course | None:
    """The way of the one build that does anything, where all others only give one value: "returns `-1` in other builds"."""
    able = [way for way in ways if heaviest(way.clauses)]
    given = [way.clauses[0] for way in ways if way.ends and len(way.clauses) == 1 and way.clauses[0].kind == GIVES]
    if len(able) != 1 or len(given) < len(ways) - 1 or not able[0].ends or len({each.phrase for each in given}) > 1:
        return None
    if any(each.after or each.may or not each.phrase.startswith("return `") for each in given):
        return None
    at = tuple(way for each in given for way in each.ways)
    does = able[0].clauses
    if sum(len(each.ways) or 1 for each in does if each.kind != DOES) > 1:  # each is of its build alone
        does = tuple([each if each.kind == DOES else each._replace(after="", may=True) for each in does])
    return Course((*does, given[0]._replace(kind=LEAVES, after=OTHER_BUILDS, weight=3, ways=at)), True)


def compiled(ways: Sequence[Course], whole: bool) -> Course:
    """One of these is compiled; the last one stands for the main way where there is always one (whole)."""
    if whole and (value := _value_of_each(ways)):
        return Course((value,), True)
    if whole and (same := _same_in_each(ways)):
        rest = [each for each in ways[-1].clauses if each != heaviest(ways[-1].clauses)]
        ways = [Course((same, *(maybe(each) if each.kind == DOES else each for each in rest)), ways[-1].ends)]
        return ways[0]
    if whole and (able := _only_one_does(ways)):
        return able
    if whole and (each := _top_of_each(ways)):
        left = [it for way in ways[:-1] for it in way.clauses if it.kind != DOES]
        main = [it for it in ways[-1].clauses if it.kind != DOES]
        vague = [it._replace(kind=LEAVES, after="", may=True, weight=3) for it in left]
        return Course((each, *vague, *(it._replace(may=True) for it in main)), all(way.ends for way in ways))
    chosen = _one_in_either(ways) if whole else ways
    shared = _set_in_all(chosen) if whole else {}
    either = {each for way in chosen for each in way.clauses} - {each for way in ways for each in way.clauses}
    ways = [
        way._replace(clauses=tuple([each for each in way.clauses if _sets(each) not in shared or not _sets(each)]))
        for way in chosen
    ]
    some = ways[:-1] if whole else ways
    clauses = [
        told
        for way in some
        if (top := heaviest(way.clauses))
        for told in sorted([_once(top, not whole), *_sets_along(way, top)], key=lambda each: each.at)
    ]
    left = [each for way in some for each in way.clauses if each.kind != DOES]
    clauses += [each._replace(kind=LEAVES, after="", may=True, weight=3) for each in left]
    if not whole:
        return Course(tuple(clauses))
    last = [
        each if each in either else _once(each) if each.kind == DOES else each._replace(may=True)
        for each in ways[-1].clauses
    ]
    every = sorted([*clauses, *last, *shared.values()], key=lambda each: each.at) if shared else [*clauses, *last]
    return Course(tuple(every), all(way.ends for way in ways))
