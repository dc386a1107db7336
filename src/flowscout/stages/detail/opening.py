"""Which parts of a flow are opened, so that it is told in as many steps as there is room for.

At first each outermost part is one step, which tells what is in it. The part whose place leaves most of it out is opened first,
and one that holds a decision between results. What tells all stays closed, but where few steps would be left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from ...model.record import NamedTuple
from ...model.sfm import ACTION, BRANCHING, DECISION, END, LOOP, STATE_CHANGE, TERMINAL, ScenarioStep
from ...words.clauses import clause
from ...words.cutting import BULLET, INNER, headed
from ...words.dataflow import given, read
from ...words.dominated import RunAround
from ...words.outlined import outlined
from ...words.rounds import done
from ...words.supposing import supposed
from ...words.taken import entries, led_to
from .ladder import in_a_line
from .parts import Led, Part, neighbours, one

LEAST: Final = 5  # steps of a story, where there are as many
ENOUGH: Final = 10  # steps, below which questions are drawn as such
_EASY: Final = 6  # lines of one place with questions in it; two more are worth as much as one thing left out
_NAMED: Final = 3  # things left out that a comment above them stands for
_MARKS: Final = BULLET + INNER
_AROUND: Final = 8  # loops that are looked at for the one around a part
_TORN: Final = 2  # things left out that a place is worth which is entered in its middle, or led back to there


class Met(NamedTuple):
    """Who leads to each step, which steps read each name, and which ends share a step that does not hold all that they say."""

    led: Led
    readers: Mapping[str, Sequence[int]]
    unsaid: frozenset[str]


def met(steps: Sequence[ScenarioStep], unsaid: frozenset[str]) -> Met:
    readers: dict[str, list[int]] = {}
    for at, step in enumerate(steps):
        for name in read(step.label):
            readers.setdefault(name, []).append(at)
    return Met(led_to(steps), readers, unsaid)


def _read_behind(
    steps: Sequence[ScenarioStep], part: Part, readers: Mapping[str, Sequence[int]], back: bool
) -> frozenset[str]:
    """Of what a part gives a value what somebody behind it reads. back: it leads back to what stands before it."""
    own, first = set(part.steps), 0 if back else part.steps[0]
    names = {name for at in part.steps for line in steps[at].label.split("\n") for name in given(line.strip(_MARKS))}
    return frozenset(name for name in names if any(at >= first and at not in own for at in readers.get(name, ())))


def told_of(steps: Sequence[ScenarioStep], part: Part, known: Met, room: int = 0) -> tuple[str, int]:
    """What stands in the place of a part, and how much that leaves out. room: for lines beyond those that every part has."""
    led, readers, unsaid = known
    inside = [in_a_line(steps[at]) for at in part.steps]
    within = {step.step_id for step in inside}
    near = {way.target for step in inside for way in step.transitions} - within
    led_on = _told_apart({step.step_id: step for step in steps if step.step_id in near}, steps)
    before = frozenset(step.step_id for step in steps[: part.steps[0]] if step.step_id in near)
    onward = [name for name, step in led_on.items() if step.step_type not in TERMINAL]
    following = min(onward, key=lambda name: name in before, default="")
    round_, left = _round(steps, part, [name for name in onward if name not in before])
    behind = _read_behind(steps, part, readers, bool(before))
    around_ = RunAround(entries(inside, led), led_on, before, round_ or following, behind, unsaid, left)
    return outlined(inside, around_, part.title, room)


def _round(steps: Sequence[ScenarioStep], part: Part, onward: Sequence[str]) -> tuple[str, frozenset[str]]:
    """The loop whose round ends with a part, and where one goes on who leaves the loop around it. onward: where else the part leads
    than back."""
    place, led = {step.step_id: n for n, step in enumerate(steps)}, [steps[at].step_id for at in part.steps]
    loops = [n for n in range(part.steps[0] - 1, -1, -1) if steps[n].step_type == LOOP][:_AROUND]
    at = next((n for n in loops if _leads_back(steps, place, led, n)), -1)
    if at < 0:
        return "", frozenset()
    loop = steps[at]
    behind = frozenset(way.target for way in loop.transitions if done(way))
    if not _leads_back(steps, place, onward, at):
        return loop.step_id, behind or frozenset(onward if len(onward) == 1 else ())
    return "", behind or _broken_to(steps, place, at)  # more of the round stands behind the part


def _broken_to(steps: Sequence[ScenarioStep], place: Mapping[str, int], loop: int) -> frozenset[str]:
    """Where one goes on who leaves a loop that has no end of its own, where that is one place."""
    sources: dict[int, list[int]] = {}
    for at in range(loop, len(steps)):
        for way in steps[at].transitions:
            sources.setdefault(place[way.target], []).append(at)
    inside, waiting = {loop}, [loop]
    while waiting:
        fresh = {*sources.get(waiting.pop(), ())} - inside
        inside |= fresh
        waiting += fresh
    ways = [way for at in inside for way in steps[at].transitions if way.kind != "raise" and place[way.target] > loop]
    out = {way.target for way in ways if place[way.target] not in inside}
    out = {name for name in out if steps[place[name]].step_type not in TERMINAL}
    return frozenset(out if len(out) == 1 else ())


def _leads_back(steps: Sequence[ScenarioStep], place: Mapping[str, int], names: Sequence[str], loop: int) -> bool:
    """Whether one comes from there to a loop again, and to none around it before."""
    name = steps[loop].step_id
    return any(name in [way.target for way in steps[n].transitions] for n in _on(steps, place, names, loop))


def _on(steps: Sequence[ScenarioStep], place: Mapping[str, int], onward: Sequence[str], loop: int) -> set[int]:
    """What one comes to from there before a loop begins anew, or one around it."""
    seen, waiting = {place[name] for name in onward}, [place[name] for name in onward]
    while waiting:
        fresh = {place[way.target] for way in steps[waiting.pop()].transitions if place[way.target] > loop} - seen
        seen |= fresh
        waiting += fresh
    return seen


def _told_apart(near: dict[str, ScenarioStep], steps: Sequence[ScenarioStep]) -> dict[str, ScenarioStep]:
    """Of questions that read alike what each does where its answer is yes."""
    times = Counter(step.label for step in near.values() if step.step_type not in TERMINAL)
    if not times or max(times.values()) < 2:
        return near
    labels = {step.step_id: step.label for step in steps}
    return {
        name: step._replace(label=_then(step, labels)) if times[step.label] > 1 else step for name, step in near.items()
    }


def _then(step: ScenarioStep, labels: Mapping[str, str]) -> str:
    yes = next((way.target for way in step.transitions if way.label == "yes"), "")
    if not yes:
        return step.label
    return f"{supposed(headed(step.label), 'yes')}: {clause(headed(labels[yes]))}"


class OpeningTold:
    """What makes a part worth opening: what its place tells too little of. apart: each result has a step of its own."""

    def __init__(self, steps: Sequence[ScenarioStep], apart: bool, unsaid: frozenset[str]) -> None:
        self.steps, self.met = steps, met(steps, unsaid)
        self.deciding = _deciding(steps) if apart else frozenset[int]()
        self.led = self.met.led
        self.apart = apart
        self._left: dict[tuple[int, ...], int] = {}

    def left(self, part: Part) -> int:
        """How much its place leaves out, or crowds."""
        if part.steps not in self._left:
            told, more = told_of(self.steps, part, self.met)
            asked = any(self.steps[at].step_type in BRANCHING for at in part.steps)
            self._left[part.steps] = more + asked * ((max(told.count("\n") - _EASY, -1) + 1) // 2)
        return self._left[part.steps]

    def torn(self, part: Part) -> bool:
        """Whether several ways lead into a part of several steps."""
        inside = [self.steps[at] for at in part.steps]
        return len(inside) > 1 and len(entries(inside, self.led)) > 1

    def goes_round(self, part: Part) -> bool:
        """Whether it ends in what is done for ever, which would be led back to with all that stands before it."""
        own = {self.steps[at].step_id: at for at in part.steps}
        ways = [(at, own.get(way.target)) for at in part.steps for way in self.steps[at].transitions]
        back = [to for at, to in ways if to is not None and to <= at]
        return bool(back) and all(to is not None for _, to in ways) and part.steps[0] not in back

    def asks(self, part: Part) -> int:
        """Questions in it that no author's words stand for, and that are no ways out of a loop that asks nothing itself."""
        first = self.steps[part.steps[0]]
        endless = first.step_type == LOOP and len(first.transitions) == 1
        return 0 if part.title or endless else sum(self.steps[at].step_type in BRANCHING for at in part.steps)

    def score(self, part: Part) -> float:
        left = self.left(part) - (_NAMED if part.title else 0)
        torn = self.torn(part) or self.goes_round(part)
        return max(left, 0) + 1.5 * sum(at in self.deciding for at in part.steps) + _TORN * torn


def _deciding(steps: Sequence[ScenarioStep]) -> frozenset[int]:
    """Decisions of which one way alone leads to an outcome at once."""
    ends = {step.step_id: step.label for step in steps if step.step_type == END}
    found = set()
    for at, step in enumerate(steps):
        here = {ends.get(t.target, "") for t in step.transitions}
        if step.step_type in (DECISION, LOOP) and len(here) > 1 and here - {""}:
            found.add(at)
    return frozenset(found)


def opened(parts: Sequence[Part], telling: OpeningTold, room: int, taken: int) -> list[Part]:
    """room: how many parts there may be. taken: steps beside them. What tells all in its place stays closed, but where there is
    room for each step, or few steps would be left."""
    cover = list(parts)
    small = telling.apart and sum(len(part.steps) for part in parts) <= room
    shut: set[tuple[int, ...]] = set()
    while True:
        few = len(cover) < (ENOUGH if telling.apart else LEAST) - taken
        bare = small or len(cover) < LEAST - taken
        able = [
            part
            for part in cover
            if part.inside
            and (bare or part.steps not in shut)
            and (bare or telling.score(part) or (few and telling.asks(part)))
        ]
        best = max(able, key=lambda part: (telling.score(part), telling.asks(part), -part.steps[0]), default=None)
        if best is None:
            return cover
        if len(cover) >= room and len(tight := _tight(cover, telling)) < len(cover):
            cover = tight
        elif len(cover) >= room:
            return cover
        elif inside := _inside(best, room - len(cover) + 1, telling, bare):
            at = cover.index(best)
            cover[at : at + 1] = inside
        else:
            shut.add(best.steps)


def _inside(part: Part, room: int, telling: OpeningTold, bare: bool) -> tuple[Part, ...]:
    """What a part is opened into; () where that would be places that several ways lead into, which tell one thing or the other.
    bare: those are better than nothing."""
    most = max(room, 2)
    tries = [neighbours(part.inside, size) for size in range(min(most, len(part.inside)), 1, -1)]
    tries += [_joined(_pieces(part.inside, telling), most, telling)] if telling.score(part) else []
    able = (each for each in tries if 1 < len(each) <= most and not any(map(telling.torn, each)))
    return next(able, tries[0] if bare else ())


def _pieces(parts: Sequence[Part], telling: OpeningTold) -> list[Part]:
    """What is entered in its middle as what is in it. Recursion as deep as parts nest."""
    found: list[Part] = []
    for part in parts:
        found += _pieces(part.inside, telling) if telling.torn(part) else [part]
    return found


def _joined(parts: Sequence[Part], most: int, telling: OpeningTold) -> tuple[Part, ...]:
    """Neighbours together as far as there is no room for each, the smallest first, none that would be entered in its middle, and no
    choice with the first of its arms alone."""
    made = list(parts)
    while len(made) > most:
        pairs = [(at, one(made[at : at + 2])) for at in range(len(made) - 1)]
        fit = [(len(both.steps), at, both) for at, both in pairs if not (telling.torn(both) or made[at].chooses)]
        if not fit:
            break
        _, at, both = min(fit)
        made[at : at + 2] = [both]
    return tuple(made)


def _tight(cover: Sequence[Part], telling: OpeningTold) -> list[Part]:
    """Two plain neighbours together that tell all in one place: for what needs the room more."""
    for at, (first, other) in enumerate(pairwise(cover)):
        both, on = one((first, other)), telling.steps[other.steps[0]].step_id
        ways = {way.target for each in first.steps for way in telling.steps[each].transitions}
        own = {telling.steps[each].step_id for each in first.steps}
        plain = all(telling.steps[each].step_type in (ACTION, STATE_CHANGE) for each in both.steps)
        if plain and ways - own == {on} and not telling.led[on] - own and not telling.left(both):
            return [*cover[:at], both, *cover[at + 2 :]]
    return list(cover)
