"""A flow that is too large for one drawing, divided as one would extract functions: what is taken out has a drawing of
its own.

What may be taken out are the parts of the tree of phases: a paragraph, an arm, a body with all that is in it. The part
that saves most is taken first: of many steps, with one way on, named by its author; never nearly all. As soon as the
rest fits, it is the first drawing, with a box for each part that lists what is in it. A part that does not fit is
divided in turn. A drawing of a part begins with its title, and a way out of it ends in the name of what comes next, or
in the outcome itself. Every step is in one drawing at least.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ...model import limits
from ...model.record import NamedTuple
from ...model.sfm import END, LEVELS, LISTED, LOOP, START, TERMINAL, ScenarioFlowModel, ScenarioStep, Transition
from ...words.contents import contents, heading
from ...words.cutting import whole
from ...words.kept import kept
from ...words.taken import Ends, final
from .handlers import handled
from .high import outcomes, part_name, told_as
from .ladder import in_a_line
from .parts import Part, tree
from .quotient import one_each
from .reasons import alternatives, reason
from .several import around
from .table import DENSE, tabled

_LEAST: Final = 4  # steps of a part that is worth a drawing, unless there are none
_ENOUGH: Final = 2  # parts: nobody looks for fewer
_LARGE: Final = 8  # steps of a part that stays out once it is
_SHARE: Final = 0.7  # of all steps: who takes out more leaves nothing to tell
_FIT: Final = 32  # steps that mostly fit
_OUTCOMES: Final = 4  # ends of the first drawing that stay apart
_TRIED: Final = 4  # of those that may be left out
_LOOPS: Final = 0.8  # worth of a loop beside its body: the first drawing should show that there is one
_WAYS: Final = (1.0, 1.0, 0.5, 0.3)  # worth of a part with so many ways on
Fits = Callable[[ScenarioFlowModel], bool]
Ways = tuple[list[list[int]], list[list[int]]]
Told = dict[tuple[int, ...], tuple[str, str]]  # title and contents of parts, by their steps
Names = Mapping[str, tuple[str, str]]  # id and title of the part that a step is in


class Division(NamedTuple):
    """title: "" of the first one. Lines are the file's, 0 where they are not known."""

    title: str
    line: int
    end_line: int
    model: ScenarioFlowModel


def divided(model: ScenarioFlowModel, fits: Fits) -> tuple[Division, ...]:
    """One division where it fits as it is."""
    return tuple(_divided(Division("", 0, 0, model), fits))


def _divided(all_: Division, fits: Fits) -> Iterator[Division]:
    waiting = [all_]
    taken = Counter[str]()
    while waiting:
        here = waiting.pop()
        told: Told = {}
        here = here._replace(model=_denser(here.model, fits))
        chosen = [] if fits(here.model) else _chosen(here.model, fits, told)
        if not chosen:
            yield here
            continue
        told |= _distinct({part.steps: told[part.steps] for part in chosen}, taken)
        yield here._replace(model=_overview(here.model, chosen, told))
        waiting += reversed(list(_drawn(here.model, chosen, told)))


def _denser(model: ScenarioFlowModel, fits: Fits) -> ScenarioFlowModel:
    """With as few tables as it needs."""
    if fits(model) or fits(dense := tabled(model, DENSE)):
        return model if fits(model) else dense
    return handled(dense)


def _distinct(told: Told, taken: Counter[str]) -> Told:
    """No two parts of one title: the second is numbered. taken: how many have each."""
    found: Told = {}
    for steps, (title, box) in told.items():
        taken[title] += 1
        number = f" ({taken[title]})" if taken[title] > 1 else ""
        found[steps] = title + number, title + number + box.removeprefix(title) if number else box
    return found


def _chosen(model: ScenarioFlowModel, fits: Fits, told: Told) -> list[Part]:
    """The parts to take out, in drawing order; of those that are not needed in the end the small ones stay in."""
    ways = _ways(model)
    inner = sum(step.step_type not in (START, *TERMINAL) for step in model.steps)
    able = [
        part for part in _all(tree(model)) if len(part.steps) <= _SHARE * inner
    ]  # so what is divided becomes ever smaller
    able.sort(key=lambda part: (-_worth(model, part, ways), part.steps))
    enough = _asking(model, fits, told)
    single = [
        part for part in able if _entries(part, ways) < 2
    ]  # what is entered in two places hides the question before
    for some in (single, able):
        found: list[list[Part]] = []
        for replacing, least in ((False, _LEAST), (True, _LEAST), (False, 2), (True, 2)):
            if not any(len(each) <= _ENOUGH for each in found):
                wanted = [part for part in some if len(part.steps) >= least]
                found += filter(None, [_enough(wanted, replacing, enough)])
        if found:
            return min(found, key=len)
    chosen = _apart(able)
    return chosen if len(_overview(model, chosen, told).steps) < len(model.steps) else []


def _all(parts: Sequence[Part]) -> Iterator[Part]:
    waiting = list(parts)
    while waiting:
        part = waiting.pop()
        if part.inside:
            yield part
            waiting += part.inside


def _asking(model: ScenarioFlowModel, fits: Fits, told: Told) -> Callable[[Sequence[Part]], bool]:
    """Whether the rest fits without some parts: each choice is drawn once, however often it is met."""
    ends = sum(step.step_type in TERMINAL for step in model.steps)
    known: dict[tuple[int, ...], bool] = {}  # by which parts they are: all live as long as this does

    def enough(chosen: Sequence[Part]) -> bool:
        left = len(model.steps) - sum(len(part.steps) - 1 for part in chosen) - ends
        if left > limits.MERMAID_NODES:
            return False  # most are far from it
        key = tuple(map(id, chosen))
        if key not in known:
            known[key] = fits(_overview(model, chosen, told))
        return known[key]

    return enough


def _enough(able: Sequence[Part], replacing: bool, enough: Callable[[Sequence[Part]], bool]) -> list[Part]:
    """As few as are enough, [] where all are not. replacing: a part around chosen ones takes their place."""
    rounds: list[list[Part]] = [[]]
    for part in able:
        if (chosen := _with(rounds[-1], part, replacing)) != rounds[-1]:
            rounds.append(chosen)
    at = bisect_left(rounds, True, lo=1, key=enough)
    if at == len(rounds):
        return []
    chosen = rounds[at]
    for each in sorted((each for each in chosen if len(each.steps) < _LARGE), key=lambda each: len(each.steps))[
        :_TRIED
    ]:
        fewer = [other for other in chosen if other is not each]
        if fewer and enough(fewer):
            chosen = fewer
    return sorted(chosen, key=lambda each: each.steps)


def _with(chosen: Sequence[Part], part: Part, replacing: bool) -> list[Part]:
    """A part that lies within a chosen one adds nothing."""
    own = set(part.steps)
    if any(own <= set(other.steps) or (own & set(other.steps) and not replacing) for other in chosen):
        return list(chosen)
    return [*(other for other in chosen if not own & set(other.steps)), part]


def _apart(able: Sequence[Part]) -> list[Part]:
    """The largest, as many as do not overlap."""
    chosen: list[Part] = []
    taken = set[int]()
    for part in sorted(able, key=lambda part: (-len(part.steps), part.steps)):
        if not taken & set(part.steps):
            taken |= set(part.steps)
            chosen.append(part)
    return sorted(chosen, key=lambda part: part.steps)


def _ways(model: ScenarioFlowModel) -> Ways:
    """Of each step: where it leads, and from where it is reached."""
    known = {step.step_id: at for at, step in enumerate(model.steps)}
    onward = [[known[t.target] for t in step.transitions] for step in model.steps]
    back: list[list[int]] = [[] for _ in model.steps]
    for at, targets in enumerate(onward):
        for target in targets:
            back[target].append(at)
    return onward, back


def _entries(part: Part, known: Ways) -> int:
    own = set(part.steps)
    return sum(any(before not in own for before in known[1][at]) for at in own)


def _worth(model: ScenarioFlowModel, part: Part, known: Ways) -> float:
    own = set(part.steps)
    onward = {target for at in own for target in known[0][at]} - own
    ways = [target for target in onward if model.steps[target].step_type not in TERMINAL]
    named = 1.6 if part.phase and part.phase.named else 1.0 if part.phase else 0.6
    shown = _LOOPS if model.steps[part.steps[0]].step_type == LOOP else 1.0
    size = min(len(own), _FIT) - 1
    return size * named * shown * _WAYS[min(len(ways), len(_WAYS) - 1)] * (0.4 if _entries(part, known) > 1 else 1.0)


def _overview(model: ScenarioFlowModel, parts: Sequence[Part], told: Told) -> ScenarioFlowModel:
    """Ends that only parts lead to share steps; their own drawings have each."""
    inside = {model.steps[at].step_id for part in parts for at in part.steps}
    beside = {t.target for step in model.steps if step.step_id not in inside for t in step.transitions}
    ends = [[at for at in alike if model.steps[at].step_id not in beside] for alike in outcomes(model.steps, _OUTCOMES)]
    last = Ends(final(model.steps))
    for part in parts:
        if part.steps not in told:
            told[part.steps] = (
                heading(_told(model, part), last, _title(part)),
                _box(model, part, contents(_told(model, part), last, _title(part))),
            )
    steps = told_as(model, parts, ends, {part.steps[0]: told[part.steps][0] for part in parts})
    boxes = {part_name(model.steps, part): told[part.steps][1] for part in parts}
    shown = tuple(
        step._replace(label=boxes[step.step_id], flags=f"{step.flags} {LISTED}".strip())
        if step.step_id in boxes
        else step
        for step in steps
    )
    return model._replace(steps=shown, end_steps=tuple(final(shown)), phases=())


def _box(model: ScenarioFlowModel, part: Part, told: str) -> str:
    """With what the part leaves to those behind it, before how much more there is."""
    inside = set(part.steps)
    behind = [step for at, step in enumerate(model.steps) if at > part.steps[0] and at not in inside]
    later = kept([model.steps[at] for at in part.steps], behind, told)
    *lines, last = told.split("\n")
    return "\n".join([*lines, later, last] if last.startswith("… ") else [*lines, last, later]) if later else told


def _title(part: Part) -> str:
    return part.phase.title if part.phase and part.phase.named else ""


def _told(model: ScenarioFlowModel, part: Part) -> list[ScenarioStep]:
    return [in_a_line(model.steps[at]) for at in part.steps]


def _drawn(model: ScenarioFlowModel, chosen: Sequence[Part], told: Told) -> Iterator[Division]:
    titles = [told[part.steps][0] for part in chosen]
    named = [(part, part_name(model.steps, part), title) for part, title in zip(chosen, titles, strict=True)]
    names = {model.steps[at].step_id: (name, title) for part, name, title in named for at in part.steps}
    for part, title in zip(chosen, titles, strict=True):
        evidence = around([model.steps[at] for at in part.steps])
        line, end_line = (evidence.line, evidence.end_line) if evidence else (0, 0)
        yield Division(title, line, end_line, _alone(model, part, names, title))


def _alone(model: ScenarioFlowModel, part: Part, names: Names, title: str) -> ScenarioFlowModel:
    """A part as a model of its own. names: of what other steps are part of."""
    known = model.by_id()
    own = {model.steps[at].step_id for at in part.steps}
    stands = part_name(model.steps, part)
    first = model.steps[part.steps[0]].step_id
    steps = [ScenarioStep(f"{stands}0", START, title, title, LEVELS, (Transition(first),))]
    behind: dict[str, ScenarioStep] = {}
    for at in part.steps:
        ways = []
        for way in model.steps[at].transitions:
            if way.target not in own:
                end = _behind(known[way.target], names)
                behind.setdefault(end.step_id, end)
                way = way._replace(target=end.step_id)
            ways.append(way)
        steps.append(model.steps[at]._replace(transitions=one_each(ways)))
    steps += behind.values()
    into = [
        (t.target, reason(step, t) if t.label in ("yes", "no") else t.label)
        for step in model.steps
        if step.step_id not in own
        for t in step.transitions
        if t.target in own
    ]
    return model._replace(steps=tuple(_reached(steps, into)), start_step=steps[0].step_id, end_steps=tuple(behind))


def _behind(target: ScenarioStep, names: Names) -> ScenarioStep:
    """What a way out leads to: an outcome is drawn again, all else is named."""
    if target.step_type in TERMINAL:
        return target
    part, title = names.get(target.step_id, (target.step_id, whole(target.label.partition("\n")[0])))
    label = f"Go on with: {title.removesuffix(':')}"
    return ScenarioStep(f"{part}1", END, label, label, LEVELS, ())


def _reached(steps: Sequence[ScenarioStep], into: Sequence[tuple[str, str]]) -> list[ScenarioStep]:
    """A part that is entered in several places begins at each that its first does not lead to. into: what is entered
    from outside, and when."""
    known = {step.step_id: step for step in steps}
    seen: set[str] = set()
    entries: list[str] = []
    for step in steps:
        if step.step_id in seen or (step.step_type in TERMINAL and seen):
            continue
        entries += [step.step_id] if seen else []
        waiting = [step.step_id]
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += [t.target for t in known[name].transitions]
    first = [t.target for t in steps[0].transitions]
    when: dict[str, dict[str, None]] = {}
    for target, told in into if entries else ():
        when.setdefault(target, {})[told] = None
    start = steps[0]._replace(
        transitions=tuple(
            Transition(entry, alternatives([told for told in when.get(entry, ()) if told]))
            for entry in (*first, *entries)
        )
    )
    return [start, *steps[1:]]
