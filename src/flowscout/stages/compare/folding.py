"""Which of the steps that stay disappear in one fold `⋯ 5 unchanged steps`.

A way that leads into a fold runs what it begins with. So of the ways that come from steps that are shown all lead to one step of a fold,
and each step of it is reached from there: `yes` that runs four steps and `no` that runs only the last of them lead to two places. Folds
that only another fold leads to, and that lead on to the same steps, are one: the cases of a `switch` that is folded itself. Where more than
one way out of a fold would say nothing of when it is gone, what decides between them is shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from functools import reduce
from hashlib import sha256
from itertools import accumulate
from operator import or_
from typing import Final

from ...model import limits
from ...model.sfm import BRANCHING, ScenarioStep
from ...words.cutting import whole

FOLD_FROM: Final = 4
_PASSED_BY: Final = frozenset({"", "no", "done"})
_ROUNDS: Final = 24  # in which what is reached is looked for; each settles a loop within another


def groups(steps: Sequence[ScenarioStep], free: Set[str]) -> dict[str, str]:
    """Step id -> id of the fold it disappears in; only groups of FOLD_FROM and more: what is too few is shown, and leads to a place as well."""
    runs = _runs(steps, free)
    for _ in range(_ROUNDS):
        pieces = _folds(steps, free, runs)
        beside = _side_by_side(steps, pieces)
        folded = {step for piece in pieces for step in piece} - _deciding(steps, beside)
        if len(folded) == len(free):
            break
        free = folded
    pieces = _side_by_side(steps, pieces)
    names = ("S" + sha256(("fold " + " ".join(sorted(piece))).encode()).hexdigest()[:6] for piece in pieces)
    return {step: name for piece, name in zip(pieces, names, strict=True) for step in piece}


def _deciding(steps: Sequence[ScenarioStep], pieces: Sequence[list[str]]) -> set[str]:
    """The steps of each fold by whose answers it is left for one step or for another, where several of its ways are not the answer to one
    question that a drawing can write on them."""
    of = {step: f"fold {at}" for at, piece in enumerate(pieces) for step in piece}
    found, led = set[str](), leading(steps)
    for at, piece in enumerate(pieces):
        own = set(piece)
        inner = [step for step in steps if step.step_id in own]
        sources: dict[str, list[tuple[ScenarioStep, str]]] = defaultdict(list)
        for step in inner:
            for way in step.transitions:
                sources[of.get(way.target, way.target)].append((step, way.label))
        sources.pop(f"fold {at}", None)
        told = [way for way, by in sources.items() if len(by) == 1 and asked_by(*by[0], led, own)]
        if len(sources) - len(told) > 1:
            found |= _parting(inner, own, of, set(told))
    return found


def governing(steps: Sequence[ScenarioStep], edited: Set[str]) -> set[str]:
    """Of each edit the last question of which one answer alone leads on to it, where that is no `no`: what is passed by on the way down a
    ladder of `else if`s decides as well, and is what a fold is for."""
    place = {step.step_id: at for at, step in enumerate(steps)}
    bit = {step_id: 1 << place[step_id] for step_id in edited}
    last = {
        way.target: place[step.step_id]
        for step in steps
        for way in step.transitions
        if place[way.target] <= place[step.step_id]
    }
    every = reduce(or_, bit.values(), 0)
    ahead: dict[str, int] = {}
    found, told = set[str](), 0
    for step in reversed(steps):
        ways = [
            (
                way.label,
                every >> last[way.target] + 1 << last[way.target] + 1
                if place[way.target] <= place[step.step_id]
                else ahead[way.target],
            )
            for way in step.transitions
        ]  # a way back leads to all that stands behind the loop
        ahead[step.step_id] = bit.get(step.step_id, 0) | reduce(or_, (reached for _, reached in ways), 0)
        for label, reached in ways if step.step_type in BRANCHING else ():
            alone = reached & ~reduce(or_, (other for name, other in ways if name != label), 0) & ~told
            if alone and label not in _PASSED_BY:
                found.add(step.step_id)
                told |= alone
    return found


def leading(steps: Sequence[ScenarioStep]) -> dict[str, list[tuple[ScenarioStep, str]]]:
    """By a step what leads to it, each with the answer."""
    found: dict[str, list[tuple[ScenarioStep, str]]] = {}
    for step in steps:
        for way in step.transitions:
            found.setdefault(way.target, []).append((step, way.label))
    return found


def asked_by(
    step: ScenarioStep, answer: str, led: Mapping[str, Sequence[tuple[ScenarioStep, str]]], own: Set[str]
) -> str:
    """The question of a fold on whose answer alone `step` is left, with the answer: what stands between them runs with it."""
    for _ in range(len(own)):
        if step.step_type in BRANCHING:
            asked = step.label.partition("\n")[0]
            sign = "?" if asked.endswith("?") else ":"
            room = limits.EDGE_TEXT - len(answer) - 2
            return f"{whole(asked.removesuffix('?'), room)}{sign} {answer}" if answer and asked == step.label else ""
        above = led.get(step.step_id, ())
        if len(above) != 1 or above[0][0].step_id not in own:
            return ""
        step, answer = above[0]
    return ""


def _parting(inner: Sequence[ScenarioStep], own: Set[str], of: Mapping[str, str], told: Set[str]) -> set[str]:
    """Those of which one way out of the fold that none of the answers in `told` names is reached by one of their ways and not by all."""
    reached = dict[str, frozenset[str]]()

    def ahead(way: str) -> frozenset[str]:
        return reached.get(way, frozenset()) if way in own else frozenset((of.get(way, way),)) - told

    for _ in range(_ROUNDS):
        fuller = {step.step_id: frozenset().union(*(ahead(way.target) for way in step.transitions)) for step in inner}
        if fuller == reached:
            break
        reached = fuller
    return {
        step.step_id
        for step in inner
        if any(left and left != reached[step.step_id] for way in step.transitions for left in [ahead(way.target)])
    }


def _runs(steps: Sequence[ScenarioStep], free: Set[str]) -> dict[str, int]:
    """Of each step the run that it is listed in: one ends where the drawing comes to a step that is shown."""
    shown = accumulate(step.step_id not in free for step in steps)
    return {step.step_id: count for step, count in zip(steps, shown, strict=True)}


def _folds(steps: Sequence[ScenarioStep], free: Set[str], run: Mapping[str, int]) -> list[list[str]]:
    within = {
        step.step_id: [
            way.target for way in step.transitions if way.target in free and run[way.target] == run[step.step_id]
        ]
        for step in steps
        if step.step_id in free
    }
    entries = _entries(steps, free)
    pieces = _pieces(within, _reached(within, entries))
    return [part for piece in pieces for part in _headed(piece, within, entries) if len(part) >= FOLD_FROM]


def _entries(steps: Sequence[ScenarioStep], free: Set[str]) -> list[str]:
    """Free steps that shown ones lead to."""
    ways = (way for step in steps if step.step_id not in free for way in step.transitions)
    return list(dict.fromkeys(way.target for way in ways if way.target in free))


def _reached(within: Mapping[str, Sequence[str]], entries: Sequence[str]) -> dict[str, int]:
    """Step id -> a bit for each entry that it is reached from."""
    found = dict.fromkeys(within, 0)
    for at, entry in enumerate(entries):
        found[entry] |= 1 << at
    for _ in range(_ROUNDS):
        settled = True
        for step, targets in within.items():
            for target in targets:
                if found[step] & ~found[target]:
                    found[target] |= found[step]
                    settled = False
        if settled:
            break
    return found


def _pieces(within: Mapping[str, Sequence[str]], known: Mapping[str, int]) -> list[list[str]]:
    """Connected steps that are reached from the same entries."""
    beside: dict[str, list[str]] = defaultdict(list)
    for step, targets in within.items():
        for target in targets:
            if known[step] == known[target]:
                beside[step].append(target)
                beside[target].append(step)
    found, seen = list[list[str]](), set[str]()
    for step in within:
        if step in seen:
            continue
        piece = [step]
        seen.add(step)
        for each in piece:
            fresh = [other for other in dict.fromkeys(beside[each]) if other not in seen]
            seen.update(fresh)
            piece += fresh
        found.append(piece)
    return found


def _headed(piece: Sequence[str], within: Mapping[str, Sequence[str]], entries: Sequence[str]) -> list[list[str]]:
    """Where shown steps lead to several steps of a loop: what is reached through one of these alone, by itself."""
    own = set(piece)
    heads = [each for each in entries if each in own]
    if len(heads) < 2:
        return [list(piece)]
    owner = {head: head for head in heads}
    ordered = [step for step in within if step in own]
    sources: dict[str, list[str]] = defaultdict(list)
    for step in ordered:
        for target in within[step]:
            sources[target].append(step)
    for step in ordered:
        above = {owner.get(source, "") for source in sources[step] if source in own}
        owner.setdefault(step, above.pop() if len(above) == 1 and "" not in above else step)
    parts: dict[str, list[str]] = defaultdict(list)
    for step in ordered:
        parts[owner[step]].append(step)
    return list(parts.values())


def _side_by_side(steps: Sequence[ScenarioStep], pieces: Sequence[list[str]]) -> list[list[str]]:
    """Those that one other leads to, and nothing else, and that lead on alike, as one."""
    of = {step: at for at, piece in enumerate(pieces) for step in piece}
    into, onto = defaultdict[int, set[str | int]](set), defaultdict[int, set[str | int]](set)
    for step in steps:
        here = of.get(step.step_id, step.step_id)
        for way in step.transitions:
            there = of.get(way.target, way.target)
            if here != there:
                if isinstance(there, int):
                    into[there].add(here)
                if isinstance(here, int):
                    onto[here].add(there)
    alike: dict[tuple[frozenset[str | int], frozenset[str | int], int], list[str]] = {}
    for at, piece in enumerate(pieces):
        alone = len(into[at]) == 1 and all(isinstance(each, int) for each in into[at])
        alike.setdefault((frozenset(into[at]), frozenset(onto[at]), -1 if alone else at), []).extend(piece)
    return list(alike.values())
