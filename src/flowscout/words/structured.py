"""A run of steps as what is done in it, each thing under all that it hangs on.

The steps are read as the tree of who must be passed on the way to whom: what only one answer leads to stands under that
answer, and where ways meet again it goes on at the height of the question. Where all other answers only end, what the one
that stays leads to stands at the height of the question as well. So nothing is told without what it hangs on, before what
comes before it, or twice.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence, Set
from itertools import pairwise
from typing import Final

from ..model import limits
from ..model.sfm import BRANCHING, END, LOOP, ScenarioStep, Transition
from .away import led_out, led_to, next_round
from .clauses import clause
from .cutting import headed, whole
from .deed_lines import Told, deed
from .deeds import weight
from .dominated import RunAround, StraightRun, errors, failing
from .endless import looped
from .hoisted import hoisted
from .holding import nested
from .outcomes import brief
from .rounds import done
from .supposing import supposed

_PASSED: Final = "Skip the rest"
_ELSE: Final = "Otherwise"
_REST: Final = "otherwise"  # of a choice
_UNLEFT: Final = "Unless the loop was left"
_ON: Final = "Go on"
_DEEPEST: Final = 12
_LET_GO: Final = "end of "  # of what is held: the way behind it
_LITTLE: Final = 2
_FAILS: Final = 7
_GUARD: Final = 8  # worth of who leaves where: what stands below hangs on it
_FEW: Final = 4  # steps that stand under a question, though who does not go there is at the end


def told(steps: Sequence[ScenarioStep], around: RunAround) -> list[Told]:
    return hoisted(nested(run := looped(steps, around), _told(run)))


def _told(run: StraightRun) -> list[Told]:
    some = sorted(run.below[0])
    either = [at for at in some if at in run.next[0]]
    if len(either) < 2 or any(run.entered[at] > 1 for at in either):
        return _sequence(run, some, 0, 0)
    joins = [at for at in some if at not in either]
    ways = [_from(run, at, joins[0] if joins else 0, 1) for at in either]
    return [Told("One of", either[0], 1, tuple(_whole(each) for each in ways if each)), *_sequence(run, joins, 0, 0)]


def _whole(some: Sequence[Told]) -> Told:
    """One way of several: what stands first has the others below it."""
    first, *rest = some
    return first if not rest else Told("One way", first.at, 1, tuple(some))


def _sequence(run: StraightRun, some: Sequence[int], after: int, depth: int) -> list[Told]:
    """Steps that stand at one height, each with what is below it. after: where one goes on behind them, 0: out of the run."""
    found: list[Told] = []
    for at, following in pairwise([*some, after]):
        found += _from(run, at, following, depth)
        found += _aside(run, at, following) if following and not depth else []
    return found


def _aside(run: StraightRun, at: int, following: int) -> list[Told]:
    """In a run that is entered at several places where one leads who does not go on to what stands below."""
    if len(run.next[0]) < 2:
        return []
    ways = [way for way in run.out(at) if not failing(way)]
    to = ways[0].target if ways else ""
    if not to or run.place.get(to) == following or any(way.target != to for way in ways):
        return []
    if to in run.ends:
        return [_leaving(run, to, max(run.inside(at)))]
    inner = run.place.get(to)
    return [Told(led_to(run, inner, at) if inner else led_out(run, 0, ways[0]), at, _GUARD, leaves=True)]


def _from(run: StraightRun, at: int, after: int, depth: int, caught: bool = False) -> list[Told]:
    """A step and all below it; what carries on is at the same height. caught: it is said already on which error this is done."""
    found: list[Told] = []
    while at:
        if at in run.caught and not caught:
            loop = run.loop(at) or run.loop(run.above[at])  # what is not said to leave it goes on in it
            ending = _ending(run, at, frozenset(), frozenset(), loop or -1)
            head = f"{run.caught[at]}{run.tried(at)}"
            under = _under(head, at, [*_from(run, at, after, depth + 1, caught=True), *ending])
            return [*found, *(each._replace(caught=True) for each in under)]
        caught = False
        step, below = run.step(at), sorted(run.below[at])
        made: list[Told] = []
        if step.step_type not in BRANCHING or depth > _DEEPEST:
            made += _done(run, step, at)
            rest = below
        else:
            rest = _asked(run, at, below, after, depth, made)
            made = _noted(made, _erring(run, step, at))
        found += _finally(made) if at in run.final and at not in run.caught else made
        found += _sequence(run, run.handled.get(at, ()), after, depth)
        rest = [each for each in rest if each not in run.early]
        if spared := _spared(run, at, rest):
            last = next((each for each in rest if run.entered[each] > 1), after)
            handled = [each for each in rest if each in run.caught]
            found += _sequence(run, handled, last, depth)
            found += _under(_ELSE, at, _from(run, spared, last, depth + 1))
            rest = [each for each in rest if each not in handled and each != spared]
        found += _sequence(run, rest[:-1], rest[-1], depth) if rest else []
        at = rest[-1] if rest else 0
    return found


def _finally(made: list[Told]) -> list[Told]:
    """What is done on an error too, whose ways are not drawn."""
    if not made:
        return made
    first, *rest = made
    if not first.text:
        return [first._replace(inside=tuple(_finally(list(first.inside)))), *rest]
    mark = ", " if first.inside and not first.text.startswith("By ") else ": "
    return [first._replace(text=f"Finally{mark}{clause(first.text)}"), *rest]


def _spared(run: StraightRun, at: int, rest: Sequence[int]) -> int:
    """What is only done where a step raises nothing, behind which what is done on an error goes on as well; 0: nothing."""
    handled = [each for each in rest if each in run.caught and not run.leaves(each)]
    plain = [each for each in rest if each not in run.caught and run.entered[each] == 1]
    if not handled or len(plain) != 1 or run.step(at).step_type in BRANCHING:
        return 0
    return plain[0] if plain[0] > max(handled) else 0  # else it is tried as well


def _asked(run: StraightRun, at: int, below: Sequence[int], after: int, depth: int, found: list[Told]) -> list[int]:
    """The arms of a question; returns what carries on at its height."""
    step = run.step(at)
    ways = [way for way in dict.fromkeys(step.transitions) if way.kind != "raise"]
    own = {way.target: run.place[way.target] for way in ways if run.place.get(way.target) in below}
    single = {to for to in own.values() if run.entered[to] == 1}
    joins = [each for each in below if each not in single]
    shared = run.shared_arms(at, joins) if step.label.startswith("Which ") else {}
    joins = [each for each in joins if each not in shared]
    loop, around = step.step_type == LOOP, run.loop(at)
    raised = at not in run.plainly
    follows = next((each for each in [*joins, after] if each and (raised or each in run.plainly)), 0)
    on = _carrying_on(run, step, own, single, (around, follows))
    on = 0 if _of_a_case(ways, own, on) else on
    behind = on or (joins[0] if joins else after)
    arms: list[Told] = []
    chosen = step.label.startswith("Which ")
    jumps = arms if chosen else list[Told]()
    passed: list[tuple[int, Told]] = []
    for way in ways:
        to = run.place.get(way.target, 0)
        head, before = _head(step, way), len(arms)
        if (to and to == on) or (loop and not to and done(way)):
            continue
        if to in single or shared.get(to) == way:
            inside = _from(run, to, at if loop and not done(way) else behind, depth + 1)
            arms += _under(
                head,
                at,
                [
                    *inside,
                    *_ending(
                        run,
                        to,
                        {way.target for way in ways if way.target in run.ends},
                        single - {to},
                        on or follows or -(depth > 0),
                        shared,
                    ),
                ],
            )
        elif run.gone(around, way, on or follows):
            if on or follows or _elsewhere(run, around, way, depth):
                jumps += _under(head, at, [Told(led_out(run, around, way), at, _GUARD, leaves=True)])
        elif way.target in run.ends:
            if on or (chosen and joins) or not any(run.only(to, way.target) for to in single):
                jumps += _under(head, at, [_leaving(run, way.target, at, within=depth > 0)])
        elif to and to != behind and not (to == after and not joins):
            jumps += _under(head, at, [Told(led_to(run, to, at), at, _GUARD if chosen else 1, leaves=chosen)])
        if chosen and way.label != _REST and len(arms) == before and not (to and to == on):
            passed += [(before + len(passed), row) for row in _passing(run, at, way, ways)]
    for place, arm in passed:
        arms.insert(place, arm)  # else `otherwise` would stand for them, here or on the way out that it takes
    made = arms if jumps is arms else [*jumps, *arms]
    if loop and not arms:
        made = [Told(step.label, at, weight(step))]
    elif not made:
        acts = step.has("acts") or step.has("irreversible")
        made = [Told(f"Check whether {headed(step.label).removesuffix('?')}", at, _LITTLE)] if acts else []
    elif len(ways) > 1 and step.label.startswith("Which "):
        made = [Told(f"By {headed(step.label).removesuffix('?').removeprefix('Which ')}", at, 1, tuple(made))]
    elif len(made) == 2 and not loop and len(ways) == 2:
        made = [Told("", at, 1, (made[0], *_otherwise(made[1])))]
    found += made
    if loop and on and run.passed(at, on, joins, after):
        inside = _from(run, on, behind := joins[0] if joins else after, depth + 1)
        found += _under(_UNLEFT, at, [*inside, *_ending(run, on, frozenset(), frozenset(), behind or -1)])
        return joins
    return [on, *joins] if on else joins


def _passing(run: StraightRun, at: int, way: Transition, ways: Sequence[Transition]) -> list[Told]:
    """The row of a case that does nothing, unless all others do nothing, too, or the way that it alone takes out of the run says it."""
    rest, outside = {each.target for each in ways if each.label == _REST}, way.target not in {*run.place, *run.ends}
    if not rest or way.target in rest or (outside and not _others(run, {at}, {way.target})):
        return []
    onto = led_out(run, run.loop(at), way) if outside and way.target != run.around.next else _ON
    return _under(_head(run.step(at), way), at, [Told(onto, at, 1)])


def _of_a_case(ways: Sequence[Transition], own: Mapping[str, int], on: int) -> bool:
    """Whether an arm is one case of a choice whose `otherwise` leaves: at the height of the choice it would read as done by nobody."""
    rest = [way for way in ways if way.label == _REST]
    return bool(on) and bool(rest) and all(own.get(way.target) != on for way in rest)


def _elsewhere(run: StraightRun, loop: int, way: Transition, depth: int) -> bool:
    """Whether who goes there, though nothing stands below, is to be told of under the question that he hangs on."""
    return depth > 0 and not loop and way.target not in run.place and way.target != run.around.next


def _otherwise(arm: Told) -> tuple[Told, ...]:
    """The other arm; where it is a question alone, that one's arms."""
    if len(arm.inside) == 1 and (inner := arm.inside[0]).inside and inner.text.startswith(("If ", "Unless ")):
        return (inner._replace(text=f"Otherwise, {clause(inner.text)}"),)
    if len(arm.inside) == 1 and not (inner := arm.inside[0]).text and inner.inside:
        first, *rest = inner.inside
        return (first._replace(text=f"Otherwise, {clause(first.text)}"), *rest)
    return (arm._replace(text="Otherwise"),)


def _carrying_on(
    run: StraightRun, step: ScenarioStep, own: Mapping[str, int], single: set[int], around: tuple[int, int]
) -> int:
    """Which arm stands at the height of its question: of a loop what comes behind it; where all others only end or
    leave the loop around, the one that does not. around: the loop, and what stands below."""
    if step.step_type == LOOP:
        return next((own[way.target] for way in step.transitions if done(way) and own.get(way.target) in single), 0)
    loop, below = around
    arms = [own[way.target] for way in step.transitions if own.get(way.target) in single]
    staying = [to for to in arms if not run.leaves(to)]
    if len(staying) > 1:
        staying = [to for to in staying if not all(run.gone(loop, way, below) for way in run.out(to))]
    away = [way for way in step.transitions if way.kind != "raise" and run.place.get(way.target) not in single]
    if len(staying) == 1 and all(
        way.target in run.ends or (run.gone(loop, way, below) and not run.only(staying[0], way.target)) for way in away
    ):
        return staying[0]
    if len(arms) == 1 and len(away) == 1:
        to = away[0].target
        same = run.only(arms[0], to) and len(run.inside(arms[0])) <= _FEW
        return arms[0] if to in run.ends and not same else 0
    return 0


def _head(step: ScenarioStep, way: Transition) -> str:
    asked = headed(step.label)
    if step.step_type == LOOP:
        return asked if not done(way) else "Afterwards"
    return supposed(asked, way.label)


def _ending(
    run: StraightRun, start: int, others: Set[str], arms: Set[int], behind: int, shared: Container[int] = ()
) -> list[Told]:
    """How who goes there ends, where that is one way but for what questions on it say, none but these go, and nothing says it yet.
    arms: the others. behind: what stands below and is only done by who does not leave; -1: nothing, but he goes there under another question.
    shared: what stands under one of the arms, though others lead there too."""
    own = run.inside(start)
    ways = [(at, way) for at in own for way in run.step(at).transitions if run.place.get(way.target) not in own]
    out = [(at, way.target) for at, way in ways if not failing(way)]  # on an error: said of the step itself
    last = {end for _, end in out}
    plain = {
        way.target
        for at, way in ways
        if not failing(way) and not _hangs(run.step(at), way) and not run.again(at, way.target)
    }
    both = any(run.only(arm, end) for arm in arms for end in last)
    loop, left = run.loop(start) or run.loop(run.above[start]), [way for _, way in ways if not failing(way)]
    asked = any(_hangs(run.step(at), way) for at, way in ways if not failing(way))
    if len(last) == 1 and not asked and (to := run.place.get(left[0].target, 0)) in shared:
        return [Told(led_to(run, to, max(own)), max(own), _GUARD, leaves=True)]
    if (
        (behind > 0 or (not loop and (behind or _others(run, own, last))))
        and not (both or asked)
        and len(last) == 1
        and all(run.gone(loop, way, behind) for way in left)
    ):
        return [Told(led_out(run, loop, left[0]), max(own), _GUARD, leaves=True)]
    if (
        loop
        and behind
        and not (both or asked)
        and len(last) == 1
        and (to := run.place.get(left[0].target, 0))
        and to not in (loop, *run.rounds[loop])
    ):
        return [Told(led_to(run, to, max(own)), max(own), _GUARD, leaves=True)]
    again = bool(loop) and behind > 0 and behind != loop and behind in run.rounds[loop]
    if again and not (both or asked) and all(run.place.get(end) == loop for end in last) and left:
        outer = run.loop(run.above[start]) != loop
        return [Told(next_round(run.step(loop), outer), max(own), _GUARD, leaves=True)]
    ended = len(plain) == 1 and last <= run.ends.keys() and not (both and behind <= 0)
    return [_leaving(run, end, max(own)) for end in plain - others if ended]


def _others(run: StraightRun, own: Container[int], last: Set[str]) -> bool:
    """Whether others of these go there too, of whom it is said: who is left out would seem to go on to what comes next."""
    return any(
        way.target in last and not failing(way)
        for at in run.place.values()
        if at not in own
        for way in run.step(at).transitions
    )


def _hangs(step: ScenarioStep, way: Transition) -> bool:
    """On an answer: not who comes out of a loop behind which nothing stands."""
    return step.step_type in BRANCHING and not (step.step_type == LOOP and done(way))


def _leaving(run: StraightRun, to: str, at: int, within: bool = False) -> Told:
    """How it ends there; what stands below is only done by who goes on, which is nothing to be said of failures but within an arm: there
    it would read as done by the other answer alone."""
    end = run.ends[to]
    label = whole(" ".join(end.label.split()), limits.WIDE_TITLE) if to in run.around.unsaid else brief(end.label)
    return Told(label, at, _GUARD if within or end.step_type == END else _FAILS, leaves=True)


def _done(run: StraightRun, step: ScenarioStep, at: int) -> list[Told]:
    """A step, and where an error of it leads that is no step of its own."""
    return _noted([deed(step, at)], _erring(run, step, at))


def _noted(made: Sequence[Told], said: str) -> list[Told]:
    """said: of an error, behind what is done or asked."""
    if not made or not said:
        return list(made)
    first, *rest = made
    if first.text:
        return [first._replace(text=f"{first.text} ({said})"), *rest]
    return [first._replace(inside=tuple(_noted(first.inside, said))), *rest]


def _erring(run: StraightRun, step: ScenarioStep, at: int) -> str:
    """Where an error of it leads that is no step of its own."""
    loop = run.loop(at)
    plain = {way.target for way in step.transitions if not failing(way)}
    away: dict[str, list[Transition]] = {}
    for way in filter(failing, step.transitions):
        to = run.place.get(way.target, 0)
        if to in run.caught or (not to and run.raises(at)):
            continue
        if way.target in plain:
            away.setdefault(_ON, []).append(way)
        elif loop and run.gone(loop, way, 0):
            away.setdefault(led_out(run, loop, way), []).append(way)
        elif way.target in run.ends:
            if step.step_type not in BRANCHING:  # of these the way says it
                away.setdefault(_leaving(run, way.target, at).text, []).append(way)
        elif to:
            away.setdefault(led_to(run, to, at), []).append(way)
        elif way.target == run.around.next and run.goes_on:
            away.setdefault(_PASSED, []).append(way)
    said = "; ".join(f"{errors(ways)}: {clause(what)}" for what, ways in away.items())
    left = "; ".join(dict.fromkeys(way.label for way in step.transitions if way.label.startswith(_LET_GO)))
    return "; ".join(filter(None, (said, left)))


def _under(head: str, at: int, inside: Sequence[Told]) -> list[Told]:
    return [Told(head, at, 1, tuple(inside))] if inside else []
