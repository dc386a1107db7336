"""C and C++: lines under `#if 0`, which no build has.

What comes, goes or differs in there does nothing. What stood outside and stands in there now, as it was, is switched off by that, and
the other way; no statement of it differs, so it is told by the lines that ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ...model.account import DECLARATION, FLOW, LISTED, NEUTRAL, Answer, Side
from ...model.alignment import opcodes
from ...model.record import NamedTuple
from .file import State
from .saying import q

NEVER: Final = "code that no build has"
SWITCHED: Final = "told with an `#if 0`"
_SWITCH: Final = "switched"
_SIGNS: Final = b"{}; \t\r"
_MOST_LINES: Final = 25_000_000  # of one side times the other
_NAMED: Final = 2
_LONGEST: Final = 70


class _Differing(NamedTuple):
    """Lines, from 1. old, new: of those that builds may have what stands on one side only. off, on: (before, after) of what stood
    outside and does not now, and the other way."""

    old: frozenset[int]
    new: frozenset[int]
    off: tuple[tuple[int, int], ...]
    on: tuple[tuple[int, int], ...]


def unbuilt(told: Sequence[Answer], old: State, new: State) -> list[Answer]:
    dead = old.source.unbuilt, new.source.unbuilt
    if not any(dead) or len(_rows(old)) * len(_rows(new)) > _MOST_LINES:
        return list(told)
    differing = _differing(old, new, dead)
    found = [_never(one, old, new, dead, differing) for one in told]
    for rows, off in ((differing.off, True), (differing.on, False)):
        found += [_switched(old, new, run, off) for run in _runs(rows)]
    return found


def _rows(side: State) -> list[bytes]:
    return side.source.data.split(b"\n")


def _differing(old: State, new: State, dead: tuple[frozenset[int], frozenset[int]]) -> _Differing:
    left, right = ([row.strip() for row in _rows(side)] for side in (old, new))
    off, on = list[tuple[int, int]](), list[tuple[int, int]]()
    for kind, i, j, m, n in opcodes(left, right):
        for a, b in zip(range(i + 1, j + 1), range(m + 1, n + 1), strict=True) if kind == "equal" else ():
            if left[a - 1].strip(_SIGNS) and (a in dead[0]) != (b in dead[1]) and not left[a - 1].startswith(b"#"):
                (on if a in dead[0] else off).append((a, b))
    live = [
        [(at, row) for at, row in enumerate(rows, 1) if row and at not in gone]
        for rows, gone in zip((left, right), dead, strict=True)
    ]
    lone = frozenset[int](), frozenset[int]()
    for kind, i, j, m, n in opcodes([row for _, row in live[0]], [row for _, row in live[1]]):
        if kind != "equal":
            lone = lone[0] | {at for at, _ in live[0][i:j]}, lone[1] | {at for at, _ in live[1][m:n]}
    return _Differing(*lone, tuple(off), tuple(on))


def _never(
    one: Answer, old: State, new: State, dead: tuple[frozenset[int], frozenset[int]], differing: _Differing
) -> Answer:
    """What is listed, and differs in such lines alone, or in what is told of them."""
    was, now = _lines(one.before, old), _lines(one.after, new)
    switched = [{row[at] for row in (*differing.off, *differing.on)} for at in (0, 1)]
    lone = (was or now) and not (was and now)
    if one.how in (FLOW, DECLARATION) and lone and was <= switched[0] and now <= switched[1]:
        return one._replace(how=NEUTRAL, rule=SWITCHED, sentence="", core="")
    if one.how != LISTED:
        return one
    if (was & differing.old) - switched[0] or (now & differing.new) - switched[1]:
        return one
    if not (was & (dead[0] | switched[0]) or now & (dead[1] | switched[1])):
        return one
    return one._replace(how=NEUTRAL, rule=NEVER, sentence="", core="")


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
    left, right = _rows(old), _rows(new)
    told = [right[b - 1].strip().decode("utf-8", "replace") for _, b in run]
    named = ", ".join([q(each if len(each) <= _LONGEST else f"{each[:_LONGEST]}…") for each in told[:_NAMED]])
    more = (
        f" and {len(told) - _NAMED} more lines"
        if len(told) > _NAMED + 1
        else " and another line"
        if len(told) > _NAMED
        else ""
    )
    said = f"{named}{more} {'stand' if len(told) > 1 else 'stands'}"
    how = "under `#if 0` now, and no build has" if off else "under `#if 0` no longer: builds may have"
    sides = [
        Side(
            side.source.path, lines[0], lines[-1], b"\n".join(rows[lines[0] - 1 : lines[-1]]).decode("utf-8", "replace")
        )
        for side, rows, lines in ((old, left, [a for a, _ in run]), (new, right, [b for _, b in run]))
    ]
    start = new.source.rows[run[0][1] - 1]
    unit = next((id_ for id_, facts in new.functions.items() if facts.start <= start < facts.end), "")
    return Answer(
        FLOW if unit else DECLARATION,
        _SWITCH,
        unit,
        sides[0],
        sides[1],
        f"{said} {how} {'them' if len(told) > 1 else 'it'}.",
        2,
    )
