"""A choice by one value: what each case does or gives back, where they are few; else what they have in common.

switch (v) { case A: case B: keep(v); return true; default: return false; }     call `keep(v)` and return `true` where v is A or B
switch (v) { case A: a(); break; case B: b(); break; … }                        call `a`, `b` or 3 more by `v`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Arm, Body, Jump, Return, Simple, Switch, walk
from ...words import english
from .arms import paired
from .chains import apart, by_calls, by_case, cases, chosen
from .clauses import DOES, GIVES, LEAVES, Clause, Course, heaviest, leading, maybe, where
from .dispatch import dispatched, switch_labels
from .made import LONGEST_CONDITION
from .own import Own
from .results import results_by
from .some_cases import unsure
from .ways_out import breaks

_FEW: Final = 3
_CASE: Final = 2  # clauses of one that is told with what it gives
_MOST: Final = 0.6  # of the cases
_SETS: Final = regex(r"([^\W\d]\w*+) ?=(?!=)")
_SETS_FIRST: Final = regex(r"\A\(?([^\W\d][\w.]{0,60}+) = ")  # `switch (c = *at++)` asks for `c`
_PLAIN: Final = regex(r"[\w.:'\"+\-]{1,40}")


def switched(stmt: Switch, ways: Sequence[Course], own: Own, alone: bool) -> Course:
    """With the values of its cases, where there is room for them."""
    return dispatched(_switched(stmt, ways, own, alone), switch_labels(stmt, own), ways, own)


def _switched(stmt: Switch, ways: Sequence[Course], own: Own, alone: bool) -> Course:
    """ways: of the arms. alone: nothing stands around it."""
    subject = english.expression(own.text(*stmt.subject), own.language)
    subject = set_to[1] if (set_to := _SETS_FIRST.match(subject)) else subject
    each_ends = bool(ways) and all(
        (way.ends and not breaks(arm.body)) or (arm.default and not heaviest(way.clauses))
        for way, arm in zip(ways, stmt.arms, strict=True)
    )
    ends = each_ends and any(arm.default and way.ends for way, arm in zip(ways, stmt.arms, strict=True))
    if (few := _few(stmt, ways, own, subject, alone)) is not None:
        return Course(few, ends)
    count = sum(max(1, len(arm.patterns)) for arm in stmt.arms if not arm.default)
    does = [top for way in ways if (top := heaviest(way.clauses))]
    if count == 1 and (both := _either(stmt, ways, own, subject)):
        return Course(both, ends)
    if len(subject) > LONGEST_CONDITION or count < 2:
        return Course(tuple(maybe(top) for top in does[:1] if len(does) == 1), ends)
    told = _returns(stmt) if (ends and not does) or (each_ends and apart(ways)) else ()
    called = by_calls(subject, ways)
    if len(does) == 1 and len(ways) > 1 and not told and not called:
        return Course((maybe(does[0]),), ends)
    if not told and not does and (given := _given_by_most(stmt, ways)):
        told_ = results_by(subject, count, given)
        return Course((Clause(DOES, told_, cases(count, told_), may=True, ways=_returns(stmt)),), ends)
    arms = sum(1 for arm in stmt.arms if not arm.default and arm.body)
    named = [own.said(own.text(*each)) for arm in stmt.arms for each in arm.patterns if not arm.default]
    phrase = (
        results_by(subject, count, [way for way in ways if way.clauses])
        if told
        else by_case(subject, count, does, arms, ways, named)
    )
    if called and (len(does) == 1 or phrase.startswith("distinguish ")):
        phrase, told = called, _returns(stmt)
    phrase, more = unsure(phrase)
    if phrase.startswith("distinguish ") and (name := _set_by_most(stmt, own)):
        phrase = f"choose `{name}` by `{subject}`"
    return Course(
        (
            Clause(
                DOES,
                phrase,
                cases(count, phrase),
                may=more or (bool(told) and not ends and not phrase.startswith("call ")),
                ways=told,
            ),
        ),
        ends,
    )


def _either(stmt: Switch, ways: Sequence[Course], own: Own, subject: str) -> tuple[Clause, ...]:
    """One case, and what is done in all others, as an `if` with its `else`."""
    if len(ways) != 2 or not stmt.arms[1].default or any(each.kind != DOES for way in ways for each in way.clauses):
        return ()
    asked = _asked(stmt.arms[0], own, subject)
    unless = f"{subject} is not {asked.partition(' is ')[2]}" if asked and " or " not in asked else ""
    tops = [(top, how) for way, how in zip(ways, (asked, unless), strict=True) if (top := heaviest(way.clauses))]
    both = paired(ways[0].clauses, ways[1].clauses, asked, "", inner=False)
    return both or (tuple(where(top, how) for top, how in tops) if len(tops) == len(ways) else ())


def _returns(stmt: Switch) -> tuple[int, ...]:
    return tuple(each.start for arm in stmt.arms for each in walk(arm.body) if isinstance(each, Return))


def _given_by_most(stmt: Switch, ways: Sequence[Course]) -> list[Course]:
    """The cases that give a value, where these are most of them; what other cases do stands behind the choice."""
    given = [way for way in ways if way.ends and way.clauses and way.clauses[-1].phrase.startswith("return `")]
    every = sum(1 for arm in stmt.arms if arm.body)
    return given if len(given) >= max(_FEW, _MOST * every) else []


def _set_by_most(stmt: Switch, own: Own) -> str:
    """The only local that most of the cases give a value, which is used behind them."""
    plain = [each for arm in stmt.arms for each in arm.body if isinstance(each, Simple) and each.role == "assign"]
    named = Counter(found[1] for each in plain if (found := _SETS.match(own.text(each.start, each.end))))
    name, times = named.most_common(1)[0] if named else ("", 0)
    every = sum(1 for arm in stmt.arms if not arm.default and arm.body)
    return name if times >= max(2, _MOST * every) else ""


def _few(stmt: Switch, ways: Sequence[Course], own: Own, subject: str, alone: bool) -> tuple[Clause, ...] | None:
    """Cases that are so few that each is told with its value."""
    named = [(arm, way) for arm, way in zip(stmt.arms, ways, strict=True) if not arm.default]
    rest = [way for arm, way in zip(stmt.arms, ways, strict=True) if arm.default]
    asked = [_asked(arm, own, subject) for arm, _ in named]
    if not 0 < len(named) <= _FEW or not all(asked) or (rest and not stmt.arms[-1].default) or not _closed(stmt, ways):
        return None
    if rest and (told := chosen(asked, [way for _, way in named] + rest, alone)):
        return (told,)
    deeds = any(heaviest(way.clauses) for _, way in named)
    each_ends = all(way.ends and not breaks(arm.body) for arm, way in named)
    if (len(named) > 1 and apart(ways)) or not deeds or not (each_ends or (len(named) == 1 and not rest)):
        return None
    if (
        len(named) == 1
        and rest
        and len(named[0][1].clauses) > _CASE
        and (main := _only_case(named[0][1], rest[0], subject, asked[0], own))
    ):
        return main
    told_ = [each for (arm, way), test in zip(named, asked, strict=True) for each in _case(arm.body, way, test)]
    return (*told_, *(each for way in rest for each in way.clauses))


def _only_case(way: Course, rest: Course, subject: str, asked: str, own: Own) -> tuple[Clause, ...]:
    """Of one case beside which all else is refused: what is done in it is the main way."""
    given = [each for each in way.clauses[-1:] if way.ends and each.kind == GIVES]
    other = [each for each in rest.clauses if each.kind == GIVES]
    if not given or not other or not own.refuses(other[-1].phrase) or own.refuses(given[0].phrase):
        return ()
    unless = f"where {subject} is not {asked.partition(' is ')[2]}"
    return (
        *(each for each in way.clauses if each.kind != GIVES),
        other[-1]._replace(kind=LEAVES, after=unless, weight=3),
        *given,
    )


def _asked(arm: Arm, own: Own, subject: str) -> str:
    patterns = [own.text(*each) for each in arm.patterns]
    asked = f"{subject} is {' or '.join([own.said(each) for each in patterns])}"
    plain = patterns and arm.guard is None and all(map(_PLAIN.fullmatch, patterns))
    return asked if plain and len(asked) <= LONGEST_CONDITION else ""


def _closed(stmt: Switch, ways: Sequence[Course]) -> bool:
    """No case goes on into the next."""
    return not stmt.falls or all(
        way.ends or (arm.body and isinstance(arm.body[-1], Jump))
        for arm, way in zip(stmt.arms[:-1], ways[:-1], strict=True)
    )


def _case(body: Body, way: Course, asked: str) -> Iterator[Clause]:
    last = way.clauses[-1] if way.clauses else None
    if last is not None and last.kind == GIVES and way.ends:
        straight = not any(each.kind == LEAVES for each in way.clauses)
        yield last._replace(kind=LEAVES, after=f"where {asked}", may=last.may or not straight, weight=3)
    leaves = [each.start for each in walk(body) if isinstance(each, Return | Jump)]
    if (top := leading(way.clauses, leaves)) is not None:
        yield where(top, asked)
