"""Which steps stand in lines that did not change.

Words alone do not tell one `return None` from the next, nor a question that was taken out from one like it that stays. A line
that is the same on both sides does: what stands in it and says the same is the same step, and what became another stands between the same lines.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping

from ...model.record import NamedTuple
from ...model.sfm import START
from ...words.turned import turned
from .order import OrderedSide, family

Lines = Mapping[int, int]  # of the file before -> of the file after, both from 1


def staying(old: OrderedSide, new: OrderedSide, lines: Lines) -> dict[int, int]:
    """Position before -> position after, of steps that are alone in saying so in their line."""
    left, right = _by_line(old), _by_line(new)
    pairs = {}
    for (line, kind, words), positions in left.items():
        others = right.get((lines.get(line, 0), kind, words), [])
        if len(positions) == len(others) == 1:
            pairs[positions[0]] = others[0]
    return pairs | _asked_round(old, new, lines)


def _asked_round(old: OrderedSide, new: OrderedSide, lines: Lines) -> dict[int, int]:
    """Questions that are alone in their line on both sides and ask the same the other way round: which way is the good one follows from
    what the arm does, and that may be what changed."""
    left, right = _tests(old), _tests(new)
    met = {line: right.get(there, []) for line, there in lines.items() if len(left.get(line, ())) == 1}
    return {
        left[line][0]: others[0]
        for line, others in met.items()
        if len(others) == 1 and turned(old.steps[left[line][0]].label, new.steps[others[0]].label)
    }


def _tests(one: OrderedSide) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for (line, kind), positions in _of_kinds(one).items():
        if kind == "test":
            found[line] += positions
    return found


def edited(old: OrderedSide, new: OrderedSide, edits: Lines) -> dict[int, int]:
    """Position before -> position after, of steps of lines of which it is known that the one became the other."""
    left, right = _of_kinds(old), _of_kinds(new)
    pairs: dict[int, int] = {}
    for (line, kind), positions in left.items():
        others = right.pop((edits.get(line, 0), kind), [])  # no step becomes of two
        if len(positions) == len(others):
            pairs.update(zip(positions, others, strict=True))
    return pairs


class Between(NamedTuple):
    """Lines that are the same, in order: what stands between the same two of them may have become one another."""

    lines: Lines
    before: tuple[int, ...]
    after: tuple[int, ...]

    @classmethod
    def of(cls, lines: Lines) -> Between:
        return cls(lines, tuple(sorted(lines)), tuple(sorted(lines.values())))

    def apart(self, old: OrderedSide, i: int, new: OrderedSide, j: int) -> bool:
        """Whether the one step did not become the other."""
        was, now = _line(old, i), _line(new, j)
        if not was or not now:
            return False
        if was in self.lines:
            return self.lines[was] != now
        place = bisect_right(self.after, now)
        return self.after[place - 1 : place] == (now,) or bisect_right(self.before, was) != place


def _by_line(one: OrderedSide) -> dict[tuple[int, str, str], list[int]]:
    found: dict[tuple[int, str, str], list[int]] = defaultdict(list)
    for position, step in enumerate(one.steps):
        if line := _line(one, position):
            found[(line, family(step), step.whole)].append(position)
    return found


def _of_kinds(one: OrderedSide) -> dict[tuple[int, str], list[int]]:
    found: dict[tuple[int, str], list[int]] = defaultdict(list)
    for position, step in enumerate(one.steps):
        if (line := _line(one, position)) and step.step_type != START:
            found[line, family(step)].append(position)
    return found


def _line(one: OrderedSide, position: int) -> int:
    evidence = one.steps[position].evidence
    return evidence.line if evidence else 0
