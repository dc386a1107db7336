"""Talk that a function makes ready for: what it asks others for and only says is what it is there to say.

stat = calculate()
LOG("shared %d", stat.ratio)       without this the step above it would be for nothing
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from ...model import action
from ...model.flow import Op
from ...model.pattern import regex
from ...model.protocol import Protocol
from . import talk
from .dataflow import definition, inert
from .scene import MadeCall, OpPlace, Scene

_NAME: Final = regex(r"[^\W\d]\w*")


class Typed(Protocol):
    @property
    def type(self) -> str: ...


def prepared(
    scene: Scene, known: Mapping[OpPlace, Typed], said: Collection[OpPlace], vain: Collection[OpPlace]
) -> set[OpPlace]:
    """Of talk, the places. known: what each op is, what nobody sees left out. vain: questions that only lead to talk."""
    if not said:
        return set()
    asked: dict[str, set[OpPlace]] = {}
    for name, at in _asked(scene, known):
        asked.setdefault(name, set()).add(at)
    if not asked:
        return set()
    named: dict[str, set[OpPlace]] = {}
    for place, op in scene.ops():
        for name in _NAME.findall(scene.read(op.start, op.end)):
            named.setdefault(name, set()).add(place)

    def quiet(place: OpPlace) -> bool:
        return known[place].type in action.ELIDED or place in vain

    made = {name for name, places in asked.items() if all(map(quiet, named[name] - places))}
    found, waiting = set[OpPlace](), list(made)
    ops = dict(scene.ops())
    while waiting:
        for place in named.get(waiting.pop(), set()) - found:
            if place in said:
                found.add(place)
            elif known[place].type == action.UTILITY and (name := _set(scene, ops[place])) and name not in made:
                made.add(name)
                waiting.append(name)
    return found


def _asked(scene: Scene, known: Mapping[OpPlace, Typed]) -> Iterator[tuple[str, OpPlace]]:
    """Locals that are given what a function of the project says which does nothing else, or in Python one of a library that
    may fail."""
    for place, op in scene.ops():
        if op.kind == "do" and known[place].type not in action.ELIDED and (name := _set(scene, op)) in scene.locals:
            calls = scene.calls(op.start, op.end)
            if calls and all(_only_answers(scene, known[place], one) for one in calls):
                yield name, place


def _only_answers(scene: Scene, known: Typed, one: MadeCall) -> bool:
    if one.resolved and one.resolved.targets:
        return talk.idle(scene, one)
    return scene.python and known.type == action.COMPUTATION and bool(one.resolved and one.resolved.external)


def _set(scene: Scene, op: Op) -> str:
    if op.role not in ("declare", "assign"):
        return ""
    made = definition(scene.read(op.start, op.end), op.role == "declare")
    return made.name if made and made.whole else ""


def own_value(scene: Scene, op: Op) -> bool:
    """It only gives a plain local a value, as a loop counts."""
    made = definition(scene.read(op.start, op.end), op.role == "declare")
    plain = made is not None and made.name in scene.locals and inert(made.value, scene.python)
    return plain and not scene.calls(op.start, op.end)
