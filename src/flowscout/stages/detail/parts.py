"""The steps of a flow as a tree: its phases, and the steps that are in none.

A part that holds many is cut into few, a question together with what hangs on it; plain steps in a row are one part.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Final

from ...model.record import NamedTuple
from ...model.sfm import ACTION, DECISION, END, START, STATE_CHANGE, TERMINAL, Phase, ScenarioFlowModel, ScenarioStep
from ...words.taken import final, led_to

_FAN: Final = 6  # parts of one whole
_TWO: Final = 2
_UNIT: Final = 16  # parts that one question may lead to
_MORE: Final = "; …"  # ends a title that is only what stands first
Led = Mapping[str, set[str]]  # who leads to each step


class Part(NamedTuple):
    """steps: positions, in drawing order; inside: the parts it can be opened into, none for a single step. chooses: it is one choice of
    many arms, which are parts of their own."""

    steps: tuple[int, ...]
    inside: tuple[Part, ...] = ()
    phase: Phase | None = None
    chooses: bool = False

    @property
    def title(self) -> str:
        """What its author calls all of it; "" nothing."""
        return self.phase.title if self.phase and self.phase.named and not self.phase.title.endswith(_MORE) else ""


def _places(phases: Sequence[Phase], steps: Sequence[ScenarioStep]) -> list[list[Phase]]:
    """The phases of each step, outermost first. A step that stands for several is where its first is."""
    found: dict[str, list[Phase]] = {}
    for phase in phases:
        for member in phase.members:
            found.setdefault(member, []).append(phase)
    return [found.get((step.members or (step.step_id,))[0], []) for step in steps]


def tree(model: ScenarioFlowModel) -> tuple[Part, ...]:
    """The outermost parts; START and what ends are in none of them."""
    places = _places(model.phases, model.steps)
    inner = [at for at, step in enumerate(model.steps) if step.step_type not in (START, *TERMINAL)]
    return _parts(inner, places, model.steps, led_to(model.steps), 0)


def _parts(
    steps: Sequence[int], places: Sequence[Sequence[Phase]], known: Sequence[ScenarioStep], led: Led, depth: int
) -> tuple[Part, ...]:
    """Recursion as deep as phases nest, and those do as statements may."""
    found: dict[str, tuple[Phase | None, list[int]]] = {}
    for at in steps:
        phase = places[at][depth] if len(places[at]) > depth else None
        found.setdefault(phase.phase_id if phase else f"step {at}", (phase, []))[1].append(at)
    made = []
    for phase, inside in found.values():
        if len(inside) == 1:
            made.append(Part((inside[0],), chooses=_arms(known[inside[0]], known) > _TWO))
            continue
        inner = () if _choice(inside, known) else _parts(inside, places, known, led, depth + 1)
        made.append(inner[0]._replace(phase=phase) if len(inner) == 1 else Part(tuple(inside), inner, phase))
    return _few(made if len(made) <= 2 else _chained(made, known, led), known, led)


def _choice(inside: Sequence[int], known: Sequence[ScenarioStep]) -> bool:
    """A choice of many arms, all of which go on: it is told by itself, for some of its arms are no part of it. Where one arm leads into
    another one, lines would not say who comes there."""
    first = known[inside[0]]
    own = {known[at].step_id for at in inside}
    past = {way.target for at in inside for way in known[at].transitions} - own
    arms = {way.target for way in first.transitions}
    jumps = any(way.target in arms & own for at in inside[1:] for way in known[at].transitions)
    return first.step_type == DECISION and len(arms) > _FAN and len(past) == 1 and not jumps


def _arms(step: ScenarioStep, known: Sequence[ScenarioStep]) -> int:
    """In how many places a choice goes on."""
    ends = {each.step_id for each in known if each.step_type in TERMINAL}
    asks = step.step_type == DECISION and step.label.startswith("Which ")
    return len({way.target for way in step.transitions if way.kind != "raise"} - ends) if asks else 0


def _chained(parts: Sequence[Part], steps: Sequence[ScenarioStep], led: Led) -> list[Part]:
    """Plain steps that follow each other, and that nobody else leads to, are one part where they are in no phase of their own."""
    joined: list[Part] = []
    for part in parts:
        last = joined[-1] if joined else None
        if (
            last
            and _plain(last, steps)
            and _plain(part, steps)
            and [t.target for t in steps[last.steps[-1]].transitions] == [steps[part.steps[0]].step_id]
            and len(led.get(steps[part.steps[0]].step_id, ())) == 1
        ):
            joined[-1] = Part((*last.steps, *part.steps), (*(last.inside or (last,)), part))
        else:
            joined.append(part)
    return joined


def _plain(part: Part, steps: Sequence[ScenarioStep]) -> bool:
    return part.phase is None and all(steps[at].step_type in (ACTION, STATE_CHANGE) for at in part.steps)


def _few(parts: Sequence[Part], known: Sequence[ScenarioStep], led: Led) -> tuple[Part, ...]:
    """Neighbours together, until they are few enough to be opened at once: a question and what hangs on it first."""
    return neighbours(parts if len(parts) <= _FAN else _units(parts, known, led))


def _units(parts: Sequence[Part], known: Sequence[ScenarioStep], led: Led) -> list[Part]:
    """Each question with the parts behind it that it alone leads to, up to where its ways meet again."""
    made: list[Part] = []
    at, ends = 0, final(known)
    while at < len(parts):
        size = _unit(parts[at : at + _UNIT], known, led, ends)
        some = parts[at : at + size]
        steps = tuple(sorted(each for part in some for each in part.steps))
        made.append(some[0] if size == 1 else Part(steps, neighbours(some)))
        at += size
    return made if len(made) > 1 else list(parts)


def _unit(parts: Sequence[Part], known: Sequence[ScenarioStep], led: Led, ends: Container[str]) -> int:
    """How many of these are one unit."""
    own = set[str]()
    behind = [{known[each].step_id for each in part.steps} for part in parts]
    for size, inside in enumerate(behind, 1):
        if size > 1 and any(led.get(name, set()) - own - inside for name in inside):
            return 1
        own |= inside
        ways = [way for each in parts[:size] for at in each.steps for way in known[at].transitions]
        out = {way.target for way in ways if way.kind != "raise" and way.target not in ends} - own
        on = out & set[str]().union(*behind[size:])
        alone = len(out) > 1 and size + 1 == len(parts)  # the last of them, that one question leads to or past
        if len(on) <= 1 and not alone:
            return size
    return max(1, len(parts))


def neighbours(parts: Sequence[Part], most: int = _FAN) -> tuple[Part, ...]:
    parts = _beside_choices(list(parts), most)
    while len(parts) > most:
        size = -(-len(parts) // most)
        parts = [one(parts[at : at + size]) for at in range(0, len(parts), size)]
    return tuple(parts)


def _beside_choices(parts: list[Part], most: int) -> list[Part]:
    """With none of its arms a choice would be told in two ways, of these in lines and of the others by arrows: it stays by itself, and the
    smallest neighbours of the rest go together, as far as there are any."""
    made = list(parts)
    while len(made) > most and any(part.chooses for part in parts):
        pairs = [
            (len(a.steps) + len(b.steps), at)
            for at, (a, b) in enumerate(pairwise(made))
            if not (a.chooses or b.chooses)
        ]
        if not pairs:
            return parts
        _, at = min(pairs)
        made[at : at + 2] = [one(made[at : at + 2])]
    return made


def one(some: Sequence[Part]) -> Part:
    return some[0] if len(some) == 1 else Part(tuple(sorted(n for part in some for n in part.steps)), tuple(some))


def rowed(parts: Sequence[Part], steps: Sequence[ScenarioStep]) -> tuple[Part, ...]:
    """Questions in a row that each lead to an end are one part: of ends that share a step, its lines say which comes when."""
    ends = {step.step_id for step in steps if step.step_type == END}

    def leads(part: Part) -> bool:
        return len(part.steps) == 1 and any(way.target in ends for way in steps[part.steps[0]].transitions)

    joined = [each for same, some in groupby(parts, leads) for each in ([one(list(some))] if same else some)]
    return _few(joined, steps, led_to(steps))
