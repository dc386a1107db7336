"""A function takes something more, or less, and who calls it gives it that: one line, with what is given, for who reads the new head asks
next what it gets.

`match`: Now takes `a` and `b`. Its callers give `x` and `y` (`find` and `merge`), `x` and `0` (`insert`), 4 more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import groupby
from typing import Final

from ...model.pattern import regex
from ...model.shown import ShownEdit
from ..sentences import listing
from .line import Point

FEWEST: Final = 2  # calls
GIVEN, BY = 3, 4  # of what is given, and of callers of one thing, that are told
_TAKES: Final = regex(r"\b[Nn]ow takes `")
_LEAVES: Final = regex(r"\b[Nn]o longer takes `")
_GIVEN: Final = regex(
    r"^(?:For `[^`\n]{1,200}`, |The (?:returned|yielded) )?`(?:[^`\n]{1,200}\W)?(\w{1,80})` is (now also|no longer) given (`[^`\n]{1,200}`(?:(?:, | and )`[^`\n]{1,200}`){0,12})(?:, [^\n]{0,900})?\.$"
)
_PLAIN: Final = regex(r"^([Nn]ow|[Nn]o longer) takes (`[^`\n]{1,200}`)$")


def with_callers(told: Sequence[Point]) -> list[Point]:
    heads = _heads(told)
    calls: dict[Point, list[Point]] = {}
    for line in told:
        of = {(found[1], found[2]) for one in line.edits if (found := _given(one)) is not None}
        name, way = next(iter(of)) if len(of) == 1 and all(map(_given, line.edits)) else ("", "")
        if (head := heads.get(name)) is not None and head is not line and way in _ways(head.said):
            calls.setdefault(head, []).append(line)
    joined = {head: same for head, same in calls.items() if sum(len(line.edits) for line in same) >= FEWEST}
    away = {line for same in joined.values() for line in same}
    others = {found[1] for line in told if line not in away for one in line.edits if (found := _given(one)) is not None}
    return [_with(line, joined.get(line, ()), others) for line in told if line not in away]


def with_readers(line: Point) -> Point:
    """With who reads what changed, where that is the same of all of it."""
    read = {one.read for one in line.edits}
    return line._replace(said=f"{line.said} {next(iter(read))}") if len(read) == 1 and any(read) else line


def taken_together(said: str) -> str:
    """ "Now takes `a`; now takes `b`." as "Now takes `a` and `b`."."""
    parts = said.removesuffix(".").split("; ")
    if len(parts) < 2 or any(part.count("`") % 2 for part in parts):
        return said
    found: list[str] = []
    for way, same in groupby(parts, lambda part: match[1].lower() if (match := _PLAIN.match(part)) else part):
        own = list(same)
        names = [match[2] for part in own if (match := _PLAIN.match(part))]
        found += [f"{way} takes {listing(names, len(names))}"] if len(names) > 1 else own
    return f"{found[0][:1].upper()}{found[0][1:]}{''.join(f'; {each}' for each in found[1:])}."


def _heads(told: Sequence[Point]) -> dict[str, Point]:
    """By the name under which it is called; not of two that are called so."""
    found: dict[str, list[Point]] = {}
    for line in told:
        for name in line.names if _ways(line.said) else ():
            found.setdefault(_called(name), []).append(line)
    return {name: lines[0] for name, lines in found.items() if len(lines) == 1}


def _given(one: ShownEdit) -> re.Match[str] | None:
    return _GIVEN.match(one.core or one.sentence)


def _ways(said: str) -> frozenset[str]:
    return frozenset(["now also"] * bool(_TAKES.search(said)) + ["no longer"] * bool(_LEAVES.search(said)))


def _called(name: str) -> str:
    """A class, of what makes its objects."""
    return name.replace("::", ".").removesuffix(".__init__").rpartition(".")[2]


def _with(head: Point, calls: Sequence[Point], others: Set[str]) -> Point:
    """others: of which some call is told on a line of its own, with what else changed there."""
    if not calls:
        return head
    edits = [one for line in calls for one in line.edits]
    ways = list(dict.fromkeys(found[2] for one in edits if (found := _given(one))))
    some = any(_called(name) in others for name in head.names)
    said = [f"{_callers(way, len(edits) if some else 0)} {_row(list(_told(edits, way)))}." for way in ways]
    return Point((*head.edits, *edits), head.names, " ".join([head.said, *said]))


def _callers(way: str, some: int) -> str:
    """some: how many do where not all do; else 0."""
    whose = f"Of its calls {some}" if some else "Its callers"
    return f"{whose} give" if way == "now also" else f"{whose} no longer give"


def _row(told: Sequence[str]) -> str:
    few = told if len(told) <= GIVEN + 1 else told[:GIVEN]
    return ", ".join([*few, *([f"{len(told) - len(few)} more"] if len(few) < len(told) else [])])


def _told(edits: Sequence[ShownEdit], way: str) -> Iterator[str]:
    """What most give first."""
    by: dict[str, list[str]] = {}
    for one in edits:
        if (found := _given(one)) and found[2] == way:
            by.setdefault(found[3], []).append(one.name)
    for given, names in sorted(by.items(), key=lambda each: -len(each[1])):
        yield f"{given} ({listing([f'`{name}`' for name in dict.fromkeys(filter(None, names))], BY) or 'outside of functions'})"
