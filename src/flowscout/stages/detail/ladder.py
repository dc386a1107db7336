"""Validations that follow one another, told as one step that lists them: a ladder.

    All hold?
    • req is not null, else InvalidArgument
    • size is at most quota, else ResourceExhausted       yes → goes on · no → ERROR `Return as listed`
    • user may create, else PermissionDenied

Three or more in a row, whose failing ways only leave: each to an exit of its own kind, or all to one place
(`continue`). They are asked in the order of the list. What a list would hide is left out of it: what cannot be undone,
a step that somebody else leads to, the border of a phase that its author named. The exits of a ladder are one step,
which lists them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from ...model import limits
from ...model.record import NamedTuple
from ...model.sfm import DEEP, HIGH, LISTED, TERMINAL, VALIDATION, ScenarioFlowModel, ScenarioStep, Transition
from ...words.cutting import at_word
from ...words.outcomes import parted
from .several import Several, around, claim, exit_of, members_of, named, replaced

SMALL: Final = 7  # steps of a flow that is its own story
_LEAST: Final = 3  # validations that are a ladder


class _Rung(NamedTuple):
    """A validation, where it goes on, what it fails with, and the kind of that: equal kinds can share a ladder. turned:
    it fails with yes, for its question can only be turned round by a "not"."""

    step: ScenarioStep
    on: str
    exit: str
    kind: str
    turned: bool

    def claim(self, label: str) -> str:
        return claim(label, self.turned)


def laddered(model: ScenarioFlowModel) -> ScenarioFlowModel:
    """model: filtered. Deep shows each by itself, and so does high, unless it is all that medium has."""
    if model.level == DEEP or (model.level == HIGH and len(model.steps) > SMALL):
        return model
    known = model.by_id()
    sources: dict[str, list[str]] = {}
    for step in model.steps:
        for transition in step.transitions:
            sources.setdefault(transition.target, []).append(step.step_id)
    order = {step.step_id: at for at, step in enumerate(model.steps)}
    rungs = {step.step_id: rung for step in model.steps if (rung := _rung(step, known, sources, order))}
    phases = {member: phase.phase_id for phase in model.phases if phase.named for member in phase.members}
    ladders = [ladder for ladder in _ladders(model.steps, rungs, sources, phases) if len(ladder) >= _LEAST]
    return replaced(model, [several for ladder in ladders for several in _told(ladder, known)])


def _rung(
    step: ScenarioStep,
    known: Mapping[str, ScenarioStep],
    sources: Mapping[str, Sequence[str]],
    order: Mapping[str, int],
) -> _Rung | None:
    ways = {transition.label: transition.target for transition in step.transitions}
    if (
        step.step_type != VALIDATION
        or set(ways) != {"yes", "no"}
        or len(step.transitions) != 2
        or step.has("irreversible")
    ):
        return None
    ends, here = {answer: known[target].step_type in TERMINAL for answer, target in ways.items()}, order[step.step_id]
    turned = ends["yes"] > ends["no"] or (ends["yes"] == ends["no"] and order[ways["yes"]] < here < order[ways["no"]])
    target = known[ways["yes" if turned else "no"]]
    own = target.step_type in TERMINAL and len(sources[target.step_id]) == 1
    return _Rung(
        step, ways["no" if turned else "yes"], target.step_id, target.step_type if own else target.step_id, turned
    )


def _ladders(
    steps: Sequence[ScenarioStep],
    rungs: Mapping[str, _Rung],
    sources: Mapping[str, Sequence[str]],
    phases: Mapping[str, str],
) -> list[list[_Rung]]:
    found: list[list[_Rung]] = []
    done: set[str] = set()
    for step in steps:
        rung = rungs.get(step.step_id)
        if rung is None or step.step_id in done:
            continue
        run = [rung]
        while (
            (after := rungs.get(run[-1].on))
            and len(sources[run[-1].on]) == 1
            and after.kind == rung.kind
            and _place(after, phases) == _place(rung, phases)
        ):
            run.append(after)
        done.update(each.step.step_id for each in run)
        found.append(run)
    return found


def _place(rung: _Rung, phases: Mapping[str, str]) -> str:
    return phases.get((rung.step.members or (rung.step.step_id,))[0], "")


def _told(ladder: Sequence[_Rung], known: Mapping[str, ScenarioStep]) -> list[Several]:
    exits = list(dict.fromkeys(known[rung.exit] for rung in ladder))
    end = exit_of(exits)
    made = [Several(_ladder(ladder, exits, end), tuple(rung.step.step_id for rung in ladder))]
    return [*made, Several(end, tuple(each.step_id for each in exits))] if len(exits) > 1 else made


def _ladder(ladder: Sequence[_Rung], exits: Sequence[ScenarioStep], end: ScenarioStep) -> ScenarioStep:
    steps = [rung.step for rung in ladder]
    several = len({exit_.whole for exit_ in exits}) > 1
    names = Counter(parted(exit_.label)[0] for exit_ in exits)
    said = {exit_.step_id: f", else {_named(exit_, names)}" if several else "" for exit_ in exits}
    claims = [f"• {rung.claim(rung.step.label)}{said[rung.exit]}" for rung in ladder]
    wholes = {exit_.step_id: f", else {exit_.whole}" if several else "" for exit_ in exits}
    words = "; ".join(f"{rung.claim(rung.step.whole)}{wholes[rung.exit]}" for rung in ladder)
    flags = " ".join(sorted({LISTED, *(flag for step in steps for flag in step.flags.split())}))
    ways = (Transition(ladder[-1].on, "yes", "true"), Transition(end.step_id, "no", "false"))
    return steps[0]._replace(
        step_id=named(f"ladder from {steps[0].step_id}"), label="\n".join(["All hold?", *claims]), description=words, words=words, transitions=ways,
        members=members_of(steps), evidence=around(steps), flags=flags, callees=tuple(dict.fromkeys(callee for step in steps for callee in step.callees)),
    )  # fmt: skip


def _named(exit_: ScenarioStep, names: Mapping[str, int]) -> str:
    """An exit by its name, with its message where others have the same name. names: how many exits have each."""
    name, message = parted(exit_.label)
    return f"{name}: {at_word(message, limits.LABEL_TEXT)}" if message and names[name] > 1 else name


def in_a_line(step: ScenarioStep) -> ScenarioStep:
    """Within a title a ladder is its claims, and a table its question."""
    if not step.has(LISTED):
        return step
    head, *claims = step.label.split("\n")
    if step.step_type != VALIDATION:
        return step._replace(label=head)
    return step._replace(label=", ".join(claim.removeprefix("• ").partition(", else ")[0] for claim in claims))
