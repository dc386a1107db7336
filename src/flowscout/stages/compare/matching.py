"""Matching the steps of two scenarios."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from difflib import SequenceMatcher
from functools import lru_cache
from types import MappingProxyType

from ...engine.rising import longest_rising
from ...model.diff import Added, Changed, Edit, FlowDiff, Kept, Moved, Removed
from ...model.pattern import regex
from ...model.sfm import END, ERROR, START, TERMINAL, ScenarioFlowModel, ScenarioStep
from .copied import copied, flagged
from .likely import beside, by_words
from .order import OrderedSide, ahead, family, inverted, side
from .staying import Between, Lines, edited, staying

LIKE_ENOUGH = 0.5
MOST_IN_ORDER = (
    400  # words of a step; of more only how many are the same counts, for their order takes the third power of them
)
MOST_PAIRS = 20_000  # beyond, only steps of one kind and first word are weighed against each other
REMEMBERED = 1 << 12  # steps; each is held against many
_SHARE = 0.4  # how much where a step stands counts beside its words
_PLACE_COUNTS = {"test": 0.5, "end": 0.6}  # of a test and an end, where it stands tells more than its words
_WORD = regex(r"[A-Za-z][a-z0-9]*|[0-9]+|[-<>=!+*/%]+")


def compare(
    before: ScenarioFlowModel | None,
    after: ScenarioFlowModel | None,
    lines: Lines = MappingProxyType({}),
    edits: Lines = MappingProxyType({}),
) -> FlowDiff:
    """None stands for a function that is not there. lines: those that are the same on both sides. edits: those of which the one became the other."""
    if after is None:
        return FlowDiff(
            before.entry_function if before else "", before, None, tuple(map(Removed, before.steps if before else ()))
        )
    name = after.entry_function
    if before is None:
        return FlowDiff(name, None, after, tuple(map(Added, after.steps)))
    old, new = side(before), side(after)
    pairs = match(old, new, lines, edits)
    return FlowDiff(name, before, after, tuple(_edits(old, new, pairs, copied(old, new, pairs, lines))))


def match(
    old: OrderedSide, new: OrderedSide, lines: Lines = MappingProxyType({}), edits: Lines = MappingProxyType({})
) -> dict[int, int]:
    """Position before -> position after."""
    pairs = edited(old, new, edits)
    taken = {*pairs.values()}
    pairs |= {i: j for i, j in staying(old, new, lines).items() if i not in pairs and j not in taken}
    left, right = _grouped(old.steps, {*pairs}), _grouped(new.steps, {*pairs.values()})
    for key in sorted(left.keys() & right.keys()):
        pairs.update(_align(left[key], right[key], old, new))
    _by_likeness(old, new, pairs, lines)
    return pairs


def _grouped(steps: Sequence[ScenarioStep], known: Set[int]) -> dict[tuple[str, str], list[int]]:
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for position, step in enumerate(steps):
        if position in known:
            continue
        groups[(family(step), "" if step.step_type == START else step.whole)].append(position)
    return groups


def _align(left: list[int], right: list[int], old: OrderedSide, new: OrderedSide) -> Iterable[tuple[int, int]]:
    """Pairs of equal text, in order, so that as many neighbours and conditions as possible agree."""
    if len(left) == len(right):
        return zip(left, right, strict=True)
    score = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in range(len(left) - 1, -1, -1):
        for j in range(len(right) - 1, -1, -1):
            score[i][j] = max(
                score[i + 1][j],
                score[i][j + 1],
                score[i + 1][j + 1] + 1 + _neighbours_alike(old, left[i], new, right[j]),
            )
    pairs, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if score[i][j] == score[i + 1][j]:
            i += 1
        elif score[i][j] == score[i][j + 1]:
            j += 1
        else:
            pairs.append((left[i], right[j]))
            i, j = i + 1, j + 1
    return pairs


def _neighbours_alike(old: OrderedSide, a: int, new: OrderedSide, b: int) -> float:
    mine = {old.steps[n].whole for n in (*old.before[a], *old.after[a])}
    other = {new.steps[n].whole for n in (*new.before[b], *new.after[b])}
    return len(mine & other) / max(1, len(mine | other)) + 0.5 * (_asked(old, a) == _asked(new, b))


def _asked(one: OrderedSide, position: int) -> tuple[str, str]:
    """The condition a step stands under, in words."""
    branch, label = one.contexts[position]
    return (one.steps[branch].whole if branch >= 0 else "", label)


def _by_likeness(old: OrderedSide, new: OrderedSide, pairs: dict[int, int], lines: Lines) -> None:
    taken, between = set(pairs.values()), Between.of(lines)
    left = [i for i in range(len(old.steps)) if i not in pairs]
    right = [j for j in range(len(new.steps)) if j not in taken]
    narrow = len(left) * len(right) > MOST_PAIRS

    def kind(step: ScenarioStep) -> tuple[str, str]:
        return family(step), _first(step) if narrow else ""

    sides: dict[tuple[str, str], tuple[dict[int, list[str]], dict[int, list[str]]]] = defaultdict(lambda: ({}, {}))
    for which, (positions, steps) in enumerate(((left, old.steps), (right, new.steps))):
        for at in positions:
            sides[kind(steps[at])][which][at] = _words(steps[at].whole)
    likely = {
        pair
        for (place, _), (one, other) in sides.items()
        for pair in (
            *by_words(one, other, LIKE_ENOUGH / (1 - _PLACE_COUNTS.get(place, _SHARE))),
            *((i, j) for i in one for j in beside(old, i, new, pairs) if j in other),
        )
    }
    scored = sorted((-likeness(old, i, new, j, pairs), i, j) for i, j in likely if not between.apart(old, i, new, j))
    for minus, i, j in scored:
        if -minus >= LIKE_ENOUGH and i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    _last_ends(old, new, pairs)


def _last_ends(old: OrderedSide, new: OrderedSide, pairs: dict[int, int]) -> None:
    """The only end that is left on either side is the same end reworded, wherever it went, if its words are alike."""
    taken = set(pairs.values())
    left = [i for i, step in enumerate(old.steps) if i not in pairs and step.step_type in TERMINAL]
    right = [j for j, step in enumerate(new.steps) if j not in taken and step.step_type in TERMINAL]
    if len(left) == len(right) == 1 and _words_alike(old.steps[left[0]], new.steps[right[0]]) > LIKE_ENOUGH:
        pairs[left[0]] = right[0]


def likeness(old: OrderedSide, i: int, new: OrderedSide, j: int, pairs: dict[int, int]) -> float:
    """0..1: the words inside of names count 0.6, matched neighbours 0.4 (see _PLACE_COUNTS for tests and ends)."""
    around = [pairs.get(n) in new.before[j] for n in old.before[i]] + [
        pairs.get(n) in new.after[j] for n in old.after[i]
    ]
    total = max(len(around), len(new.before[j]) + len(new.after[j]), 1)
    share = _PLACE_COUNTS.get(family(old.steps[i]), _SHARE)
    near = share * sum(around) / total
    most = (1 - share) * _most_alike(old.steps[i], new.steps[j]) + near
    return most if most < LIKE_ENOUGH else (1 - share) * _words_alike(old.steps[i], new.steps[j]) + near


def _words_alike(one: ScenarioStep, other: ScenarioStep) -> float:
    words = _words(one.whole), _words(other.whole)
    found = SequenceMatcher(None, *words, autojunk=False)
    return found.ratio() if max(map(len, words)) <= MOST_IN_ORDER else found.quick_ratio()


def _most_alike(one: ScenarioStep, other: ScenarioStep) -> float:
    """More than that their words cannot be alike: one is much longer than the other."""
    lengths = len(_words(one.whole)), len(_words(other.whole))
    return 2 * min(lengths) / max(1, sum(lengths)) if any(lengths) else 1.0


@lru_cache(maxsize=REMEMBERED)
def _words(whole: str) -> list[str]:
    return _WORD.findall(whole)


def _first(step: ScenarioStep) -> str:
    return step.whole.split(" ", 1)[0]


def _edits(
    old: OrderedSide, new: OrderedSide, pairs: dict[int, int], copies: tuple[Set[int], Set[int]]
) -> Iterable[Edit]:
    """In the order of the new scenario; what was removed stands behind its old predecessor. copies: of steps that stay."""

    def removed(at: int) -> Removed:
        return Removed(flagged(old.steps[at]) if at in copies[0] else old.steps[at])

    back = {j: i for i, j in pairs.items()}
    order = sorted(back)
    settled = {order[at] for at in longest_rising([back[j] for j in order])}
    gone: dict[int, list[int]] = defaultdict(list)
    anchor = -1
    for i in range(len(old.steps)):
        if i in pairs:
            anchor = pairs[i]
        else:
            gone[anchor].append(i)
    yield from map(removed, gone[-1])
    moved: set[int] = set()
    turned = frozenset[int]()
    if len(settled) < len(order):
        was, now = ahead(old), ahead(new)
        turned = frozenset(j for j in order if j not in settled and inverted(old, was, now, pairs, back[j]))
    for j, step in enumerate(new.steps):
        if j not in back:
            yield Added(flagged(step) if j in copies[1] else step)
        else:
            edit = _paired(old, new, back[j], j, pairs, back, j in turned, moved)
            moved |= {back[j]} if isinstance(edit, Moved) else set()
            yield edit
        yield from map(removed, gone[j])


def _paired(
    old: OrderedSide,
    new: OrderedSide,
    i: int,
    j: int,
    pairs: dict[int, int],
    back: dict[int, int],
    turned: bool,
    moved: Set[int],
) -> Edit:
    """back: the pairs the other way round. turned: its order to another step. moved: positions before of what is known to stand elsewhere. That a question leads out otherwise is told by where it leads."""
    one, other = old.steps[i], new.steps[j]
    if (family(one), one.whole, one.flags) != (family(other), other.whole, other.flags):
        return Changed(one, other) if one.step_type != START else Kept(one, other)
    if one.step_type in (START, END, ERROR):
        return Kept(one, other)
    stays = not turned and (
        _same_context(old, new, i, j, pairs, back) or _same_ways_in(old, new, i, j, pairs, back, moved)
    )
    return Kept(one, other) if stays else Moved(one, other)


def _same_ways_in(
    old: OrderedSide, new: OrderedSide, i: int, j: int, pairs: dict[int, int], back: dict[int, int], moved: Set[int]
) -> bool:
    """Whether all steps that stayed and led here still do, and no other one: what wraps or joins them has not moved it."""
    was = {(a, label) for a, label in _ways_in(old, i) if a in pairs and a not in moved}
    now = {(back[b], label) for b, label in _ways_in(new, j) if b in back and back[b] not in moved}
    return bool(was) and was == now


def _ways_in(one: OrderedSide, position: int) -> set[tuple[int, str]]:
    here = one.steps[position].step_id
    return {(at, way.label) for at in one.before[position] for way in one.steps[at].transitions if way.target == here}


def _same_context(
    old: OrderedSide, new: OrderedSide, i: int, j: int, pairs: dict[int, int], back: dict[int, int]
) -> bool:
    """Branches that only one side has are climbed over: wrapping steps in a new test does not move them."""
    here, label = old.contexts[i]
    while here >= 0 and here not in pairs:
        here, label = old.contexts[here]
    there, other = new.contexts[j]
    while there >= 0 and there not in back:
        there, other = new.contexts[there]
    if here < 0 or there < 0:
        return here == there
    flipped = old.steps[here].whole != new.steps[there].whole
    return pairs[here] == there and (label == other or flipped)
