"""Runs of steps as one step each: what stays of their ways, and what the ways are called.

The way to what stands next is plain, unless only an exception takes it. A way out of a run keeps its label where it
says all there is to say; a question that is no longer drawn is asked on the edge that its answer takes (`hit is set:
yes`). A check that fails is named where another one of the run leads elsewhere; of a way to an end that
several lead to only that it returns. A way into the middle of a run says where (`err is not 0, on to: free(state)`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ...engine.quotient import leaving
from ...model import limits
from ...model.record import NamedTuple
from ...model.sfm import BRANCHING, END, ERROR, LOOP, TERMINAL, VALIDATION, ScenarioStep, Transition
from ...words.clauses import clause
from ...words.cutting import BULLET, headed
from ...words.dominated import error
from ...words.outcomes import brief
from ...words.rounds import done
from ...words.supposing import supposed
from .deciding import Deciding
from .entered import Into
from .last_asked import behind_last, without_last
from .reasons import (
    Reason,
    alternatives,
    any_of,
    asks,
    behind_loop,
    besides,
    caught,
    exactly,
    hanging,
    past_check,
    raises,
    reaching,
    reason,
)

_AHEAD: Final = "skips ahead"
_BACK: Final = "goes back"
_FINALLY: Final = "finally"


class StepRun(NamedTuple):
    """step: what stands for the run, its transitions to be made. members: positions among the steps, in drawing order."""

    step: ScenarioStep
    members: tuple[int, ...]


def quotient(steps: Sequence[ScenarioStep], runs: Sequence[StepRun]) -> tuple[ScenarioStep, ...]:
    """Runs stand where their first members stood. No member of a run is START."""
    names = [step.step_id for step in steps]
    part_of = {names[at]: run.step.step_id for run in runs for at in run.members}
    made = {run.step.step_id: run.step for run in runs}
    inside = {run.step.step_id: [names[at] for at in run.members] for run in runs}
    known = {step.step_id: step for step in steps}
    links = leaving(names, lambda name: [t.target for t in known[name].transitions], part_of)
    place = {name: at for at, name in enumerate(links)}
    labels = {name: frozenset([known[member].label for member in members]) for name, members in inside.items()}
    told = {name: frozenset(map(brief, all_)) for name, all_ in labels.items()}
    into = Into(inside, known, labels, told)
    ending = {part_of.get(step.step_id, step.step_id): step.step_type for step in steps if not step.transitions}
    return tuple(
        _of_run(made[name], inside[name], ways, known, ending, place, into) if name in made
        else known[name]._replace(transitions=one_each([into.one(known[name].transitions[at], to) for _, at, to in ways]))
        for name, ways in links.items()
    )  # fmt: skip


def one_each(ways: Sequence[Transition]) -> tuple[Transition, ...]:
    """One way to a target, and one that an exception takes; of many cases that lead there the first are named."""
    by_target: dict[tuple[str, bool], list[Transition]] = {}
    for way in ways:
        by_target.setdefault((way.target, raises(way)), []).append(way)
    return tuple(
        same[0]
        if len(same) == 1
        else same[0]._replace(label=alternatives(list(dict.fromkeys(filter(None, (way.label for way in same))))))
        for same in by_target.values()
    )


def _of_run(
    run: ScenarioStep,
    inside: Collection[str],
    ways: Sequence[tuple[str, int, str]],
    known: Mapping[str, ScenarioStep],
    ending: Mapping[str, str],
    place: Mapping[str, int],
    into: Into,
) -> ScenarioStep:
    """A run that nothing leaves goes on for ever."""
    if not ways:
        return run._replace(transitions=() if run.step_type in TERMINAL else (Transition(run.step_id, "for ever"),))
    within = [known[each] for each in inside]
    told = tuple(
        [
            reaching(way, within, [known[name].transitions[at] for name, at, to in ways if to == way.target], known)
            for way in _entering(run.label, _ways(run, inside, ways, known, ending, place), inside, ways, into)
        ]
    )
    plainly = {to for name, at, to in ways if not known[name].transitions[at].label.endswith(_FINALLY)}
    told = tuple([way if way.target in plainly else _finally(way) for way in told])
    return run._replace(label=without_last(run.label, told, known), transitions=told)


def _entering(
    lines: str, told: Sequence[Transition], inside: Collection[str], ways: Sequence[tuple[str, int, str]], into: Into
) -> tuple[Transition, ...]:
    """Ways into the middle of a run with where they enter it; where several do, when each is taken that the lines do not tell."""
    above = _above(inside, into.known)
    reasons: dict[str, dict[str, list[Reason]]] = {}
    for source, at, to in ways:
        way = into.known[source].transitions[at]
        where = into.middle(to, way.target, lines) if to in into.inside else ""
        reasons.setdefault(to, {}).setdefault(where, []).append(above(into.known[source], way))
    made = []
    for way in told:
        found = {at: some for at, some in reasons[way.target].items() if not at or at[1:] not in lines}
        found = found or reasons[way.target]
        if not any(found):
            made.append(way)
        elif len(found) == 1:
            known = "" if way.label == "returns" and all(where.startswith("return ") for where in found) else way.label
            made.append(way._replace(label=", ".join(filter(None, (known, *found)))))
        else:
            rows = [", ".join(filter(None, (_when(some), where))) for where, some in found.items()]
            made.append(way._replace(label=alternatives(list(dict.fromkeys(filter(None, rows))))))
    return tuple(made)


def _ways(
    run: ScenarioStep,
    inside: Collection[str],
    ways: Sequence[tuple[str, int, str]],
    known: Mapping[str, ScenarioStep],
    ending: Mapping[str, str],
    place: Mapping[str, int],
) -> tuple[Transition, ...]:
    """Of a run: one way to a target. The way to what stands next is the plain one."""
    by_target: dict[str, list[tuple[ScenarioStep, Transition]]] = {}
    above, over = _above(inside, known), Deciding(inside, known).over
    for source, at, to in ways:
        by_target.setdefault(to, []).append(above(known[source], known[source].transitions[at]))
    by_target = {to: _lifted(reasons, inside, known) for to, reasons in by_target.items()}
    raised = {to for to, reasons in by_target.items() if all(raises(transition) for _, transition in reasons)}
    if len(by_target) == 1 and not raised:
        return (Transition(next(iter(by_target))),)
    going_on = [to for to in by_target if to not in ending and to not in raised]
    main, sure = behind_last(inside, ways, known, run.label)
    here = place[run.step_id]
    through = {to for source, at, to in ways if done(known[source].transitions[at])}  # whose last loop is done
    plain = min(
        going_on,
        key=lambda to: (
            sure and to != main,
            place[to] != here + 1,
            to != main,
            to not in through,
            place[to] <= here,
            place[to],
        ),
        default="",
    )
    asking = {
        to: {step.step_id for step, _ in reasons if asks(step)} for to, reasons in by_target.items() if to != plain
    }
    every = set[str]().union(*asking.values())
    told = [
        _called(
            to,
            reasons,
            ending.get(to, ""),
            to == plain,
            run.label,
            _AHEAD if place[to] > here else _BACK,
            every <= asking.get(to, every),
            over,
            known,
        )
        for to, reasons in by_target.items()
    ]
    if plain and (errors := caught(by_target[plain])):
        told = [way._replace(label=errors) if way.target == plain else way for way in told]
    told = [way._replace(label="done") if _falls(way, known) else way for way in _told_apart(told, by_target)]
    failing = all(ending.get(to) == ERROR for to in by_target if to != main)
    if not going_on and (ending.get(main) == ERROR or (main in by_target and failing)):
        told = [way._replace(label="") if way.target == main else way for way in told]
    on = _called(plain, by_target[plain], "", False, "", over=over).label if len(by_target.get(plain, ())) == 1 else ""
    away = {way.target for way in told if way.label in (_AHEAD, _BACK)}
    if on and main in away - {plain}:  # who reads to the last line does not come to what stands next
        told = [_turned(way, plain, on, len(told) == 2) for way in told]
    if len(away) == 1 and all(way.label for way in told):
        told = [way._replace(label="otherwise") if way.target in away else way for way in told]
    round_ = (
        plain in by_target and plain not in through and any(way.label == "done" for way in told)
    )  # who reads to the end has done the last loop
    when = on or (_when(by_target[plain]) if round_ else "")
    told = [way._replace(label=way.label or when) if round_ and way.target == plain else way for way in told]
    told = [
        way._replace(label=exactly(by_target[way.target], over, known) or way.label)
        if way.label in (_AHEAD, _BACK)
        else way
        for way in told
    ]
    if len(going_on) > 2 and all(
        asks(known[source]) for source, _, to in ways if to == plain
    ):  # no line is told of who goes there
        sole = exactly(by_target[plain], over, known) if plain in by_target else ""
        told = [way._replace(label=way.label or sole) if way.target == plain else way for way in told]
    told = [_by_choice(way, by_target, run.label) if way.target == plain else way for way in told]
    return _told(told, plain, on)


def _by_choice(plain: Transition, by_target: Mapping[str, Sequence[Reason]], lines: str) -> Transition:
    """The way to what stands next as a case of a choice that no line tells, of which the rest leads elsewhere."""
    reasons = by_target[plain.target]
    others = [each for some in by_target.values() if some is not reasons for each in some]
    rest = {step.step_id for step, way in others if "otherwise" in way.label.split(", ")}
    cases = [step for step, way in reasons if asks(step) and way.label and f"{way.label}:" not in lines]
    told = not plain.label and len(cases) == len(reasons) and rest >= {step.step_id for step in cases}
    return plain._replace(label=_when(reasons)) if told else plain


def _turned(way: Transition, plain: str, on: str, alone: bool) -> Transition:
    """Which way is taken when. alone: there is but one other."""
    if way.target == plain:
        return way._replace(label=way.label or on)
    return way._replace(label="otherwise") if alone and way.label in (_AHEAD, _BACK) else way


def _finally(way: Transition) -> Transition:
    """Into a `finally`, as all ways that it stands for."""
    label = way.label.removesuffix(_FINALLY).removesuffix(", ")
    return way._replace(label=f"{label}, {_FINALLY}" if label else _FINALLY)


def _falls(way: Transition, known: Mapping[str, ScenarioStep]) -> bool:
    """Whether it comes to where nothing follows, and no `return` stands."""
    return way.label == "returns" and way.target in known and known[way.target].label == "Done"


def _told_apart(ways: Sequence[Transition], by_target: Mapping[str, Sequence[Reason]]) -> list[Transition]:
    """Two ways of one name are told by when each is taken."""
    times = Counter(way.label for way in ways if way.label)
    return [
        way._replace(label=_when(by_target[way.target]) or way.label) if times[way.label] > 1 else way for way in ways
    ]


def _when(reasons: Sequence[Reason]) -> str:
    both = _whatever(reasons)
    told = (reason(step, transition) for step, transition in reasons if step.step_id not in both)
    labels = list(dict.fromkeys(filter(None, told)))
    return alternatives(labels) or ("done" if any(step.step_type == LOOP for step, _ in reasons) else "")


def _told(ways: Sequence[Transition], plain: str, on: str) -> tuple[Transition, ...]:
    """Of several ways at most the plain one is without a word, and only where each other has its own. on: when it is taken."""
    silent = [way.target for way in ways if not way.label and way.target != plain]
    if not silent:
        return tuple(ways)
    return tuple(
        way if way.label else way._replace(label=(on or "goes on") if way.target == plain else "otherwise")
        for way in ways
    )


def _above(inside: Collection[str], known: Mapping[str, ScenarioStep]) -> Callable[[ScenarioStep, Transition], Reason]:
    """Says of a way the decision that it hangs on: its own, else the nearest one before it in the run, as long as one
    leads here. What an exception takes hangs on that exception."""
    sources: dict[str, list[Reason]] = {}
    order, meeting = {name: at for at, name in enumerate(inside)}, Deciding(inside, known)
    for name in inside:
        for transition in known[name].transitions:
            if order.get(transition.target, -1) > order[name] or known[transition.target].step_type != LOOP:
                sources.setdefault(transition.target, []).append((known[name], transition))

    def nearest(step: ScenarioStep, transition: Transition) -> Reason:
        if raises(transition):
            return step, transition
        here, seen, way = step, {step.step_id}, transition
        while (
            (here.step_type not in BRANCHING or behind_loop(here, way))
            and (before := sources.get(here.step_id, []))
            and before[0][0].step_id not in seen
        ):
            if all(raises(way) for _, way in before) and len({error(way) for _, way in before}) == 1:
                return before[0][0], before[0][1]._replace(label=error(before[0][1]), kind=transition.kind)
            if len(before) > 1:
                break
            here, way = before[0]
            seen.add(here.step_id)
            if here.step_type in BRANCHING and way.label and not behind_loop(here, way):
                return here, way._replace(kind=transition.kind)
        met = not transition.label and step.step_type not in BRANCHING  # `if (a) { if (b) f(); g(); goto out; }`
        if (met or behind_loop(step, transition)) and (found := meeting.of(here.step_id)):
            return found[0], found[1]._replace(kind=transition.kind)
        return step, transition

    return nearest


def _lifted(reasons: Sequence[Reason], inside: Collection[str], known: Mapping[str, ScenarioStep]) -> list[Reason]:
    """Instead of a question of which either answer leads there the one answer that leads to the question, as far as there is one."""
    found = list(reasons)
    for _ in range(len(inside)):
        both = _whatever(found)
        led = {
            name: [(known[each], way) for each in inside for way in known[each].transitions if way.target == name]
            for name in both
        }
        lifted = {name: some[0] for name, some in led.items() if len(some) == 1 and asks(some[0][0])}
        if not lifted:
            break
        found = list(dict.fromkeys(lifted.get(step.step_id, (step, way)) for step, way in found))
    return found


def _called(
    to: str,
    reasons: Sequence[Reason],
    ends: str,
    plain: bool,
    lines: str,
    away: str = "",
    alone: bool = True,
    over: Callable[[str], Sequence[Reason]] = lambda name: (),
    known: Mapping[str, ScenarioStep] = MappingProxyType({}),
) -> Transition:
    """lines: what the run says itself; when it ends is not said again. away: of a way that hangs on more than its own question, as the
    lines tell. alone: no question of the run leads elsewhere, so that a check that fails is one of these. over: what one hangs on besides."""
    kind = reasons[0][1].kind
    if plain:
        return Transition(to)
    both = _whatever(reasons)
    asked = [each for each in reasons if each[0].step_id not in both]
    labels = list(dict.fromkeys(filter(None, (reason(step, transition) for step, transition in asked))))
    if labels and not ends and not all(reason(step, transition) for step, transition in asked):
        return Transition(to, away, kind)  # taken besides by who answers none of these
    nested = any(_within(lines, *each) for each in asked)  # then its own question is not all that it hangs on
    if len(asked) == len(reasons) == 1 and (whole_ := besides(over(asked[0][0].step_id), *asked[0])):
        return Transition(to, whole_, kind)
    if not ends and not both and len(asked) > 1 and any(past_check(*each, known) for each in asked):
        return Transition(to, away, kind)
    if len(labels) == len(asked) == len(reasons) == 1:
        labels = [hanging(over(asked[0][0].step_id), *asked[0], labels[0])]
    if len(labels) == 1 and not both and not (ends and nested):
        return Transition(to, labels[0], kind)
    if not ends and nested:
        return Transition(to, away, kind)
    if not labels and not both and all(map(behind_loop, *zip(*asked, strict=True))):
        return Transition(to, "done", kind)
    if ends == ERROR and alone and all(step.step_type == VALIDATION for step, _ in reasons):
        short = not both and 0 < len(" or ".join(labels)) <= 2 * limits.EDGE_TEXT
        return Transition(to, (short and any_of(asked, labels, over)) or "a check fails", kind)
    if ends == ERROR and (both or not labels):
        return Transition(to, "on failure", kind)
    if ends == ERROR and alone and len(labels) > 1:
        caught = [error(way) for step, way in asked if raises(way) or (way.label and step.step_type not in BRANCHING)]
        checks = ["a check fails"] if len(caught) < len(asked) else []
        labels = list(dict.fromkeys([*caught, *checks])) if caught else labels
    if ends == ERROR and nested and len(labels) > 1 and not any(raises(way) for _, way in asked):
        checked = all(step.step_type == VALIDATION for step, _ in asked)
        return Transition(to, "a check fails" if checked else "fails", kind)
    turns = any(step.step_type == LOOP and not done(way) for step, way in asked)  # each round is no reason to end
    few = not (both or nested or turns) and 0 < len(" or ".join(labels)) <= 2 * limits.EDGE_TEXT
    told = any_of(asked, labels, over) if few and len(asked) > 1 else alternatives(labels) if few else ""
    return Transition(to, told or ("returns" if ends == END else alternatives(labels)), kind)


def _within(lines: str, step: ScenarioStep, transition: Transition) -> bool:
    """Whether the line for who takes this way stands under another question, or in its line."""
    return any(
        at and not lines[:at].endswith(("\n", f"\n{BULLET}")) and lines[:at] != BULLET
        for at in _heads(lines, step, transition)
    )


def _heads(lines: str, step: ScenarioStep, transition: Transition) -> list[int]:
    """Where in the lines a question stands with that answer."""
    if step.step_type not in BRANCHING or step.step_type == LOOP or transition.label not in ("yes", "no"):
        return []
    line = f"{supposed(headed(step.label), transition.label)}:"
    return [at for each in {line, clause(line)} if (at := lines.find(each)) >= 0]


def _whatever(reasons: Sequence[Reason]) -> set[str]:
    """The questions of which either answer leads there."""
    answers: dict[str, set[str]] = {}
    for step, transition in reasons:
        answers.setdefault(step.step_id, set()).add(transition.label)
    return {name for name, given in answers.items() if given >= {"yes", "no"}}
