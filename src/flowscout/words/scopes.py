"""What the title of a run begins with and what stands under that: the rounds of a loop, what is done where a question is answered so.

For each r in rows: if r is set: send r      the rounds, and within them what is behind the question
If all 3 checks pass: send r                 what is behind three questions in a row
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model.record import NamedTuple
from ..model.sfm import DECISION, LOOP, TERMINAL, VALIDATION, ScenarioStep
from .taken import Ends, inside


class Scope(NamedTuple):
    """Steps, and what lies around them. loop: they are what is done in each round."""

    steps: Sequence[ScenarioStep]
    ends: Ends
    loop: bool = False


def scopes(title: str, steps: Sequence[ScenarioStep], ends: Ends) -> list[Scope]:
    """What a title begins with, the outermost first: the rounds of a loop, what is done where a question is answered so."""
    inner = [step for step in steps if step.step_type not in TERMINAL]
    found: list[Scope] = []
    if len(inner) > 1 and inner[0].step_type == LOOP and title.startswith(inner[0].label):
        known = {step.step_id: step for step in inner}
        again = [step for step in inner[1:] if inner[0].step_id in inside(known, step.step_id)]
        ends, title = ends.within(inner, again), title[len(inner[0].label) :].removeprefix(": ")
        found, inner = [Scope(again, ends, loop=True)] if again else [], again
    if len(inner) > 1 and title.lower().startswith(("if ", "unless ")):
        own = {step.step_id for step in inner}
        past = {way.target for way in inner[0].transitions if way.kind != "raise"} - own
        last = guarded(inner, past.pop()) if len(past) == 1 else 0
        rest = inner[last:] if last and title.lower().startswith("if all ") else inner[1:] if last else []
        found += [Scope(rest, ends.within(inner, rest))] if rest else []
    return found


def guarded(inner: Sequence[ScenarioStep], past: str) -> int:
    """How many questions stand at the front of a run, each of which goes on to the next step or past the run."""
    for at, step in enumerate(inner):
        ways = {way.target for way in step.transitions if way.kind != "raise"}
        if (
            step.step_type not in (DECISION, VALIDATION)
            or at + 1 == len(inner)
            or ways != {past, inner[at + 1].step_id}
        ):
            return at
    return 0
