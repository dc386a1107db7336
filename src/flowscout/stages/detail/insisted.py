"""Assertions as steps of their own: what must be so, without the way that nobody takes.

    Assert q is not null                Assert:
                                        • q is not null
                                        • n is less than q.cap

An assertion is a contract, so its failing is no branch of the story; what it insists on is, above all in a test, where
it is what the function is for. Those that follow one another are one step. Deep, and who compares, has them as the
decisions that they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...model import limits
from ...model.pattern import regex
from ...model.sfm import (
    ACTION,
    BRANCHING,
    CONTRACT,
    ERROR,
    LISTED,
    START,
    TERMINAL,
    VALIDATION,
    Phase,
    ScenarioFlowModel,
    ScenarioStep,
    Transition,
)
from ...words.cutting import at_word
from ...words.kept import targets
from .several import Several, around, claim, members_of, named, replaced

_SAYS: Final = "Assert "
_SEVERAL: Final = regex(r"\(?(\*?[\w]{1,60}(?:, \*?[\w]{1,60}){1,6})\)? = \S{1,120}\(")  # a, b = f(c)
_CALLS: Final = regex(r"\w\(")
_NAMES: Final = regex(r"(?<![\w.>])[^\W\d]\w{0,80}+")


def insisted(steps: Sequence[ScenarioStep]) -> list[ScenarioStep]:
    """Steps that lead on, each assertion among them without its failing."""
    known = {step.step_id: step for step in steps}
    return [_insisting(step, known) for step in steps]


def _insisting(step: ScenarioStep, known: Mapping[str, ScenarioStep]) -> ScenarioStep:
    fails = [t for t in step.transitions if _is_failing(known.get(t.target))]
    if not step.has(CONTRACT) or step.step_type not in BRANCHING or len(fails) != 1:
        return step
    turned = "yes" in fails[0].label.split(", ")
    passes = tuple(_plain(t) for t in step.transitions if t is not fails[0])
    label, words = (f"{_SAYS}{claim(text, turned)}" for text in (step.label, step.whole))
    return step._replace(step_type=ACTION, label=label, words=words, transitions=passes)


def _is_failing(step: ScenarioStep | None) -> bool:
    return step is not None and step.has(CONTRACT) and step.step_type in TERMINAL


def _plain(way: Transition) -> Transition:
    """An answer is said no more where nothing is asked; a case in between still is."""
    said = ", ".join(label for label in way.label.split(", ") if label not in ("yes", "no"))
    return Transition(way.target, said, "next" if way.kind in ("true", "false") else way.kind)


def together(model: ScenarioFlowModel) -> ScenarioFlowModel:
    """A filtered model whose assertions in a row are one step each, which lists them."""
    phases = {member: phase for phase in model.phases if phase.named for member in phase.members}
    told = [run for run in _runs(model.steps, phases) if len(run) > 1]
    return replaced(model, [Several(_listing(run), tuple(step.step_id for step in run)) for run in told])


def found_out(steps: Sequence[ScenarioStep]) -> frozenset[str]:
    """Assertions of what the function did or has come to: they call, speak of what a call gave it before, hang on a question
    or a loop, or stand behind what it does. What it was given, asked at once, is its caller's affair, where a function of its own
    does not ask it and the function checks anything else."""
    given: set[str] = set()
    some: list[str] = []
    at_once: list[str] = []
    first = True
    for step in steps:
        claims = step.has(CONTRACT) and step.label.startswith(_SAYS)
        first = first and (claims or step.step_type == START or _set_up(step))
        if claims:
            does = set(step.flags.split()) - {CONTRACT, LISTED}
            asked = step.whole.removeprefix(_SAYS)
            told = not first or does or _CALLS.search(asked) or given.intersection(_NAMES.findall(asked))
            (some if told else at_once).append(step.step_id)
        elif step.step_type == ACTION:
            several = _SEVERAL.match(step.whole)
            names = several[1].split(",") if several else targets(step)
            given.update(name for each in names if (name := each.strip("() *")).isidentifier())
    ends = {step.step_id for step in steps if step.step_type in TERMINAL}
    checks = some or any(
        step.step_type == ERROR or (step.step_type == VALIDATION and ends & {way.target for way in step.transitions})
        for step in steps
    )
    return frozenset(some if checks else at_once)


def _set_up(step: ScenarioStep) -> bool:
    """It gives a variable a value, and does nothing else."""
    return step.step_type == ACTION and step.label.startswith("Set ") and len(step.transitions) == 1


def _runs(steps: Sequence[ScenarioStep], phases: Mapping[str, Phase]) -> list[list[ScenarioStep]]:
    led: dict[str, int] = {}
    for step in steps:
        for way in step.transitions:
            led[way.target] = led.get(way.target, 0) + 1
    known, done, found = (
        {step.step_id: step for step in steps if _asserts(step)},
        set[str](),
        list[list[ScenarioStep]](),
    )
    for step in known.values():
        run = [] if step.step_id in done else [step]
        while run and (after := known.get(_only(run[-1]))) and led[after.step_id] == 1 and after.step_id not in done:
            if _place(after, phases) != _place(step, phases):
                break
            run.append(after)
            done.add(after.step_id)
        found.append(run)
    return found


def _asserts(step: ScenarioStep) -> bool:
    return step.step_type == ACTION and step.label.startswith(_SAYS) and not set(step.flags.split()) - {CONTRACT}


def _only(step: ScenarioStep) -> str:
    return step.transitions[0].target if len(step.transitions) == 1 and not step.transitions[0].label else ""


def _place(step: ScenarioStep, phases: Mapping[str, Phase]) -> Phase | None:
    return phases.get((step.members or (step.step_id,))[0])


def _listing(run: Sequence[ScenarioStep]) -> ScenarioStep:
    claims = [f"• {at_word(step.label.removeprefix(_SAYS), limits.STEP_TEXT)}" for step in run]
    words = _SAYS + "; ".join(step.whole.removeprefix(_SAYS) for step in run)
    flags = " ".join(sorted({LISTED, *(flag for step in run for flag in step.flags.split())}))
    return run[0]._replace(
        step_id=named(f"assertions from {run[0].step_id}"),
        label="\n".join([f"{_SAYS.strip()}:", *claims]),
        description=words,
        words=words,
        transitions=run[-1].transitions,
        members=members_of(run),
        evidence=around(run),
        flags=flags,
        callees=tuple(dict.fromkeys(callee for step in run for callee in step.callees)),
    )
