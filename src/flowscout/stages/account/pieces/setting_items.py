"""The maps of a list in a file of settings: which of two states are the same one, and by what each is named.

    - id: flake8                 - id: black
      language: python             language: python
    - id: black
      language: python
        `id: flake8` is gone: that `language` has one `python` less says nothing of its own

A key is held against the same key of the same map. A map is the same one if all that stands in it is; else if it begins with the same key
and value; else if it holds most of the same; and else if it stands alone between the same two, and begins with the same key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, TypeAlias

from ....model.alignment import opcodes
from .setting_lines import ITEM, Path, SettingEntry

_MOST_PAIRS: Final = 10_000
Held: TypeAlias = tuple[tuple[Path, str], ...]
Pairs: TypeAlias = Iterator[tuple[int, int]]


def items_alike(old: Sequence[SettingEntry], new: Sequence[SettingEntry]) -> list[SettingEntry]:
    """`new`, with the numbers that its maps have in `old`; of what is left each has one of its own."""
    found, depth = list(new), 1
    while any(len(one.path) >= depth for one in found):
        put = _put(_lists(old, depth), _lists(found, depth))
        found = [one._replace(path=(*put.get(one.path[:depth], one.path[:depth]), *one.path[depth:])) for one in found]
        depth += 1
    return found


def head(path: Path, side: Sequence[SettingEntry]) -> str:
    """`id: flake8`: the first key of a map with its value; "" where that is no plain one."""
    within = [one for one in islice((one for one in side if one.path[: len(path)] == path), 2) if one.path != path]
    first = within[0] if within and within[0].key and len(within[0].path) == len(path) + 1 else None
    return f"{first.path[-1]}: {first.value}" if first and first.value else ""


def owner(path: Path, sides: Sequence[Sequence[SettingEntry]]) -> str:
    """What names the innermost map that a key stands in: "" where the key itself does."""
    at = next((at for at in range(len(path) - 1, 0, -1) if path[at - 1].startswith(ITEM)), 0)
    heads = [head(path[:at], side) for side in sides] if at else []
    return "" if not heads or (len(path) == at + 1 and heads[-1].startswith(f"{path[-1]}: ")) else heads[-1] or heads[0]


def _lists(side: Sequence[SettingEntry], depth: int) -> dict[Path, dict[Path, Held]]:
    """The maps whose number stands at this depth, by the list that they stand in."""
    found: dict[Path, dict[Path, list[tuple[Path, str]]]] = {}
    for one in side:
        if len(one.path) >= depth and one.path[depth - 1].startswith(ITEM):
            held = found.setdefault(one.path[: depth - 1], {}).setdefault(one.path[:depth], [])
            if len(one.path) > depth:
                held.append((one.path[depth:], one.value))
    return {above: {path: tuple(held) for path, held in maps.items()} for above, maps in found.items()}


def _put(old: dict[Path, dict[Path, Held]], new: dict[Path, dict[Path, Held]]) -> dict[Path, Path]:
    found: dict[Path, Path] = {}
    for above, maps in new.items():
        before = old.get(above, {})
        was, now = [*before], [*maps]
        pairs = dict(_paired([*before.values()], [*maps.values()]))
        for at, path in enumerate(now):
            found[path] = was[pairs[at]] if at in pairs else (*above, f"{ITEM}{len(was) + at + 1}")
    return found


def _paired(old: Sequence[Held], new: Sequence[Held]) -> list[tuple[int, int]]:
    """Places in the new list with those in the old one."""
    found: dict[int, int] = {}
    taken = set[int]()
    for way in (_same, _named_alike, _most_alike):
        for now, was in way(old, new):
            if now not in found and was not in taken:
                found[now] = was
                taken.add(was)
    return [*found.items(), *_alone_between(old, new, found)]


def _same(old: Sequence[Held], new: Sequence[Held]) -> Pairs:
    for kind, i, j, m, _ in opcodes([*map(_bare, old)], [*map(_bare, new)]):
        if kind == "equal":
            yield from ((m + at, i + at) for at in range(j - i))
    yield from _by([*map(_bare, old)], [*map(_bare, new)])


def _named_alike(old: Sequence[Held], new: Sequence[Held]) -> Pairs:
    yield from _by([each[:1] for each in old], [each[:1] for each in new])


def _by(old: Sequence[Held], new: Sequence[Held]) -> Pairs:
    places: dict[Held, list[int]] = {}
    for was, each in enumerate(old):
        places.setdefault(each, []).append(was)
    yield from ((now, was) for now, each in enumerate(new) if each for was in places.get(each, ())[:_MOST_PAIRS])


def _most_alike(old: Sequence[Held], new: Sequence[Held]) -> Pairs:
    if len(old) * len(new) > _MOST_PAIRS:
        return
    bags = [[Counter(one for one in _bare(each) if one[1]) for each in side] for side in (old, new)]
    scored = [
        (-(one & other).total() / max(1, (one | other).total()), abs(was - now), now, was)
        for was, one in enumerate(bags[0])
        for now, other in enumerate(bags[1])
    ]
    yield from ((now, was) for minus, _, now, was in sorted(scored) if minus < -0.5)


def _alone_between(old: Sequence[Held], new: Sequence[Held], found: dict[int, int]) -> Pairs:
    back = {was: now for now, was in found.items()}
    signs = [[back.get(was, -1 - was) for was in range(len(old))], [*range(len(new))]]
    for kind, i, j, m, n in opcodes(*signs):
        if kind == "replace" and j - i == n - m:
            for was, now in zip(range(i, j), range(m, n), strict=True):
                if was not in back and now not in found and _begin(old[was]) == _begin(new[now]):
                    yield now, was


def _begin(held: Held) -> Path:
    return held[0][0] if held else ()


def _bare(held: Held) -> Held:
    """Whatever the number of a map within it."""
    return tuple((tuple(ITEM if part.startswith(ITEM) else part for part in path), value) for path, value in held)
