"""What each arm of a choice sets is set, whatever holds.

if n > 5: x.a = 5; x.b = 1    elif n > 2: x.a = 2; x.b = 0    else: x.a = 0      set `x.a` to `5`, `2` or `0` by `n`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from . import choices
from .clauses import DOES, Clause, Course, heaviest, plain

_SETS: Final = regex(r"set (`[^`]{1,60}`) to (`[^`]{1,80}`)")
_SLIGHT: Final = 0.5  # by how much less it may weigh than what else is done
_MOST: Final = 2  # that are told by name


def set_in_each(ways: Sequence[Course], asked: Sequence[str], by: str, longest: int) -> Clause | None:
    """asked: the tests in words; ways: one more. by: what they look at. None where an arm does more than that, or is left."""
    if any(way.ends or any(each.kind != DOES for each in way.clauses) for way in ways):
        return None
    sets = [
        {found[1]: (found[2], each) for each in way.clauses if plain(each) and (found := _SETS.fullmatch(each.phrase))}
        for way in ways
    ]
    shared = [target for target in sets[0] if all(target in each for each in sets[1:])]
    if not shared or not all(_outweighs(way, each, shared) for way, each in zip(ways, sets, strict=True)):
        return None
    first, last = sets[0][shared[0]][1], max(each[shared[-1]][1].at for each in sets)
    if len(shared) == 1:
        phrase = choices.told(f"set {shared[0]}", "to ", [each[shared[0]][0] for each in sets], asked, longest)
    else:
        named = (
            " and ".join(shared)
            if len(shared) <= _MOST
            else f"{', '.join(shared[:_MOST])} and {len(shared) - _MOST} more"
        )
        phrase = f"set {named}{f' by `{by}`' if by else ''}"
    return first._replace(phrase=phrase, at=last) if phrase else None


def _outweighs(way: Course, sets: dict[str, tuple[str, Clause]], shared: Sequence[str]) -> bool:
    top = heaviest(way.clauses)
    return top is None or max(sets[target][1].weight for target in shared) >= top.weight - _SLIGHT
