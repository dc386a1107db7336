"""How a handler leaves, with what it does before: "calls `undo(a)` and re-raises the error on OSError"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .clauses import LEAVES, Clause

_LEAST: Final = 4.5  # weight of what is told beside the way out
_LESS_SURE: Final = 1.5  # what is only done where something has failed
_RAISES: Final = ("raise ", "re-raise ", "throw ", "rethrow ")


def failed(top: Clause | None, last: Clause, on: str, straight: bool) -> Iterator[Clause]:
    """top: what weighs most of what it does. last: how it leaves. straight: it cannot leave otherwise."""
    told = top if top and top.weight >= _LEAST and not (top.after or top.may or top.other) else None
    left = last._replace(kind=LEAVES, after=on, weight=3, may=not straight)
    if told and straight and last.phrase.startswith(_RAISES) and not (told.also or last.also or told.heads[1]):
        yield left._replace(phrase=told.phrase, also=last.phrase)
        return
    if told:
        yield told._replace(after=on, weight=told.weight - _LESS_SURE)
    yield left
