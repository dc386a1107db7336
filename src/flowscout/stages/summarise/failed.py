"""How a handler leaves, with what it does before: "calls `undo(a)` and re-raises the error on OSError"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .clauses import DOES, LEAVES, Clause

_LEAST: Final = 4.5  # weight of what is told beside the way out
_LESS_SURE: Final = 1.5  # what is only done where something has failed
_RAISES: Final = ("raise ", "re-raise ", "throw ", "rethrow ")
_ON: Final = "on "
_OR: Final = " or "
_AGAIN: Final = "re-raise the error"  # what of several was caught


def failed(top: Clause | None, last: Clause, on: str, straight: bool) -> Iterator[Clause]:
    """top: what weighs most of what it does. last: how it leaves. straight: it cannot leave otherwise."""
    told = top if top and top.weight >= _LEAST and not (top.after or top.may or top.other) else None
    if last.phrase == f"raise `{on.removeprefix(_ON).replace(_OR, f'`{_OR}`')}`" and _OR in on:
        last = last._replace(phrase=_AGAIN)
    left = last._replace(kind=LEAVES, after=on, weight=3, may=not straight)
    weight = told.weight - _LESS_SURE if told else 0
    if told and straight and last.phrase.startswith(_RAISES) and not (told.also or last.also or told.heads[1]):
        yield left._replace(phrase=told.phrase, also=last.phrase, weight=weight, begins=told.at)
        return
    if told:
        yield told._replace(after=on, weight=weight)
    yield left


def apart(clauses: Sequence[Clause]) -> Sequence[Clause]:
    """Where handlers undo something and differ in that, or in how they leave, what each does is told for itself: with one of them
    alone it would be read as what the others do not do."""
    both = [each for each in clauses if each.kind == LEAVES and each.also]
    undone = {each.phrase for each in both}
    again = any(each.kind == DOES and each.phrase in undone and each.after.startswith(_ON) for each in clauses)
    if not both or (len({(each.phrase, each.also) for each in both}) == 1 and not again):
        return clauses
    told: list[Clause] = []
    for each in clauses:
        if each not in both:
            told.append(each)
            continue
        told.append(each._replace(kind=DOES, also="", ways=(), at=each.begins or each.at, begins=0))
        told.append(each._replace(phrase=each.also, also="", weight=3, begins=0))
    return _alike(told)


def _alike(clauses: Sequence[Clause]) -> list[Clause]:
    """What is done on one error and on another one, once."""
    found: dict[str, Clause] = {}
    for each in clauses:
        if each.kind == DOES and each.after.startswith(_ON) and not (each.may or each.other or each.also):
            first = found.get(each.phrase)
            found[each.phrase] = (
                first._replace(after=f"{first.after} or {each.after.removeprefix(_ON)}") if first else each
            )
    merged = {each.phrase: each for each in found.values()}
    told: list[Clause] = []
    for each in clauses:
        same = each.kind == DOES and each.after.startswith(_ON) and not (each.may or each.other or each.also)
        if not same:
            told.append(each)
        elif each.phrase in merged:
            told.append(merged.pop(each.phrase))
    return told
