"""High: the story of a function in at most twelve steps.

The steps of medium stand in a tree (`parts`), of which as much is opened as there is room for (`opening`). What stays closed
is one step that tells its inside in lines (`words.outlined`). Outcomes are never inside a part: equal ones are one step,
and where they are many, failures share one step that lists them, then results do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...model import limits
from ...model.pattern import regex
from ...model.sfm import (
    ACTION,
    END,
    ERROR,
    HIGH,
    LEVELS,
    STATE_CHANGE,
    TERMINAL,
    Phase,
    ScenarioFlowModel,
    ScenarioStep,
)
from ...words.cutting import headed, whole
from ...words.outcomes import brief, each_of, listed
from ...words.taken import Ends, entries, final, led_to
from ...words.titles import entitled
from .collapse import collapsed
from .entitled_ways import as_drawn
from .ladder import SMALL
from .opening import Met, OpeningTold, met, opened, told_of
from .parts import Part, rowed, tree
from .quotient import StepRun, quotient
from .raised import said
from .raised import unsaid as unsaid_way
from .several import around, members_of, named

MOST: Final = 12  # steps
_OUTCOMES: Final = 4
_RESULTS: Final = 5  # that stay apart, whatever there is beside them
_DROPPED: Final = regex(r"(?:^| )…(?:,| or |$)")  # what is left of an outcome that a cut took
_LISTED: Final = 12  # of many outcomes that share a step
_TALLEST: Final = 108  # lines of letters in what three screens show, if each step stood alone in its row
_FRAME: Final = 3  # lines that a step's frame and what leads there take
_LONGER: Final = 12  # lines of one step beyond those that every step has


def entitling(model: ScenarioFlowModel) -> ScenarioFlowModel:
    """Phases that their author did not name are called by what is in them."""
    known = {member: step for step in model.steps for member in (step.members or (step.step_id,))}
    ends, led = Ends(final(model.steps)), led_to(known.values())

    def told(phase: Phase) -> str:
        inside = {step.step_id: step for member in phase.members if (step := known.get(member))}
        run = list(inside.values())
        return entitled(run, ends._replace(entries=entries(run, led))) if inside else ""

    return model._replace(
        phases=tuple(phase if phase.named else phase._replace(title=told(phase)) for phase in model.phases)
    )


def outcomes(steps: Sequence[ScenarioStep], room: int) -> list[list[int]]:
    """Ends that are told as one, in drawing order: equal ones; of too many, all failures; of still too many, results
    but the first."""
    alike: dict[tuple[str, str], list[int]] = {}
    for at, step in enumerate(steps):
        if step.step_type in TERMINAL:
            alike.setdefault((step.step_type, step.whole), []).append(at)
    alike = _briefly(steps, alike) if len(alike) > room else alike
    for kind in (ERROR, END):
        keys = [key for key in alike if key[0] == kind]
        spare = keys if kind == ERROR else keys[1:]
        if len(alike) > (room if kind == ERROR else max(room, _RESULTS)) and len(spare) > 1:
            alike[kind, ""] = sorted(at for key in spare for at in alike.pop(key))
    return sorted(alike.values())


def _briefly(
    steps: Sequence[ScenarioStep], alike: Mapping[tuple[str, str], Sequence[int]]
) -> dict[tuple[str, str], list[int]]:
    """Results of which only what is handed to one call differs, together."""
    found: dict[tuple[str, str], list[int]] = {}
    for (kind, whole_), places in alike.items():
        key = (kind, brief(steps[places[0]].label) if kind == END else whole_)
        found.setdefault(key, []).extend(places)
    return {key: sorted(places) for key, places in found.items()}


def _ending(steps: Sequence[ScenarioStep], members: Sequence[int]) -> ScenarioStep:
    """One step for several ends."""
    first, labels = steps[members[0]], list(dict.fromkeys(steps[at].label for at in members))
    if len(members) == 1:
        return first
    told = _named(labels)
    wholes = list(dict.fromkeys(steps[at].whole for at in members))
    words, same = "; ".join(wholes), len(wholes) == 1
    name = first.step_id if same else named(f"{first.step_type} {words}")
    return first._replace(
        step_id=name,
        label=told,
        description=words,
        words=words,
        members=members_of([steps[at] for at in members]),
    )


def _named(labels: Sequence[str]) -> str:
    """As many outcomes as there is room for, and how many more there are: no cut drops one that is not counted."""
    labels = list(dict.fromkeys(each for label in labels for each in each_of(label)))
    if len({*map(brief, labels)}) == 1 and brief(labels[0]) in labels:
        return whole(brief(labels[0]))  # what some say besides stands where they are led to
    if len(listed(labels[:_LISTED])) > limits.LABEL_TEXT:
        short = list(dict.fromkeys(map(brief, labels)))
        labels = [each for each in short if each == (bare := each.partition("(")[0]) or bare not in short]
    for kept in range(min(len(labels), _LISTED), 1, -1):
        left = len(labels) - kept
        told = listed(labels[:kept])
        if len(told) <= limits.LABEL_TEXT or (kept == 2 and not _DROPPED.search(told := whole(told))):
            return f"{told}, … {left} more" if left else told
    more = len(labels) - 1
    return f"{whole(labels[0])} or {more} other way{'s' if more > 1 else ''} out" if more else whole(labels[0])


def unsaid(steps: Sequence[ScenarioStep], ends: Sequence[Sequence[int]]) -> frozenset[str]:
    """Ends that share a step with others, and say more than that holds: the lines that lead there do."""
    shared = [(_ending(steps, members).label, members) for members in ends if len(members) > 1]
    return frozenset(steps[at].step_id for told, members in shared for at in members if steps[at].label not in told)


def standing(steps: Sequence[ScenarioStep], part: Part, label: str) -> ScenarioStep:
    """One step for a part of several; its transitions are to be made."""
    inside = [steps[at] for at in part.steps]
    kind = STATE_CHANGE if any(step.step_type == STATE_CHANGE for step in inside) else ACTION
    flags = sorted(
        {
            flag
            for step in inside
            for flag in step.flags.split()
            if flag in ("irreversible", "permission", "opaque", "possible")
        }
    )
    words = "; ".join(headed(step.label) for step in inside)
    callees = tuple(dict.fromkeys(callee for step in inside for callee in step.callees))
    return ScenarioStep(
        part_name(steps, part), kind, label, words, LEVELS, (), members_of(inside), around(inside), " ".join(flags), callees,
    )  # fmt: skip


def part_name(steps: Sequence[ScenarioStep], part: Part) -> str:
    """The id of the step that stands for a part."""
    first = steps[part.steps[0]].step_id
    return first if len(part.steps) == 1 else "S" + part.phase.phase_id[1:] if part.phase else named(f"from {first}")


def _unique(runs: Sequence[StepRun], steps: Sequence[ScenarioStep]) -> list[StepRun]:
    """No two steps of one id: a longer one for whoever comes later."""
    inside = {at for run in runs for at in run.members}
    taken = {step.step_id for at, step in enumerate(steps) if at not in inside}
    made = []
    for run in runs:
        name = run.step.step_id
        while name in taken:
            name += "0"
        taken.add(name)
        made.append(run._replace(step=run.step._replace(step_id=name)))
    return made


def _hidden(steps: Sequence[ScenarioStep], part: Part, ends: Sequence[Sequence[int]]) -> bool:
    """A question alone whose answers end differently, in ends that share a step: no arrow would tell them apart."""
    step, names = steps[part.steps[0]], {at: steps[at].step_id for same in ends for at in same}
    led = {way.target for way in step.transitions}
    return len(part.steps) == 1 < len(led) and any(led <= {names[at] for at in same} for same in ends)


def _labels(
    steps: Sequence[ScenarioStep], parts: Sequence[Part], listed_: Sequence[Part], drawn: int, known: Met
) -> dict[Part, str]:
    """What stands in the place of each part that is told in lines: nothing is left out that the chart has room for."""
    found = {part: told_of(steps, part, known) for part in listed_}
    alone = [steps[part.steps[0]].label for part in parts if part not in found]
    spare = _TALLEST - _FRAME * drawn - sum(map(_rows, [*alone, *(label for label, _ in found.values())]))
    labels = {}
    for part, (label, more) in found.items():
        longer = told_of(steps, part, known, min(spare, more + _FRAME, _LONGER))[0] if more and spare > 0 else label
        spare -= _rows(longer) - _rows(label)
        labels[part] = longer
    return labels


def _rows(label: str) -> int:
    return sum(-(-len(line) // limits.WIDE_LINE) for line in label.split("\n"))


def _title(titles: Mapping[int, str], part: Part) -> str:
    return whole(titles.get(part.steps[0], ""), limits.STEP_TEXT)


def told_as(
    model: ScenarioFlowModel, parts: Sequence[Part], ends: Sequence[Sequence[int]], titles: Mapping[int, str]
) -> tuple[ScenarioStep, ...]:
    """The steps with these parts and ends in the place of what is in them. titles: of parts, by their first step."""
    known = met(model.steps, unsaid(model.steps, ends))
    several = [part for part in parts if len(part.steps) > 1 or _hidden(model.steps, part, ends)]
    told = dict.fromkeys(several, "") if titles else _labels(model.steps, parts, several, len(parts) + len(ends), known)
    runs = [StepRun(standing(model.steps, part, _title(titles, part) or told[part]), part.steps) for part in several]
    runs += [StepRun(_ending(model.steps, members), tuple(members)) for members in ends if len(members) > 1]
    runs = _unique(runs, model.steps)
    inner = {at for run in runs for at in run.members}
    firsts = {run.step.step_id: model.steps[run.members[0]] for run in runs}
    alone = [step for at, step in enumerate(model.steps) if at not in inner]
    return as_drawn(quotient(model.steps, runs), firsts, alone)


def high(model: ScenarioFlowModel) -> ScenarioFlowModel:
    """model: filtered to medium."""
    if len(model.steps) <= SMALL:
        return model._replace(level=HIGH, steps=tuple(step._replace(detail_levels=LEVELS) for step in model.steps))
    silent, model = model.steps, model._replace(steps=said(model.steps))
    parts = tree(model)
    inner = sum(len(part.steps) for part in parts)
    ends = outcomes(model.steps, max(_OUTCOMES, MOST - 1 - inner))
    room = MOST - 1 - len(ends)
    apart = all(
        len({model.steps[at].label for at in same}) == 1 for same in ends if model.steps[same[0]].step_type == END
    )
    parts = parts if apart else rowed(parts, model.steps)
    cover = opened(parts, OpeningTold(model.steps, apart, unsaid(model.steps, ends)), room, 1 + len(ends))
    drawn = [step._replace(detail_levels=LEVELS) for step in told_as(model, cover, ends, {})]
    steps = collapsed(unsaid_way(drawn, silent), model.start_step, HIGH)
    last = tuple(step.step_id for step in steps if step.step_type in TERMINAL)
    return model._replace(steps=steps, end_steps=last, level=HIGH, non_terminating=not last)
