"""A `raise` that a handler of the same function catches: its way says on what, as those of what merely may raise do.

Below high the way of `Raise ValueError: too big` needs no word. In a part its step is a line among others, and what its way leads to
is no deed that comes next: `• If n is over: raise ValueError: too big`, `• On ValueError: note(n)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ...model.sfm import ACTION, ScenarioStep
from ...words.dominated import error, failing
from ...words.outcomes import parted

_RAISE: Final = "raise"
_SAYS: Final = ("Raise ", "Throw ", "Re-raise", "Re-throw")
_CLASS: Final = regex(r"[\w.:]{0,80}[A-Z][\w.:]{0,80}|\w{1,80}(?:_error|_exception)")


def _sole(step: ScenarioStep) -> bool:
    return (
        step.step_type == ACTION and step.label.startswith(_SAYS) and [way.kind for way in step.transitions] == [_RAISE]
    )


def said(steps: Sequence[ScenarioStep]) -> tuple[ScenarioStep, ...]:
    """A handler is called the same by all that lead to it."""
    known = {way.target: error(way) for step in reversed(steps) for way in step.transitions if failing(way)}

    def put(step: ScenarioStep) -> ScenarioStep:
        way = step.transitions[0] if _sole(step) else None
        if way is None or way.label:
            return step
        name = parted(step.label)[0].removeprefix("Raise ").removeprefix("Throw ")
        own = f"on {name}" if _CLASS.fullmatch(name) else "on error"
        return step._replace(transitions=(way._replace(label=known.get(way.target, own)),))

    return tuple(map(put, steps))


def unsaid(steps: Sequence[ScenarioStep], before: Sequence[ScenarioStep]) -> list[ScenarioStep]:
    """Where such a step stands by itself its way says no more than before."""
    silent = {step.step_id for step in before if _sole(step) and not step.transitions[0].label}
    return [
        step._replace(transitions=(step.transitions[0]._replace(label=""),))
        if step.step_id in silent and _sole(step)
        else step
        for step in steps
    ]
