"""C and C++: lines under `#if 0`, which no build has.

What comes, goes or differs in there does nothing. What stood outside and stands in there now, as it was, is switched off by that, and
the other way; no statement of it differs, so it is told by the lines that ask. Where an `#else` takes its place, the two are compared
as what stood there and what stands there, and only that the old way is kept is said of the lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from typing import Final, TypeAlias

from ....model.account import DECLARATION, FLOW, LISTED, NEUTRAL, Answer, Side
from ....model.alignment import opcodes
from ....model.record import NamedTuple
from ..pieces.lexing import LexedSource
from ..reading.saying import q
from .file import State

NEVER: Final = "code that no build has"
SWITCHED: Final = "told with an `#if 0`"
_SWITCH: Final = "switched"
_KEPT: Final = "The old way is kept under `#if 0`, beside what is built."
_AGAIN: Final = "What stood under `#if 0` is built again, in the place of what stood beside it."
_MARKS: Final = "{}; \t\r"
_SIGNS: Final = _MARKS.encode()
_NAMED: Final = 2
_LONGEST: Final = 70
Lines: TypeAlias = tuple[frozenset[int], frozenset[int]]  # of both sides, from 1


class _Differing(NamedTuple):
    """Lines, from 1. old, new: of those that builds may have what stands on one side only. off, on: (before, after) of what stood
    outside and does not now, and the other way."""

    old: frozenset[int]
    new: frozenset[int]
    off: tuple[tuple[int, int], ...]
    on: tuple[tuple[int, int], ...]


def unbuilt(told: Sequence[Answer], old: State, new: State) -> list[Answer]:
    dead = old.source.unbuilt, new.source.unbuilt
    if not any(dead):
        return list(told)
    differing = _differing(old, new, dead)
    beside = _with_another_arm(new.source), _with_another_arm(old.source)
    off, on = (
        [both for both in rows if both[at] not in arms]
        for rows, at, arms in zip(differing[2:], (1, 0), beside, strict=True)
    )
    switched = frozenset([a for a, _ in (*off, *on)]), frozenset([b for _, b in (*off, *on)])
    found = [_never(one, (old, new), dead, differing, switched) for one in told]
    for rows, is_off in ((off, True), (on, False)):
        found += [_switched(old, new, run, is_off) for run in _runs(rows)]
    for every, at, arms in zip(differing[2:], (1, 0), beside, strict=True):
        for arm in sorted({arms[both[at]] for both in every if both[at] in arms}):
            own = [both for both in every if arms.get(both[at]) == arm]
            lines = (own[0][0], arm[0]) if at else (arm[0], own[0][1])
            found.append(_told(old, new, [lines, *own], _KEPT if at else _AGAIN))
    return found


def _with_another_arm(source: LexedSource) -> dict[int, tuple[int, int]]:
    """Lines under an `#if 0` that goes on with an `#else`, with where both stand."""
    found, own = dict[int, tuple[int, int]](), list[int]()
    for at in sorted(source.unbuilt):
        own = [*own, at] if own and own[-1] == at - 1 else [at]
        if at + 1 not in source.unbuilt and source.on(at, at)[1:2] in ([b"else"], [b"elif"]):
            found.update(dict.fromkeys(own, (own[0], at)))
    return found


def _differing(old: State, new: State, dead: Lines) -> _Differing:
    left, right = ([row.strip() for row in side.source.data.split(b"\n")] for side in (old, new))
    off, on = list[tuple[int, int]](), list[tuple[int, int]]()
    for kind, i, j, m, n in opcodes(left, right):
        for a, b in zip(range(i + 1, j + 1), range(m + 1, n + 1), strict=True) if kind == "equal" else ():
            if left[a - 1].strip(_SIGNS) and (a in dead[0]) != (b in dead[1]) and not left[a - 1].startswith(b"#"):
                (on if a in dead[0] else off).append((a, b))
    live = [
        [(at, row) for at, row in enumerate(rows, 1) if row and at not in never]
        for rows, never in zip((left, right), dead, strict=True)
    ]
    gone, came = set[int](), set[int]()
    for kind, i, j, m, n in opcodes([row for _, row in live[0]], [row for _, row in live[1]]):
        if kind != "equal":
            gone.update(at for at, _ in live[0][i:j])
            came.update(at for at, _ in live[1][m:n])
    return _Differing(frozenset(gone), frozenset(came), tuple(off), tuple(on))


def _never(one: Answer, sides: tuple[State, State], dead: Lines, differing: _Differing, switched: Lines) -> Answer:
    """What is listed, and differs in such lines alone, or in what is told of them."""
    was, now = _lines(one.before, sides[0]), _lines(one.after, sides[1])
    lone = (was or now) and not (was and now)
    if one.how in (FLOW, DECLARATION) and lone and all(map(_only, (was, now), sides, switched)):
        return one._replace(how=NEUTRAL, rule=SWITCHED, sentence="", core="")
    if one.how == DECLARATION and lone and _within(was or now, sides[bool(now)], dead[bool(now)], switched[bool(now)]):
        return one._replace(how=NEUTRAL, rule=NEVER, sentence="", core="")
    if one.how in (FLOW, DECLARATION) and was and now and _in_none(was, now, sides, dead, switched):
        return one._replace(how=NEUTRAL, rule=NEVER, sentence="", core="")
    if one.how != LISTED:
        return one
    if (was & differing.old) - switched[0] or (now & differing.new) - switched[1]:
        return one
    if not (was & (dead[0] | switched[0]) or now & (dead[1] | switched[1])):
        return one
    return one._replace(how=NEUTRAL, rule=NEVER, sentence="", core="")


def _in_none(was: set[int], now: set[int], sides: tuple[State, State], dead: Lines, switched: Lines) -> bool:
    """Whether no build had what stood there, nor has what stands there."""
    every = zip((was, now), sides, dead, switched, strict=True)
    return all(_within(lines, state, never, moved) for lines, state, never, moved in every)


def _within(lines: set[int], state: State, dead: Set[int], switched: Set[int]) -> bool:
    """Whether all of them but the lines that ask, and blank ones, are in no build, and were in none."""
    rows = state.source.rows
    texts = {at: _text(state, at, at) for at in lines - dead if at <= len(rows)}
    return bool(lines & dead) and not lines & switched and all(each[:1] in ("", "#") for each in texts.values())


def _only(lines: set[int], state: State, switched: Set[int]) -> bool:
    """Whether all of them that say something are among those."""
    left = lines - switched
    return not left or (left < lines and not any(_text(state, at, at).strip(_MARKS) for at in left))


def _lines(side: Side, state: State) -> set[int]:
    return {*range(side.line, side.end_line + 1)} if side.line and side.path == state.source.path else set()


def _runs(rows: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    run = list(rows[:1])
    for one, other in pairwise(rows):
        if other[1] - one[1] > _NAMED:
            yield run
            run = []
        run.append(other)
    if run:
        yield run


def _switched(old: State, new: State, run: Sequence[tuple[int, int]], off: bool) -> Answer:
    told = [_text(new, at, at) for _, at in run]
    named = ", ".join([q(each if len(each) <= _LONGEST else f"{each[:_LONGEST]}…") for each in told[:_NAMED]])
    left = len(told) - _NAMED + _bare(new if off else old, [both[off] for both in run])
    more = "" if left <= 0 else " and another line" if left == 1 else f" and {left} more lines"
    stands, them = ("stand", "them") if len(told) > 1 else ("stands", "it")
    how = "under `#if 0` now, and no build has" if off else "under `#if 0` no longer: builds may have"
    return _told(old, new, run, f"{named}{more} {stands} {how} {them}.")


def _bare(side: State, run: Sequence[int]) -> int:
    """Lines between, and right behind, that are nothing but braces and semicolons."""
    last = run[-1]
    while last + 1 in side.source.unbuilt and (text := _text(side, last + 1, last + 1)) and not text.strip(_MARKS):
        last += 1
    texts = [_text(side, at, at) for at in range(run[0], last + 1) if at in side.source.unbuilt]
    return sum(bool(text) and not text.strip(_MARKS) for text in texts)


def _told(old: State, new: State, run: Sequence[tuple[int, int]], said: str) -> Answer:
    before, after = [
        Side(side.source.path, first, last, _text(side, first, last))
        for side, first, last in ((old, run[0][0], run[-1][0]), (new, run[0][1], run[-1][1]))
    ]
    start = new.source.rows[run[0][1] - 1]
    unit = next((id_ for id_, facts in new.functions.items() if facts.start <= start < facts.end), "")
    return Answer(FLOW if unit else DECLARATION, _SWITCH, unit, before, after, said, 2)


def _text(side: State, first: int, last: int) -> str:
    """Of lines, as code is shown."""
    rows = side.source.rows
    end = rows[last] if last < len(rows) else len(side.source.data)
    return side.source.text(rows[first - 1], end).strip()
