"""High: the story of a function in at most twelve steps.

The steps of medium stand in a tree: its phases, and the steps that are in none. At first each outermost part is one
step; then parts are opened, the one that tells most first, as long as there is room: what cannot be undone, a decision
between different outcomes, a part that outweighs the rest. Outcomes are never inside a part: equal ones are one step,
and where they are many, failures share one step that lists them, then results do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ...model import limits
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.sfm import (
    ACTION,
    DECISION,
    END,
    ERROR,
    HIGH,
    LEVELS,
    LOOP,
    START,
    STATE_CHANGE,
    TERMINAL,
    Phase,
    ScenarioFlowModel,
    ScenarioStep,
)
from ...words.cutting import headed, whole
from ...words.deeds import weight
from ...words.outcomes import brief, listed
from ...words.taken import Ends, always, entries, led_to
from ...words.titles import entitled
from ...words.untold import beside
from .collapse import collapsed
from .ladder import SMALL, in_a_line
from .quotient import Run, quotient
from .several import around, members_of, named

MOST: Final = 12  # steps
LEAST: Final = 5  # where there are as many
ENOUGH: Final = 8  # to tell what nobody has named by what is done
_FAN: Final = 6  # parts of one whole
_UNIT: Final = 16  # parts that one question may lead to
_OUTCOMES: Final = 4
_LISTED: Final = 12  # of many outcomes that share a step
_MORE: Final = "; …"  # ends a title that is only what stands first
_FEW: Final = 3  # steps that a comment above them stands for
_STEM: Final = 5  # letters
_MAKES: Final = 4  # what a step weighs that only makes something ready
_WORD: Final = regex(r"[^\W\d_]{4,80}")
Led = Mapping[str, set[str]]  # who leads to each step


class Part(NamedTuple):
    """steps: positions, in drawing order; inside: the parts it can be opened into, none for a single step."""

    steps: tuple[int, ...]
    inside: tuple[Part, ...] = ()
    phase: Phase | None = None


def _places(phases: Sequence[Phase], steps: Sequence[ScenarioStep]) -> list[list[Phase]]:
    """The phases of each step, outermost first. A step that stands for several is where its first is."""
    found: dict[str, list[Phase]] = {}
    for phase in phases:
        for member in phase.members:
            found.setdefault(member, []).append(phase)
    return [found.get((step.members or (step.step_id,))[0], []) for step in steps]


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


def final(steps: Iterable[ScenarioStep]) -> dict[str, str]:
    """The types of the steps that end the function, by id."""
    return {step.step_id: step.step_type for step in steps if step.step_type in TERMINAL}


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
            made.append(Part((inside[0],)))
            continue
        inner = () if _choice(inside, known) else _parts(inside, places, known, led, depth + 1)
        made.append(inner[0]._replace(phase=phase) if len(inner) == 1 else Part(tuple(inside), inner, phase))
    return _few(made if len(made) <= 2 else _chained(made, known, led), known, led)


def _choice(inside: Sequence[int], known: Sequence[ScenarioStep]) -> bool:
    """A choice of many arms, all of which go on: it is told by itself, for some of its arms are no part of it."""
    first = known[inside[0]]
    own = {known[at].step_id for at in inside}
    past = {way.target for at in inside for way in known[at].transitions} - own
    return first.step_type == DECISION and len({way.target for way in first.transitions}) > _FAN and len(past) == 1


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
    return _neighbours(parts if len(parts) <= _FAN else _units(parts, known, led))


def _units(parts: Sequence[Part], known: Sequence[ScenarioStep], led: Led) -> list[Part]:
    """Each question with the parts behind it that it alone leads to, up to where its ways meet again."""
    made: list[Part] = []
    at = 0
    while at < len(parts):
        size = _unit(parts[at : at + _UNIT], known, led)
        some = parts[at : at + size]
        steps = tuple(sorted(each for part in some for each in part.steps))
        made.append(some[0] if size == 1 else Part(steps, _neighbours(some)))
        at += size
    return made if len(made) > 1 else list(parts)


def _unit(parts: Sequence[Part], known: Sequence[ScenarioStep], led: Led) -> int:
    """How many of these are one unit."""
    own, ends = set[str](), final(known)
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


def _neighbours(parts: Sequence[Part]) -> tuple[Part, ...]:
    parts = list(parts)
    while len(parts) > _FAN:
        size = -(-len(parts) // _FAN)
        joined = [parts[at : at + size] for at in range(0, len(parts), size)]
        parts = [
            some[0] if len(some) == 1 else Part(tuple(sorted(n for part in some for n in part.steps)), tuple(some))
            for some in joined
        ]
    return tuple(parts)


# -- outcomes --------------------------------------------------------------------------------------------------------


def outcomes(steps: Sequence[ScenarioStep], room: int) -> list[list[int]]:
    """Ends that are told as one, in drawing order: equal ones; of too many, all failures; of still too many, results
    but the first."""
    alike: dict[tuple[str, str], list[int]] = {}
    for at, step in enumerate(steps):
        if step.step_type in TERMINAL:
            alike.setdefault((step.step_type, step.whole), []).append(at)
    for kind in (ERROR, END):
        keys = [key for key in alike if key[0] == kind]
        spare = keys if kind == ERROR else keys[1:]
        if len(alike) > room and len(spare) > 1:
            alike[kind, ""] = sorted(at for key in spare for at in alike.pop(key))
    return sorted(alike.values())


def _ending(steps: Sequence[ScenarioStep], members: Sequence[int]) -> ScenarioStep:
    """One step for several ends."""
    first, labels = steps[members[0]], list(dict.fromkeys(steps[at].label for at in members))
    if len(members) == 1:
        return first
    told = listed(labels[:_LISTED])
    if len(told) > limits.LABEL_TEXT:
        labels = list(dict.fromkeys(map(brief, labels)))
    kept = min(len(labels), _LISTED)
    while kept > 2 and len(listed(labels[:kept])) > limits.LABEL_TEXT:
        kept -= 1
    told = listed(labels[:kept]) + (f", … {len(labels) - kept} more" if len(labels) > kept else "")
    wholes = list(dict.fromkeys(steps[at].whole for at in members))
    words, same = "; ".join(wholes), len(wholes) == 1
    name = first.step_id if same else named(f"{first.step_type} {words}")
    return first._replace(
        step_id=name,
        label=whole(told),
        description=words,
        words=words,
        members=members_of([steps[at] for at in members]),
    )


# -- opening ---------------------------------------------------------------------------------------------------------


class _Telling(NamedTuple):
    """What makes a part worth opening. led: who leads to each step."""

    steps: Sequence[ScenarioStep]
    deciding: frozenset[int]
    whole: int
    ends: Ends
    led: Led

    def score(self, part: Part) -> float:
        steps = [self.steps[at] for at in part.steps]
        lasting = sum(step.has("irreversible") for step in steps)
        decided = sum(at in self.deciding for at in part.steps)
        share = len(part.steps) / max(self.whole, 1)
        plain = (part.phase is not None and part.phase.named) or all(
            step.step_type in (ACTION, STATE_CHANGE) for step in steps
        )
        ends = self.ends._replace(entries=entries(steps, self.led))
        unsure = any(step.has("irreversible") and not always(steps, step, ends) for step in steps)
        return (
            min(lasting, 2) * 1.0 * (len(part.steps) > 2)
            + 3.0 * unsure
            + min(decided, 2) * 1.5
            + share * (1.0 if plain else 3.0)
        )


def _deciding(steps: Sequence[ScenarioStep]) -> frozenset[int]:
    """Decisions of which one way alone leads to an outcome at once."""
    ends = {step.step_id: step.label for step in steps if step.step_type == END}
    found = set()
    for at, step in enumerate(steps):
        here = {ends.get(t.target, "") for t in step.transitions}
        if step.step_type in (DECISION, LOOP) and len(here) > 1 and here - {""}:
            found.add(at)
    return frozenset(found)


def _opened(parts: Sequence[Part], telling: _Telling, room: int, taken: int) -> list[Part]:
    """room: how many parts there may be. taken: steps beside them; below as many as a story has, even what tells little
    is opened, and what its author has named below the fewest alone."""
    cover = list(parts)
    enough = room if telling.whole <= room else ENOUGH - taken

    def worth(part: Part) -> bool:
        named = part.phase is not None and part.phase.named and not part.phase.title.endswith(_MORE)
        least = LEAST - taken if named else enough
        return telling.score(part) >= 1.0 or len(cover) < least

    while True:
        able = [part for part in cover if part.inside and len(cover) - 1 + len(part.inside) <= room and worth(part)]
        best = max(able, key=lambda part: (telling.score(part), -part.steps[0]), default=None)
        if best is None:
            return cover
        at = cover.index(best)
        cover[at : at + 1] = best.inside


# -- the story -------------------------------------------------------------------------------------------------------


def standing(steps: Sequence[ScenarioStep], part: Part, title: str, led: Led) -> ScenarioStep:
    """One step for a part of several; its transitions are to be made. led: who leads to each step."""
    inside = [steps[at] for at in part.steps]
    around_ = Ends(final(steps), entries(inside, led))
    inside = [in_a_line(step) for step in inside]
    named = part.phase.title if part.phase and part.phase.named else ""
    deeds = title or entitled(inside, around_, several=True)
    told = whole(title or called(named, inside, deeds), limits.STEP_TEXT)
    label, all_ = (told, told) if title else beside(told, inside, around_, deeds)
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
        words=all_,
    )  # fmt: skip


def called(named: str, inside: Sequence[ScenarioStep], deeds: str) -> str:
    """The author's words where they stand for all of a part; with what is done beside them where they name none of it."""
    if not named or named.endswith(_MORE):
        return deeds
    both = f"{named}: {deeds}"
    little = len(inside) <= _FEW or all(weight(step) <= _MAKES for step in inside)
    return (
        named if little or len(both) > limits.STEP_TEXT or any(map(deeds.lower().__contains__, _stems(named))) else both
    )


def _stems(text: str) -> set[str]:
    return {word[:_STEM].lower() for word in _WORD.findall(text)}


def part_name(steps: Sequence[ScenarioStep], part: Part) -> str:
    """The id of the step that stands for a part."""
    first = steps[part.steps[0]].step_id
    return first if len(part.steps) == 1 else "S" + part.phase.phase_id[1:] if part.phase else named(f"from {first}")


def _unique(runs: Sequence[Run], steps: Sequence[ScenarioStep]) -> list[Run]:
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


def told_as(
    model: ScenarioFlowModel, parts: Sequence[Part], ends: Sequence[Sequence[int]], titles: Mapping[int, str]
) -> tuple[ScenarioStep, ...]:
    """The steps with these parts and ends in the place of what is in them. titles: of parts, by their first step."""
    led = led_to(model.steps)
    runs = [
        Run(standing(model.steps, part, titles.get(part.steps[0], ""), led), part.steps)
        for part in parts
        if len(part.steps) > 1
    ]
    runs += [Run(_ending(model.steps, members), tuple(members)) for members in ends if len(members) > 1]
    return quotient(model.steps, _unique(runs, model.steps))


def high(model: ScenarioFlowModel) -> ScenarioFlowModel:
    """model: filtered to medium."""
    if len(model.steps) <= SMALL:
        return model._replace(level=HIGH, steps=tuple(step._replace(detail_levels=LEVELS) for step in model.steps))
    parts = tree(model)
    inner = sum(len(part.steps) for part in parts)
    ends = outcomes(model.steps, max(_OUTCOMES, MOST - 1 - inner))
    room = MOST - 1 - len(ends)
    telling = _Telling(model.steps, _deciding(model.steps), inner, Ends(final(model.steps)), led_to(model.steps))
    cover = _opened(parts, telling, room, 1 + len(ends))
    steps = collapsed(
        [step._replace(detail_levels=LEVELS) for step in told_as(model, cover, ends, {})], model.start_step, HIGH
    )
    last = tuple(step.step_id for step in steps if step.step_type in TERMINAL)
    return model._replace(steps=steps, end_steps=last, level=HIGH, non_terminating=not last)
