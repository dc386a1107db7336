"""Whether a step of a run is taken by everybody who goes through the run, wherever they enter it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ..model.record import NamedTuple
from ..model.sfm import END, ERROR, LOOP, TERMINAL, ScenarioStep, Transition
from .rounds import done

_AGAIN: Final = " again"  # no id holds a space
_LOOPS: Final = 16  # of a run; where there are more nobody asks what a round of each does


class Ends(NamedTuple):
    """What lies around a run. kinds: the steps that end the function, by id: their types. entries: of the run, those that
    somebody outside leads to; none known: the first."""

    kinds: Mapping[str, str]
    entries: frozenset[str] = frozenset()

    def get(self, name: str, default: str = "") -> str:
        return self.kinds.get(name, default)

    def within(self, run: Sequence[ScenarioStep], some: Sequence[ScenarioStep]) -> Ends:
        """Around a few steps of a run."""
        own = {step.step_id for step in some}
        led = {way.target for step in run if step.step_id not in own for way in step.transitions}
        return self._replace(entries=frozenset(own & (led | self.entries)))


NONE: Final = Ends(MappingProxyType({}))


def final(steps: Iterable[ScenarioStep]) -> dict[str, str]:
    """The types of the steps that end the function, by id."""
    return {step.step_id: step.step_type for step in steps if step.step_type in TERMINAL}


def led_to(steps: Iterable[ScenarioStep]) -> dict[str, set[str]]:
    """Who leads to each step."""
    found: dict[str, set[str]] = {}
    for step in steps:
        for way in step.transitions:
            found.setdefault(way.target, set()).add(step.step_id)
    return found


def entries(run: Sequence[ScenarioStep], led: Mapping[str, set[str]]) -> frozenset[str]:
    own = {step.step_id for step in run}
    return frozenset(name for name in own if led.get(name, set()) - own)


def near(steps: Sequence[ScenarioStep], ends: Ends) -> Ends:
    """Those that these steps are or lead to: a flow may have thousands of both."""
    met = {name for step in steps for name in (step.step_id, *(way.target for way in step.transitions))}
    return ends._replace(kinds={name: ends.kinds[name] for name in met if name in ends.kinds})


def failing(steps: Sequence[ScenarioStep], ends: Ends) -> set[str]:
    """Those behind which there is nothing but a failure."""
    found = {name for name, kind in ends.kinds.items() if kind == ERROR}
    for step in reversed(steps):
        if step.transitions and all(way.target in found for way in step.transitions):
            found.add(step.step_id)
    return found


def always(steps: Sequence[ScenarioStep], one: ScenarioStep, ends: Ends = NONE) -> bool:
    """Whether who enters the run and goes on behind it has taken this step. Failures end elsewhere, and so do early
    results where anybody goes on at all."""
    known = {step.step_id: step for step in steps}
    starts = [step.step_id for step in steps if step.step_id in ends.entries] or [steps[0].step_id]
    without = _reached(known, starts, one.step_id, ends)
    if without and not {"", END} & _reached(known, starts, "", ends):
        return False  # it ends in any case, and nothing says which end is the failing
    return "" not in without and (END not in without or "" in _reached(known, [one.step_id], "", ends))


def one_round(steps: Sequence[ScenarioStep]) -> Sequence[ScenarioStep]:
    """The run as it is for who goes through each of its loops once: a head leads into its body, and out where that comes
    back to it."""
    heads = {
        step.step_id: step for step in steps if step.step_type == LOOP and 0 < len(_done(step)) < len(step.transitions)
    }
    if not 0 < len(heads) <= _LOOPS:
        return steps
    known = {step.step_id: step for step in steps}
    bodies = {name: _body(known, head) for name, head in heads.items()}

    def led(step: ScenarioStep, ways: Sequence[Transition], name: str) -> ScenarioStep:
        back = [way.target + _AGAIN if step.step_id in bodies.get(way.target, ()) else way.target for way in ways]
        turned = tuple(way._replace(target=to) for way, to in zip(ways, back, strict=True))
        return step._replace(step_id=name, transitions=turned)

    first = [led(step, _into(step) if step.step_id in heads else step.transitions, step.step_id) for step in steps]
    return [*first, *(led(head, _done(head), name + _AGAIN) for name, head in heads.items())]


def _done(head: ScenarioStep) -> list[Transition]:
    return [way for way in head.transitions if done(way)]


def _into(head: ScenarioStep) -> list[Transition]:
    return [way for way in head.transitions if not done(way)]


def _body(known: Mapping[str, ScenarioStep], head: ScenarioStep) -> set[str]:
    others = {name: step for name, step in known.items() if name != head.step_id}
    return {name for way in _into(head) if way.kind != "raise" for name in inside(others, way.target)}


def unraised(steps: Sequence[ScenarioStep], ends: Ends) -> set[str]:
    """What is reached where nothing is raised within the run."""
    known = {step.step_id: step for step in steps}
    seen, waiting = set[str](), [name for name in known if name in ends.entries] or [steps[0].step_id]
    while waiting:
        name = waiting.pop()
        if name in known and name not in seen:
            seen.add(name)
            waiting += [way.target for way in known[name].transitions if way.kind != "raise"]
    return seen


def inside(known: Mapping[str, ScenarioStep], start: str) -> set[str]:
    """What of a run is reached from a step, itself among it."""
    seen, waiting = set[str](), [start]
    while waiting:
        name = waiting.pop()
        if name not in seen and name in known:
            seen.add(name)
            waiting += [way.target for way in known[name].transitions]
    return seen


def leading_to(steps: Sequence[ScenarioStep], one: str) -> set[str]:
    """What of a run leads to a step, itself among it."""
    led = led_to(steps)
    seen, waiting = set[str](), [one]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += led.get(name, ())
    return seen


def _reached(known: Mapping[str, ScenarioStep], starts: Sequence[str], avoided: str, ends: Ends) -> set[str]:
    """The kinds of ends that can be reached from some steps, "" for what lies behind the run."""
    seen, waiting, found = {avoided}, list(starts), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        step = known.get(name)
        if step is None or step.step_type in TERMINAL:
            found.add(step.step_type if step else ends.get(name))
        else:
            waiting += [t.target for t in step.transitions if t.kind != "raise"]
    return found
