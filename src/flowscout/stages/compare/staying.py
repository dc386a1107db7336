"""Which steps stand in lines that did not change.

Words alone do not tell one `return None` from the next, nor a question that was taken out from one like it that stays. A line
that is the same on both sides does: what stands in it and says the same is the same step, and no step of another line became it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from .order import Side

Lines = Mapping[int, int]  # of the file before -> of the file after, both from 1


def staying(old: Side, new: Side, lines: Lines) -> dict[int, int]:
    """Position before -> position after, of steps that are alone in saying so in their line."""
    left, right = _by_line(old), _by_line(new)
    pairs = {}
    for (line, kind, words), positions in left.items():
        others = right.get((lines.get(line, 0), kind, words), [])
        if len(positions) == len(others) == 1:
            pairs[positions[0]] = others[0]
    return pairs


def apart(old: Side, i: int, new: Side, j: int, lines: Lines, back: Lines) -> bool:
    """Whether a line that is the same on both sides says that the one did not become the other. back: from after to before."""
    was, now = _line(old, i), _line(new, j)
    return bool(was and now) and (lines.get(was, now) != now or back.get(now, was) != was)


def _by_line(one: Side) -> dict[tuple[int, str, str], list[int]]:
    found: dict[tuple[int, str, str], list[int]] = defaultdict(list)
    for position, step in enumerate(one.steps):
        if line := _line(one, position):
            found[(line, step.step_type, step.whole)].append(position)
    return found


def _line(one: Side, position: int) -> int:
    evidence = one.steps[position].evidence
    return evidence.line if evidence else 0
