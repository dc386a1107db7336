"""Decisions that no longer decide anything, taken out; what cannot be reached any more, left out.

A condition that does something by asking (`if (rename(a, b)) log()`) is still done: it becomes a plain step.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from ...model import limits
from ...model.pattern import regex
from ...model.sfm import (
    ACTION,
    BRANCHING,
    DECISION,
    DEEP,
    HIGH,
    LOOP,
    STATE_CHANGE,
    VALIDATION,
    ScenarioStep,
    Transition,
)
from ...words import english
from ...words.folding import split
from .fold import merged

_DONE: Final = r"((?:[\w.>-]{1,80} = )?+[\w.:>()-]{1,200}\([^()]{0,200}\))"
_CALL: Final = regex(
    rf"(?:not )?+{_DONE}(?: fails| succeeds)?+|\(?{_DONE}\)? (?:is|equals|differs from) [^()]{{1,60}}"
)  # the call alone, however it is answered
_CALLS: Final = regex(r"\w\(")


def _sole(step: ScenarioStep) -> str:
    """Where all branches of a decision lead, "" when they differ or lead back to it."""
    targets = {transition.target for transition in step.transitions}
    endless = step.step_type == LOOP and not any("done" in t.label.split(", ") for t in step.transitions)
    if step.step_type not in BRANCHING or endless or len(targets) != 1:
        return ""
    return next(iter(targets - {step.step_id}), "")


def _asked_again(step: ScenarioStep, steps: Mapping[str, ScenarioStep], sources: Collection[str]) -> str:
    """Where a question leads that one answer to the same question alone leads to, with nothing in between; "" nowhere."""
    before = steps.get(next(iter(sources))) if len(sources) == 1 else None
    asking = (DECISION, VALIDATION)
    if (
        before is None
        or step.step_type not in asking
        or before.step_type not in asking
        or step.whole != before.whole
        or step.has("acts")
        or step.has("irreversible")
        or _CALLS.search(step.whole)
    ):
        return ""
    answers = {way.label for way in before.transitions if way.target == step.step_id}
    led = [way.target for way in step.transitions if {way.label} == answers]
    return led[0] if len(led) == 1 and answers <= {"yes", "no"} and led[0] != step.step_id else ""


class _Links:
    """Steps that change while decisions go; `sources` says who leads to whom."""

    def __init__(self, steps: list[ScenarioStep]) -> None:
        self.steps = {step.step_id: step for step in steps}
        self.sources: dict[str, set[str]] = {}
        for step in steps:
            for transition in step.transitions:
                self.sources.setdefault(transition.target, set()).add(step.step_id)

    def led(self, name: str) -> set[str]:
        return {source for source in self.sources.get(name, ()) if source in self.steps}

    def take_out(self, name: str, target: str) -> list[str]:
        """Lead all who led to `name` on to `target`; those are to be looked at again."""
        del self.steps[name]
        moved = [source for source in self.sources.pop(name, set()) if source in self.steps]
        for source in moved:
            step = self.steps[source]
            turned = [t._replace(target=target) if t.target == name else t for t in step.transitions]
            self.steps[source] = step._replace(transitions=tuple(turned))
        self.sources.setdefault(target, set()).update(moved)
        self.sources[target].discard(name)
        return moved


def _tidy(step: ScenarioStep) -> ScenarioStep:
    """A decision says once where it leads; any other step has one plain way to a target."""
    if step.step_type in (DECISION, VALIDATION):
        return step._replace(transitions=merged(step.transitions))
    by_way: dict[tuple[str, str], Transition] = {(t.target, t.label): t for t in step.transitions}
    return step._replace(transitions=tuple(by_way.values()))


def _reachable(steps: dict[str, ScenarioStep], start: str) -> set[str]:
    seen, stack = {start}, [start]
    while stack:
        fresh = [t.target for t in steps[stack.pop()].transitions if t.target not in seen]
        seen.update(fresh)
        stack += fresh
    return seen


def _asked_in_vain(step: ScenarioStep) -> str:
    """Where a decision leads whatever its answer, although asking may raise an error that leads elsewhere; "" nowhere."""
    answers = [t for t in step.transitions if t.kind != "raise"]
    if (
        step.step_type not in (DECISION, VALIDATION)
        or len(answers) == len(step.transitions)
        or len({t.target for t in answers}) != 1
    ):
        return ""
    every = {"yes", "no"} <= {label for t in answers for label in t.label.split(", ")}
    return answers[0].target if every and answers[0].target != step.step_id else ""


def _joined(text: str) -> bool:
    return len(split(text, " and ")) > 1 or len(split(text, " or ")) > 1


def _tried(asked: str) -> tuple[str, str]:
    """Label and words of a question that is only asked for what it does: a call; of several those that are made, and
    how long."""
    if called := _CALL.fullmatch(asked):
        words = called[1] or called[2]
        return english.cut(words, limits.STEP_TEXT), words
    for word, told in ((" and ", "In turn, while each holds"), (" or ", "In turn, until one holds")):
        asking = split(asked, word)
        if len(asking) > 1 and not any(_joined(each) for each in asking):
            words = f"{told}: {'; '.join(asking)}"
            return english.cut(words, limits.DEED_TEXT), words
    words = f"Check {'whether ' if ' ' in asked else ''}{asked}"
    return english.cut(words, limits.STEP_TEXT), words


def _done(step: ScenarioStep, target: str) -> ScenarioStep:
    """What a condition does by asking, without the question; an error still goes its way."""
    asked = step.whole.removeprefix("While ").removesuffix("?")
    label, words = _tried(asked)
    kind = STATE_CHANGE if step.has("irreversible") else ACTION
    raised = [t for t in step.transitions if t.kind == "raise" and t.target != target]
    return step._replace(
        step_type=kind,
        label=label,
        words=words,
        transitions=(Transition(target), *raised),
    )


def collapsed(steps: list[ScenarioStep], start: str, level: str) -> tuple[ScenarioStep, ...]:
    links = _Links(steps)
    waiting = [step.step_id for step in steps]
    while waiting:
        name = waiting.pop()
        target = _sole(links.steps[name]) if name in links.steps else ""
        if target and links.steps[name].has("irreversible" if level == HIGH else "acts"):
            links.steps[name] = _done(links.steps[name], target)
        elif target:
            waiting += links.take_out(name, target)
        elif name in links.steps and (target := _asked_in_vain(links.steps[name])):
            links.steps[name] = _done(links.steps[name], target)
        elif (
            level != DEEP
            and name in links.steps
            and (target := _asked_again(links.steps[name], links.steps, links.led(name)))
        ):
            waiting += links.take_out(name, target)
    seen = _reachable(links.steps, start)
    return tuple(_tidy(links.steps[step.step_id]) for step in steps if step.step_id in seen)
