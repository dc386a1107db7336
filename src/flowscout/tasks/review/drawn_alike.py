"""Functions whose drawings say the same of the same change are drawn once: of the others it is said that theirs are the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ...model.shown import ShownFunction
from ...words.series import series
from ..markdown import code, escape

_NAMED: Final = 5
Whole = Callable[[ShownFunction], bool]


def drawn_alike(functions: Sequence[ShownFunction], plain: Whole) -> Mapping[int, list[ShownFunction]]:
    """By the place of each function that is drawn those that are like it. plain: whether nothing is told of one where it is drawn."""
    first: dict[tuple[object, ...], int] = {}
    found: dict[int, list[ShownFunction]] = {}
    for at, one in enumerate(functions):
        same = bool(one.outline) and one.drawing is not None and not one.defect and plain(one)
        steps = tuple((each.sign, each.text) for each in one.steps)
        key = (one.how, one.outline, one.sentences, one.reached, steps) if same else (at,)
        if key in first:
            found[first[key]].append(one)
        else:
            first[key] = at
            found[at] = []
    return found


def likewise(one: ShownFunction, others: Sequence[ShownFunction]) -> list[str]:
    """The line that is said of the others, under the drawing of the first."""
    if not others:
        return []
    own = [
        escape(each.path) if each.name == one.name else f"{code(each.name)} ({escape(each.path)})"
        for each in others[:_NAMED]
    ]
    more = [f"{len(others) - _NAMED} more"] if len(others) > _NAMED else []
    return [f"- the same steps change in {series([*own, *more])}"]
