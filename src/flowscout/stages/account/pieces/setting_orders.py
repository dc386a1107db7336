"""What stands in another order in a file of settings: the maps of a list, its items, the lines of a text, and keys of one map.

    - run: make lint             - run: make test
    - run: make test             - run: make lint
        `run: make test` now stands before `run: make lint` in `steps`

Only what stands on both sides, and once on each, is compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ....model.alignment import matching
from ....model.record import NamedTuple
from .setting_items import head
from .setting_lines import ITEM, Path, SettingEntry
from .setting_tables import NUMBER


class OtherPlace(NamedTuple):
    """above: the list or map that it stands in. what, beside: paths of maps and keys, or values. behind: whether it stands behind that.
    many: how many stand otherwise."""

    above: Path
    what: Path | str
    beside: Path | str
    behind: bool
    many: int
    was: int
    now: int


Placed = dict[Path | str, int]


def orders(old: Sequence[SettingEntry], new: Sequence[SettingEntry]) -> Iterator[OtherPlace]:
    before, after = _lists(old), _lists(new)
    for key in before.keys() & after.keys():
        was, now = before[key], after[key]
        same = [each for each in was if each in now], [each for each in now if each in was]
        if same[0] != same[1]:
            yield _moved(key[0], was, now, *same)


def _moved(above: Path, was: Placed, now: Placed, old: list[Path | str], new: list[Path | str]) -> OtherPlace:
    kept = {new[at + step] for _, at, size in matching(old, new) for step in range(size)}
    moved = [each for each in new if each not in kept]
    at = new.index(moved[0])
    behind = at + 1 == len(new)
    return OtherPlace(
        above, moved[0], new[at - 1 if behind else at + 1], behind, len(moved), was[moved[0]], now[moved[0]]
    )


def _lists(side: Sequence[SettingEntry]) -> dict[tuple[Path, str], Placed]:
    """By what they stand in, and of which kind they are."""
    found: dict[tuple[Path, str], list[tuple[Path | str, int]]] = {}
    for one in side:
        kind = "item" if not one.key else "map" if one.path[-1].startswith(ITEM) else "key"
        above = one.path[:-1] if one.key else one.path
        found.setdefault((above, kind), []).append((one.path if one.key else one.value, one.line))
    return {key: _once(members) for key, members in found.items()}


def _once(members: Sequence[tuple[Path | str, int]]) -> Placed:
    many = Counter(what for what, _ in members)
    return {what: line for what, line in members if many[what] == 1}


def called(what: Path | str, side: Sequence[SettingEntry]) -> str:
    """A value as it is, a key by its name, a map by what it begins with: "" for none, as of a table in an array of TOML."""
    if isinstance(what, str):
        return what
    if what[-1].startswith(NUMBER):
        return ""
    return head(what, side) if what[-1].startswith(ITEM) else what[-1]
