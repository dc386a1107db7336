"""Ways of an error that are drawn once for many steps on one side, and step by step on the other: how many steps of a `try` may raise decides
that, and no edit of the others. The side before is read as the side after draws it, where each step still stands in what the one way covers.

load(a)   on OSError                    load(a)   on OSError (from here to send(c))
store(b)  on OSError             →      warn(b)
send(c)   on OSError                    store(b)
                                        send(c)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...model.diff import Added, FlowDiff, Removed
from ...model.record import NamedTuple
from ...model.sfm import ScenarioStep, Transition
from ...words.dominated import reach


class ErrorWay(NamedTuple):
    """One way for the steps [first, last] of a side. label: without what says up to which."""

    first: int
    last: int
    target: str
    label: str
    whole: Transition


def as_after(diff: FlowDiff) -> FlowDiff:
    if diff.before is None or diff.after is None:
        return diff
    there = {each.before.step_id: each.after.step_id for each in diff.edits if not isinstance(each, Added | Removed)}
    was, now = list(_gathered(diff.before.steps)), list(_gathered(diff.after.steps))
    if not was and not now:
        return diff
    steps = list(_taken_together(diff.before.steps, diff.after.steps, now, there))
    steps = list(_told_apart(steps, diff.after.steps, was, there))
    return diff._replace(before=diff.before._replace(steps=tuple(steps)))


def _gathered(steps: Sequence[ScenarioStep]) -> Iterator[ErrorWay]:
    for at, step in enumerate(steps):
        for way in step.transitions:
            if not (said := reach(way)):
                continue
            begin = said.removesuffix("…").removesuffix("(…)").removesuffix("…")
            last = next((n for n in range(len(steps) - 1, at, -1) if steps[n].label.startswith(begin)), -1)
            if last > at:
                yield ErrorWay(at, last, way.target, way.label.partition(" (from here to ")[0], way)


def _taken_together(
    old: Sequence[ScenarioStep], new: Sequence[ScenarioStep], ways: Sequence[ErrorWay], there: Mapping[str, str]
) -> Iterator[ScenarioStep]:
    """Without the ways of single steps for which one stands after."""
    order = {step.step_id: at for at, step in enumerate(new)}
    places = [order.get(there.get(step.step_id, ""), -1) for step in old]
    bearing: dict[ErrorWay, int] = {}  # which step before bears it: the first of those that have such a way
    for each in ways:
        those = [
            n for n, step in enumerate(old) if any(_is_of(each, places[n], way, there) for way in step.transitions)
        ]
        known = new[each.first].step_id in there.values()
        if those and (places[those[0]] == each.first or not known):
            bearing[each] = those[0]
    for n, step in enumerate(old):
        own = []
        for way in step.transitions:
            one = next((each for each in bearing if _is_of(each, places[n], way, there)), None)
            if one is None or (bearing[one] != n and len(step.transitions) < 2):
                own.append(way)
            elif bearing[one] == n:
                own.append(way._replace(label=one.whole.label))
        yield step._replace(transitions=tuple(own))


def _is_of(one: ErrorWay, at: int, way: Transition, there: Mapping[str, str]) -> bool:
    return one.first <= at <= one.last and (one.target, one.label) == (there.get(way.target, ""), way.label)


def _told_apart(
    old: Sequence[ScenarioStep], new: Sequence[ScenarioStep], ways: Sequence[ErrorWay], there: Mapping[str, str]
) -> Iterator[ScenarioStep]:
    """With a way for each step which has one after, where one stood for all."""
    after = {step.step_id: step for step in new}
    single = [
        each
        for each in ways
        if (one := after.get(there.get(old[each.first].step_id, "")))
        and (there.get(each.target, ""), each.label) in {(way.target, way.label) for way in one.transitions}
    ]
    for at, step in enumerate(old):
        own = list(step.transitions)
        mine = after.get(there.get(step.step_id, ""))
        for each in single:
            if at == each.first:
                own = [way._replace(label=each.label) if way == each.whole else way for way in own]
            elif mine and each.first < at <= each.last:
                has = (there.get(each.target, ""), each.label) in {(way.target, way.label) for way in mine.transitions}
                own += [each.whole._replace(label=each.label)] if has else []
        yield step._replace(transitions=tuple(own))
