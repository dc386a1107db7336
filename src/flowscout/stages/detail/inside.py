"""Deep: what the functions that are called do themselves, one level down, as their own high level tells it.

The steps of a callee stand behind the call (before it, where the call is a condition or an end), with their conditions
and in their order. Its returns lead on; what it raises goes where the caller catches it, or ends the caller too. Each
callee is opened once, at its first call that is not made for an error on its way out; none whose call is not certain,
none that does nothing worth telling.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ...model.identity import qualified_of
from ...model.record import NamedTuple
from ...model.sfm import (
    ACTION,
    DEEP,
    ERROR,
    START,
    STATE_CHANGE,
    TERMINAL,
    Phase,
    ScenarioFlowModel,
    ScenarioStep,
    Transition,
)

MOST: Final = 10  # callees of one function
_BARE: Final = frozenset({"Done", "Return"})
_RAISES: Final = ("raise", "throw", "Raise", "Throw", "Pass the error on")
_RETURNS: Final = ("return", "co_return", "Return", "Done")


def wanted(model: ScenarioFlowModel) -> tuple[str, ...]:
    """Ids of the callees that may be opened, in drawing order."""
    certain = [step.callees[0] for step in model.steps if len(step.callees) == 1 and not step.members]
    return tuple(dict.fromkeys(callee for callee in certain if callee != model.entry_function))


def _matters(called: ScenarioFlowModel) -> bool:
    """It changes something or may fail, and there is more to it than one step."""
    inner = [step for step in called.steps if step.step_type not in (START, *TERMINAL)]
    tells = any(step.step_type == STATE_CHANGE or step.flags for step in inner) or any(
        step.step_type == ERROR for step in called.steps
    )
    return tells and bool(inner) and any(_returns(step) for step in called.steps if step.step_type in TERMINAL)


def _said(step: ScenarioStep) -> str:
    return step.evidence.text.lstrip() if step.evidence else step.label


def _returns(step: ScenarioStep) -> bool:
    return not _raises(step) and (_said(step).startswith(_RETURNS) or step.label.startswith(_RETURNS))


def _raises(step: ScenarioStep) -> bool:
    return step.step_type == ERROR and step.label.startswith(_RAISES)


class _Call(NamedTuple):
    """onward: where returns lead; caught: where errors do."""

    step: ScenarioStep
    onward: tuple[Transition, ...]
    caught: tuple[Transition, ...]


def _call(step: ScenarioStep) -> _Call:
    caught = _caught(step)
    if step.step_type in (ACTION, STATE_CHANGE):
        return _Call(step, tuple(t for t in step.transitions if t not in caught), caught)
    return _Call(step, (Transition(step.step_id),), caught)


def _caught(step: ScenarioStep) -> tuple[Transition, ...]:
    """Ways of what a step raises. Where there is no other, the error came from before: `finally` lets it go on."""
    found = tuple(t for t in step.transitions if t.kind == "raise")
    return found if len(found) < len(step.transitions) else ()


def _opened(call: _Call, called: ScenarioFlowModel, taken: set[str]) -> tuple[str, list[ScenarioStep]]:
    """(id of the first step, steps) of a callee in its caller. A bare return is no step: who leads to it goes on."""
    names = {
        step.step_id: _id(f"{call.step.step_id} {step.step_id}", taken)
        for step in called.steps
        if step.step_type != START
    }
    bare = {
        step.step_id for step in called.steps if step.step_type in TERMINAL and _returns(step) and step.label in _BARE
    }

    def led(ways: Sequence[Transition]) -> Iterator[Transition]:
        for way in ways:
            if way.target in bare:
                yield from (onward._replace(label=way.label or onward.label) for onward in call.onward)
            else:
                yield way._replace(target=names[way.target])

    steps = []
    for step in called.steps:
        if step.step_type == START or step.step_id in bare:
            continue
        flags = " ".join(sorted({*step.flags.split(), "sub"}))
        made = step._replace(step_id=names[step.step_id], detail_levels=(DEEP,), members=(), evidence=None, flags=flags)
        if step.step_type not in TERMINAL:
            made = made._replace(transitions=tuple(dict.fromkeys(led(step.transitions))))
        elif _returns(step) or (_raises(step) and call.caught):
            made = made._replace(step_type=ACTION, transitions=call.onward if _returns(step) else call.caught)
        steps.append(made)
    first = next(step.transitions[0].target for step in called.steps if step.step_type == START)
    return names[first], steps


def _id(text: str, taken: set[str]) -> str:
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    length = 6
    while "S" + digest[:length] in taken:
        length += 1
    taken.add("S" + digest[:length])
    return "S" + digest[:length]


def opened(model: ScenarioFlowModel, called: Mapping[str, ScenarioFlowModel]) -> ScenarioFlowModel:
    """model: filtered to deep. called: callees at high, by id."""
    taken = set(model.by_id())
    steps = list(model.steps)
    phases, more = list(model.phases), 0
    for callee in wanted(model):
        flow = called.get(callee)
        if flow is None or not _matters(flow):
            continue
        if len(phases) - len(model.phases) == MOST:
            more += 1
            continue
        calls = [n for n, step in enumerate(steps) if step.callees == (callee,) and not step.has("sub")]
        at = next((n for n in calls if not _passing(steps[n])), calls[0])
        first, inner = _opened(_call(steps[at]), flow, taken)
        phases = _within(phases, steps[at], callee, [step.step_id for step in inner])
        steps = _placed(steps, at, first, inner)
    notes = (*model.notes, f"{more} more callees are not opened") if more else model.notes
    ends = tuple(step.step_id for step in steps if step.step_type in TERMINAL)
    return model._replace(steps=tuple(steps), end_steps=ends, phases=tuple(phases), notes=notes)


def _placed(steps: list[ScenarioStep], at: int, first: str, inner: list[ScenarioStep]) -> list[ScenarioStep]:
    """The callee's steps behind an action; before a condition or an end, which everybody reaches through them."""
    call = steps[at]
    if call.step_type in (ACTION, STATE_CHANGE):
        return [*steps[:at], call._replace(transitions=(Transition(first), *_caught(call))), *inner, *steps[at + 1 :]]
    own = {step.step_id for step in inner}
    turned = [
        step._replace(
            transitions=tuple(
                t._replace(target=first) if t.target == call.step_id and step.step_id not in own else t
                for t in step.transitions
            )
        )
        for step in steps
    ]
    return [*turned[:at], *inner, *turned[at:]]


def _passing(step: ScenarioStep) -> bool:
    return any(t.kind == "raise" for t in step.transitions) and not _caught(step)


def _within(phases: Sequence[Phase], call: ScenarioStep, callee: str, ids: Sequence[str]) -> list[Phase]:
    """The callee is a phase of its own, inside those that hold its call."""
    grown = [
        phase._replace(members=(*phase.members, *ids)) if call.step_id in phase.members else phase for phase in phases
    ]
    depth = max((phase.depth for phase in phases if call.step_id in phase.members), default=0)
    line = call.evidence.line if call.evidence else 0
    name = "P" + hashlib.sha256(f"in {callee}".encode("utf-8", "replace")).hexdigest()[:8]
    return [*grown, Phase(name, f"In {qualified_of(callee)}", line, line, tuple(ids), depth + 1, True)]
