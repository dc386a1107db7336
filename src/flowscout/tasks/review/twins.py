"""Functions that change alike but for one part of the names that they use: the first one's changes are told, of the others that they do likewise.

Now sets `c` to `fg_of(wp)`. Asks for `fg == -1` …               in the function of the foreground
Does the same as `osc_10`, with `bg` in the place of `fg`.       in that of the background

Every edit has to be there in both, in the same words and code, and the part that differs has to differ wherever it stands: a copy in which one name
was forgotten is no twin, and no line may stand between them in one alone. Nothing that is cut counts as the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ...model.account import FLOW, NEUTRAL
from ...model.pattern import regex
from ...model.shown import ShownEdit, ShownReview
from .line import Point

LEAST: Final = 2  # edits of each
_WORD: Final = regex(r"[A-Za-z_]\w{0,80}|[^A-Za-z_]")
_PART: Final = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|_+|[^\W]")
Twins = dict[tuple[str, str], tuple[tuple[str, str], str, str]]


def twins(review: ShownReview, told: Sequence[ShownEdit]) -> Twins:
    """Of a function, by its file and name, the one before that changes alike, and which part of its names stands for which one's."""
    hidden = sum(review.counts[:3]) - sum(one.how != NEUTRAL for one in review.edits)
    edits: dict[tuple[str, str], list[ShownEdit]] = {}
    for one in review.edits if hidden <= 0 else ():
        if one.how != NEUTRAL and one.name:
            edits.setdefault((one.path, one.name), []).append(one)
    plain = {whose: same for whose, same in edits.items() if len(same) >= LEAST and all(map(_whole, same))}
    own = {(one.path, one.name) for one in told}
    found: Twins = {}
    shapes: dict[tuple[object, ...], list[tuple[str, str]]] = {}
    for whose, same in plain.items():
        if whose in own:
            before = shapes.setdefault(tuple(map(_shape, _ordered(same))), [])
            for first in before:
                if _spaced(plain[first]) == _spaced(same) and (pair := _apart(_ordered(plain[first]), _ordered(same))):
                    found[whose] = first, *pair
                    break
            else:
                before.append(whose)
    return found


def with_twins(lines: Sequence[Point], found: Twins, edits: Sequence[ShownEdit]) -> Iterator[Point]:
    """Each behind the first line of its twin."""
    waiting = dict(found)
    for line in lines:
        yield line
        here = {(one.path, one.name) for one in line.edits}
        for whose in [whose for whose, (first, _, _) in waiting.items() if first in here]:
            (path, name), was, now = waiting.pop(whose)
            where = f" ({path})" if name == whose[1] else ""
            same = tuple([one for one in edits if (one.path, one.name) == whose])
            yield Point(same, (whose[1],), f"Changes as `{name}`{where} does, with `{now}` in the place of `{was}`.")


def _ordered(same: Sequence[ShownEdit]) -> list[ShownEdit]:
    return sorted(same, key=lambda one: (one.at, one.before, one.line))


def _spaced(same: Sequence[ShownEdit]) -> list[int]:
    """How far from each other they stand."""
    at = [one.at or one.line for one in _ordered(same)]
    return [there - here for here, there in pairwise(at)]


def _spelling(part: str) -> tuple[bool, bool]:
    return part.isupper(), part[0].isupper()


def _whole(one: ShownEdit) -> bool:
    return one.how == FLOW and "…" not in one.sentence + one.was + one.now and bool(one.was or one.before or one.now)


def _shape(one: ShownEdit) -> tuple[object, ...]:
    return (one.before, *("".join(map(_sign, _WORD.findall(text))) for text in (one.sentence, one.was, one.now)))


def _sign(word: str) -> str:
    return "a" if word[0].isalpha() or word[0] == "_" else word


def _apart(one: Sequence[ShownEdit], other: Sequence[ShownEdit]) -> tuple[str, str] | None:
    """The part by which all names differ that do; None where there are several, or none, or where it does not differ everywhere."""
    pairs, stays = set[tuple[str, str]](), set[str]()
    for a, b in zip(one, other, strict=True):
        for text, likewise in ((a.sentence, b.sentence), (a.was, b.was), (a.now, b.now)):
            for word, again in zip(_WORD.findall(text), _WORD.findall(likewise), strict=True):
                parts = _PART.findall(word), _PART.findall(again)
                if len(parts[0]) != len(parts[1]):
                    return None
                for part, there in zip(*parts, strict=True):
                    if part == there:
                        stays.add(part.lower())
                    elif _spelling(part) == _spelling(there):
                        pairs.add((part.lower(), there.lower()))
                    else:
                        return None
    if len(pairs) != 1:
        return None
    was, now = next(iter(pairs))
    return None if {was, now} & stays else (was, now)
