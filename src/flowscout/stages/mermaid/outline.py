"""The same flow in indented lines, for readers, diffs and tools that see no drawing.

    1. HandleVolumeCreate
    2. acl_.CanCreate(user)?
       no: 3. Return PermissionDenied (error)
    4. For each node in nodes
       next node:
          5. Allocate storage: node → back to 4
    6. Return OK (end)

A branch that can only be reached through its decision stands indented under it; where branches meet again the text goes
on at the height of the decision. The branch that carries on (`yes` of a validation, `done` of a loop, the way without
an error) is not indented; that of a plain decision says with its label where it stands. An arrow names the step that comes
next where that is not the next line. Where something that is held is let go behind a step, that says so: `3. Append row to rows_ (end of guard)`.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice, takewhile
from typing import Final

from ...model.record import NamedTuple
from ...model.sfm import DECISION, END, ERROR, LOOP, VALIDATION, ScenarioFlowModel, ScenarioStep
from .region import Regions, regions
from .text import indented, plain

_DEEPEST: Final = 16  # levels of indentation; deeper branches stay at this height
_FINALLY: Final = "finally"  # done on an error too
_ENDS: Final = {END: " (end)", ERROR: " (error)"}


class TableRow(NamedTuple):
    """One line of the table of steps. number as in the outline; leads: (label, number of the step it leads to)."""

    number: int
    step: ScenarioStep
    leads: tuple[tuple[str, int], ...]


class _Line(NamedTuple):
    """A step (`at`), or with `at` -1 the head of a branch, which may lead straight to step `to`."""

    indent: int
    head: str
    at: int
    to: int = -1


def _entered_once(tree: Regions) -> list[bool]:
    """Whether a step is reached only by one transition, loops back to it aside."""
    ways: Counter[int] = Counter()
    for source, targets in enumerate(tree.successors):
        for target in targets:
            ways[target] += not tree.dominates(target, source)
    return [ways[at] == 1 for at in range(len(tree.successors))]


def _carries_on(step: ScenarioStep, nested: list[int], joins: list[int], leaving: set[int]) -> int:
    """Which of the branches goes on at the step's own height: its position among the transitions, -1 none. Of a
    validation that is its `yes`, or where only this leads out, the other one."""
    if step.step_type in (LOOP, VALIDATION):
        wanted = "done" if step.step_type == LOOP else "yes"
        found = [at for at in nested if step.transitions[at].label == wanted]
        if step.step_type == VALIDATION and found and found[0] in leaving and len(leaving) < len(step.transitions):
            found = [at for at in nested if at not in leaving] or found
        return found[0] if found else -1
    onward = [at for at in nested if not step.transitions[at].label]
    if onward:
        return onward[0]
    last = len(step.transitions) - 1
    return last if step.step_type == DECISION and len(step.transitions) == 2 and last in nested and not joins else -1


def _leaving(sfm: ScenarioFlowModel, tree: Regions) -> list[bool]:
    """Of each step whether one way leads from it, and out; each is looked at once."""
    known: dict[int, bool] = {}
    for start in range(len(sfm.steps)):
        way, at = list[int](), start
        while at not in known:
            onward = tree.successors[at]
            known[at] = sfm.steps[at].step_type in _ENDS  # in a circle nothing leads out
            way.append(at)
            if len(onward) != 1:
                break
            at = onward[0]
        known.update(dict.fromkeys(way, known[at]))
    return [known[at] for at in range(len(sfm.steps))]


def _lines(sfm: ScenarioFlowModel, tree: Regions) -> list[_Line]:
    """Depth first over the dominator tree, with our own stack."""
    once, leaving = _entered_once(tree), _leaving(sfm, tree)
    lines: list[_Line] = []
    stack = [_Line(0, "", tree.place[sfm.start_step])]
    while stack:
        line = stack.pop()
        lines.append(line)
        if line.at >= 0:
            stack += reversed(_below(sfm, tree, (once, leaving), line.at, line.indent))
    return lines


def _below(
    sfm: ScenarioFlowModel, tree: Regions, known: tuple[list[bool], list[bool]], at: int, indent: int
) -> list[_Line]:
    """What is printed after a step: its indented branches, then the branch that carries on and where branches meet.
    known: of each step whether it is entered once, and whether one way leads from it and out."""
    once, leaving = known
    step, targets = sfm.steps[at], tree.successors[at]
    own = set(tree.children[at])
    if len(targets) < 2:
        into = targets[0] if targets and step.transitions[0].label == _FINALLY else -1
        return [_Line(indent, f"{_FINALLY}:" if child == into else "", child) for child in tree.children[at]]
    nested = [place for place, target in enumerate(targets) if target in own and once[target]]
    inner = {targets[place] for place in nested}
    joins = [child for child in tree.children[at] if child not in inner]
    on = _carries_on(step, nested, joins, {place for place in nested if leaving[targets[place]]})
    deeper = min(indent + 1, _DEEPEST)
    below: list[_Line] = []
    for place, (transition, target) in enumerate(zip(step.transitions, targets, strict=True)):
        head = f"{transition.label or 'then'}:"
        if place not in nested:
            below.append(_Line(deeper, head, -1, target))
        elif place != on and not tree.children[target] and len(tree.successors[target]) < 2:
            below.append(_Line(deeper, head, target))
        elif place != on:
            below += [_Line(deeper, head, -1), _Line(min(deeper + 1, _DEEPEST), "", target)]
    if on >= 0:
        if label := step.transitions[on].label if step.step_type == DECISION else "":
            below.append(_Line(deeper, f"{label}:", -1, targets[on]))
        below.append(_Line(indent, "", targets[on]))
    return below + [_Line(indent, "", target) for target in joins]


def _numbers(lines: list[_Line]) -> dict[int, int]:
    return {line.at: number for number, line in enumerate((line for line in lines if line.at >= 0), 1)}


def _arrow(source: int, target: int, numbers: dict[int, int]) -> str:
    return f"→ back to {numbers[target]}" if numbers[target] <= source else f"→ {numbers[target]}"


def _written(
    line: _Line, last: int, sfm: ScenarioFlowModel, tree: Regions, numbers: dict[int, int], falls: bool
) -> str:
    """One line; `last` is the number of the step printed before it. falls: what comes next stands below it, and no end of a loop
    between, which would be read as another round."""
    parts, claims = [line.head] if line.head else [], list[str]()
    if line.at >= 0:
        number, step = numbers[line.at], sfm.steps[line.at]
        told, *claims = plain(step.label).split("\n")
        parts.append(f"{number}. {told}{_ENDS.get(step.step_type, '')}")
        targets = tree.successors[line.at]
        if len(targets) == 1 and step.transitions[0].label.startswith("end of "):
            parts.append(f"({step.transitions[0].label})")
        if len(targets) == 1 and (numbers[targets[0]] != number + 1 or not falls):
            (claims or parts).append(_arrow(number, targets[0], numbers))
    elif line.to >= 0:
        parts.append(_arrow(last, line.to, numbers))
    indent = "   " * line.indent
    return "\n".join(
        [
            indent + " ".join(" ".join(parts).split("\n")),
            *(f"{indent}   {''.join(indented(claim, '  '))}" for claim in claims),
        ]
    )


def outline(sfm: ScenarioFlowModel) -> str:
    tree = regions(sfm)
    lines = _lines(sfm, tree)
    numbers, last, written = _numbers(lines), 0, []
    for at, line in enumerate(lines):
        between = islice(lines, at + 1, None)
        heads = takewhile(lambda each: each.at < 0, between)  # of branches that lead on
        written.append(_written(line, last, sfm, tree, numbers, not any(each.head == "done:" for each in heads)))
        last = numbers[line.at] if line.at >= 0 else last
    return "\n".join(written) + "\n"


def rows(sfm: ScenarioFlowModel) -> tuple[TableRow, ...]:
    """The table of steps, in the outline's order."""
    tree = regions(sfm)
    numbers = _numbers(_lines(sfm, tree))
    return tuple(
        TableRow(number, step, tuple((t.label, numbers[tree.place[t.target]]) for t in step.transitions))
        for at, number in numbers.items()
        for step in [sfm.steps[at]]
    )
