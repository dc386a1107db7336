"""A run of steps as the tree of who must be passed on the way to whom, and what its loops and errors lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from re import DOTALL
from typing import Final

from ..engine.dominators import immediate_dominators
from ..model import limits
from ..model.pattern import regex
from ..model.record import NamedTuple
from ..model.sfm import BRANCHING, ERROR, LOOP, TERMINAL, ScenarioStep, Transition
from .clauses import clause
from .cutting import headed, whole
from .rounds import done

_RAISE: Final = "raise"
_FINALLY: Final = "finally"
_LAST: Final = "On an error, finally"
_BEGINS: Final = 48  # letters of the step from which on something is tried
_REACH: Final = regex(r" \(from here to (.{1,400})\)\Z", DOTALL)


class RunAround(NamedTuple):
    """What lies around a run. entries: of its steps, those that somebody outside leads to. steps: those it leads to.
    before: of these, who stands before it. next: where one goes on behind it. read: names that are read behind it. unsaid: ends that
    share a step which does not hold all that they say. left: where one goes on who leaves the loop around all of it."""

    entries: frozenset[str]
    steps: Mapping[str, ScenarioStep]
    before: frozenset[str] = frozenset()
    next: str = ""
    read: Set[str] = frozenset()
    unsaid: Set[str] = frozenset()
    left: Set[str] = frozenset()


class StraightRun:
    """ends: the steps that end the function. goes_on: who raises nothing comes to what is next."""

    def __init__(self, steps: Sequence[ScenarioStep], around: RunAround) -> None:
        self.steps, self.around, entries = steps, around, around.entries
        self.ends = {name: step for name, step in around.steps.items() if step.step_type in TERMINAL}
        self.place = {step.step_id: at for at, step in enumerate(steps, 1)}
        starts = [at for name, at in self.place.items() if name in entries] or [1]
        self.next = [
            starts,
            *([self.place[way.target] for way in step.transitions if way.target in self.place] for step in steps),
        ]
        self.caught = self._caught(around.entries)
        self.after = {
            at: _done(step) for step, at in zip(steps, self.place.values(), strict=True) if step.step_type == LOOP
        }
        dominators = immediate_dominators(self.next)
        self.below: list[list[int]] = [[] for _ in self.next]
        for at, above in enumerate(dominators):
            if at and above >= 0:
                self.below[above].append(at)
        self.above = dominators
        self.entered = [0] * len(self.next)
        for source, targets in enumerate(self.next):
            for target in set(targets):
                self.entered[target] += not self._passed(target, source)
        self.final = self._final(around.entries)
        self.rounds = self._rounds()
        self.plainly = self._plainly(starts)
        self.handled = self._handled()
        self.early = frozenset(each for some in self.handled.values() for each in some)
        self.goes_on = any(way.target == around.next and not failing(way) for step in steps for way in step.transitions)

    def _caught(self, entries: Set[str]) -> dict[int, str]:
        """What is only done on an error of another step, and on which."""
        ways = [way for step in self.steps for way in step.transitions if way.target in self.place]
        plain = {way.target for way in ways if not failing(way)} | entries
        found: dict[int, dict[str, None]] = {}
        for way in ways:
            if way.target not in plain:
                found.setdefault(self.place[way.target], {})[error(way)] = None
        return {at: _head(labels) for at, labels in found.items()}

    def tried(self, handler: int) -> str:
        """From where on the errors come that a handler is for, where something is done before that: `, from read(f) on`, ` of read(f)`."""
        to, sources = self.step(handler).step_id, list[int]()
        far = False
        for at, step in enumerate(self.steps, 1):
            ways = [way for way in step.transitions if way.target == to]
            sources += [at] if ways else []
            far = far or any(map(reach, ways))
        begins = min(sources)
        before = self.above[begins]
        joined = before > 0 and (self.step(before).step_type not in BRANCHING or self.entered[begins] > 1)
        said = clause(whole(" ".join(headed(self.step(begins).label).split()), _BEGINS)).removesuffix("?")
        if not joined or begins >= handler or self.caught[handler] == _LAST:
            return ""
        return f", from {said} on" if far or len(sources) > 1 else f" of {said}"

    def _final(self, entries: Set[str]) -> set[int]:
        """What begins a `finally`, as all ways to it say."""
        met: dict[int, bool] = {}
        for way in (way for step in self.steps for way in step.transitions):
            if at := self.place.get(way.target, 0):
                met[at] = met.get(at, True) and way.label.endswith(_FINALLY)
        return {at for at, all_ in met.items() if all_ and self.step(at).step_id not in entries}

    def _handled(self) -> dict[int, list[int]]:
        """Handlers that only leave, by the last step that is tried: what stands behind that is not."""
        tried: dict[int, list[int]] = {}
        for at, step in enumerate(self.steps, 1):
            for way in filter(failing, step.transitions):
                if (to := self.place.get(way.target, 0)) in self.caught:
                    tried.setdefault(to, []).append(at)
        found: dict[int, list[int]] = {}
        for to, sources in tried.items():
            last = at = max(sources)
            while at > 0 and self.step(at).step_type not in BRANCHING and at != self.above[to]:
                at = self.above[at]
            straight = at == self.above[to] and self.step(at).step_type not in BRANCHING if at > 0 else False
            if straight and last < to and self.leaves(to):
                found.setdefault(last, []).append(to)
        return found

    def _passed(self, one: int, on_the_way_to: int) -> bool:
        at = on_the_way_to
        while at > one and at != self.above[at]:
            at = self.above[at]
        return at == one

    def inside(self, start: int) -> set[int]:
        found, waiting = set[int](), [start]
        while waiting:
            at = waiting.pop()
            found.add(at)
            waiting += self.below[at]
        return found

    def step(self, at: int) -> ScenarioStep:
        return self.steps[at - 1]

    def _plainly(self, starts: Sequence[int]) -> set[int]:
        """What is done where nothing is raised."""
        found, waiting = set(starts), list(starts)
        while waiting:
            ways = self.step(waiting.pop()).transitions
            fresh = {self.place[way.target] for way in ways if way.kind != _RAISE and way.target in self.place} - found
            found |= fresh
            waiting += fresh
        return found

    def loop(self, at: int) -> int:
        """The innermost loop whose rounds go through a step, 0: none."""
        above = self.above[at]
        while above > 0 and at not in self.rounds.get(above, ()):
            above = self.above[above]
        return max(above, 0)

    def _rounds(self) -> dict[int, set[int]]:
        """Of each loop the steps that it comes back from."""
        before: list[list[int]] = [[] for _ in self.next]
        for source, targets in enumerate(self.next):
            for target in targets:
                before[target].append(source)
        found = {}
        for loop in self.after:
            inside, waiting, found[loop] = self.inside(loop), [loop], set[int]()
            while waiting:
                for source in before[waiting.pop()]:
                    if source in inside and source not in found[loop]:
                        found[loop].add(source)
                        waiting.append(source)
        return found

    def gone(self, loop: int, way: Transition, below: int) -> bool:
        """Whether a way passes over what stands below: it leads out of the run, or where the loop around leads when it is done.
        Where nothing stands below, who goes on to what comes next passes over nothing."""
        if loop and way.target == self.after[loop]:
            return True
        outside = way.target not in self.place and way.target not in self.ends
        return outside and (loop > 0 or below > 0 or way.target != self.around.next)

    def breaks(self, loop: int, to: str) -> bool:
        """Whether who leaves a loop before its end goes on there: behind it, past what is said to be only done at its end."""
        last = self.place.get(self.after.get(loop, ""), 0)
        behind = self.place[to] > loop if to in self.place else to in {self.around.next} - self.around.before
        return behind and bool(last) and {way.target for way in self.out(last) if not failing(way)} == {to}

    def out(self, start: int) -> list[Transition]:
        """The ways out of what only who goes there does."""
        own = self.inside(start)
        return [way for at in own for way in self.step(at).transitions if self.place.get(way.target) not in own]

    def only(self, start: int, end: str) -> bool:
        """Whether who goes there comes to that end alone."""
        own = self.inside(start)
        return all(
            self.place.get(way.target) in own or way.target == end for at in own for way in self.step(at).transitions
        )

    def shared_arms(self, at: int, joins: Sequence[int]) -> dict[int, Transition]:
        """Of a choice what some of its arms fall into and at least as many go past, each with the way that leads there at once: it is
        an arm itself, and only done by who comes there."""
        names, inside = {self.step(join).step_id for join in joins}, self.inside(at)
        ways = [way for way in self.step(at).transitions if way.kind != _RAISE]
        arms = Counter(name for way in ways for name in self._up_to(names, [way], inside))
        bodies = {name: self._up_to(names, self.step(self.place[name]).transitions, inside) for name in names}
        fallen = Counter(name for body in bodies.values() for name in body)
        found = {}
        for join in joins:
            direct = [way for way in ways if self.place.get(way.target) == join]
            name, past, seen = self.step(join).step_id, 0, set[str]()
            many = arms[name] + fallen[name]
            while direct and name in bodies and name not in seen and len(bodies[name]) == 1:
                seen.add(name)
                (name,) = bodies[name]
                past = max(past, arms[name])
            if past and past >= many:
                found[join] = direct[-1]
        return found

    def _up_to(self, stops: Set[str], ways: Sequence[Transition], inside: Set[int]) -> set[str]:
        """Where one comes to first, of these or beyond all that a question leads to; not the end."""
        seen, found, waiting = set[str](), set[str](), [*ways]
        while waiting:
            way = waiting.pop()
            name = way.target
            if failing(way) or name in seen:
                continue
            seen.add(name)
            if name in stops or self.place.get(name) not in inside:
                found.add(name)
            else:
                waiting += self.step(self.place[name]).transitions
        return found - self.ends.keys()

    def passed(self, loop: int, done: int, joins: Sequence[int], after: int) -> bool:
        """Whether who leaves a loop before its end goes on behind what is done at its end."""
        own = self.inside(done)
        if self.leaves(done):
            return False
        for at in self.inside(loop) - own - {loop}:
            for way in self.step(at).transitions:
                to = self.place.get(way.target, 0)
                behind = to in joins or (to == after if to else not joins and way.target == self.around.next)
                if behind and to != loop and not failing(way) and way.target not in self.ends:
                    return True
        return False

    def raises(self, at: int) -> bool:
        """Whether it is a `raise` that somebody may catch, or nobody."""
        ways = self.step(at).transitions
        return raising(self.step(at)) or any(self.again(at, way.target) for way in ways)

    def again(self, at: int, end: str) -> bool:
        """Whether that end is the step itself: a raise that somebody may catch, where nobody does."""
        return end in self.ends and self.ends[end].step_type == ERROR and self.ends[end].label == self.step(at).label

    def leaves(self, start: int) -> bool:
        """Whether who goes there only ends."""
        own = self.inside(start)
        ways = [way for at in own if not raising(self.step(at)) for way in self.step(at).transitions]
        return all(self.place.get(way.target) in own or way.target in self.ends for way in ways)


def _head(labels: Iterable[str]) -> str:
    """A `finally` is done on whatever error the steps raise that lead there."""
    names = [each for each in labels if each != _FINALLY]
    return first(whole(" or ".join(names), limits.EDGE_TEXT)) if names else _LAST


def failing(way: Transition) -> bool:
    return way.kind == _RAISE and bool(way.label)


def raising(step: ScenarioStep) -> bool:
    """Whether it is a `raise` that somebody may catch."""
    return bool(step.transitions) and all(map(failing, step.transitions))


def error(way: Transition) -> str:
    """On which error a way is taken."""
    return way.label.partition(" (")[0]


def reach(way: Transition) -> str:
    """Up to which step a way stands for the errors of others, "" of no other."""
    found = _REACH.search(way.label)
    return found[1] if found else ""


def errors(ways: Sequence[Transition]) -> str:
    """On which errors, and where these are of several steps, up to which."""
    said = whole(" or ".join(map(error, ways)), limits.EDGE_TEXT)
    last = {reach(way) for way in ways} - {""}
    return f"{said}, from here to {last.pop()}" if len(last) == 1 else said


def first(label: str) -> str:
    return label[:1].upper() + label[1:]


def _done(loop: ScenarioStep) -> str:
    return next((way.target for way in loop.transitions if done(way)), "")
