"""What the last line of a box asks is told by the way out alone, where that says when it is taken and leads to an end that says all.

    • Set index to n                     Set index to n
    • If full(index): return 0             full(index) → Return 0
      full(index) → Return 0

A line before others stays: without it, what stands below would read as done by who leaves as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ...model.sfm import TERMINAL, ScenarioStep, Transition
from ...words.clauses import clause
from ...words.cutting import BULLET, INNER
from ...words.outcomes import brief
from .reasons import raises


def without_last(label: str, ways: Sequence[Transition], steps: Mapping[str, ScenarioStep]) -> str:
    """steps: those that are drawn as they are."""
    *before, last = label.split("\n")
    if not before or not before[-1].strip() or (len(before) == 1 and not before[0].startswith(BULLET)):
        return label
    said = {line for way in ways if (end := steps.get(way.target)) for line in _lines(way, end)}
    if last not in said:
        return label
    return before[0].removeprefix(BULLET) if len(before) == 1 else "\n".join(before)


def _lines(way: Transition, end: ScenarioStep) -> Iterator[str]:
    """How a line says that who takes this way ends there."""
    if end.step_type not in TERMINAL or not way.label:
        return
    denied = way.label.removeprefix("not ")
    bare = denied[1:-1] if denied.startswith("(") and denied.endswith(")") else denied
    heads = [f"If {way.label}", f"Unless {way.label.replace(' is not ', ' is ', 1)}"]
    heads += [f"Unless {denied}", f"Unless {bare}"] if denied != way.label else []
    ending = clause(brief(end.label))
    yield from (
        f"{BULLET}{head}: {ending}" for head in heads if not head.startswith("Unless ") or head[7:] != way.label
    )


def behind_last(
    inside: Collection[str], ways: Sequence[tuple[str, int, str]], known: Mapping[str, ScenarioStep], lines: str
) -> tuple[str, bool]:
    """Where who reads to the last line is led, or else the last step, in any case; and whether all that is asked in that line leads
    there. As an end it is no failure of what comes before it."""
    line = lines.rpartition("\n")[2]
    told = line.removeprefix(BULLET)
    read = [known[name] for name in inside if _ends(told.strip(INNER), known[name].label)]
    last = read[0] if len(read) == 1 else known[list(inside)[-1]]
    on = [at for at, way in enumerate(last.transitions) if not raises(way)]
    plain = len(on) == 1 and not last.transitions[on[0]].label
    to = next((to for source, at, to in ways if source == last.step_id and at == on[0]), "") if plain else ""
    if not to or len(read) != 1 or told.startswith(INNER):
        return to, False
    asking = [] if told == last.label else [known[name] for name in inside if last.step_id in _led(known[name])]
    away = {behind for source, _, behind in ways if source in [step.step_id for step in asking]}
    return to, len(asking) < 2 and (told == last.label or away == {to})


def _led(step: ScenarioStep) -> list[str]:
    return [way.target for way in step.transitions]


def _ends(line: str, label: str) -> bool:
    """Whether that step is all of the line, or what is told last in it."""
    return line == label or line.endswith((f": {clause(label)}", f"; {clause(label)}"))
