"""Calls that stand around the work: `dump_start(a)` … `dump_done(a)`, two whose names differ in what opens and closes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Final

from ...model.facts import Call
from .effects import words_of

_PAIRS: Final = (
    ("start", "done"),
    ("start", "stop"),
    ("start", "end"),
    ("start", "finish"),
    ("begin", "end"),
    ("begin", "finish"),
    ("enter", "leave"),
    ("enter", "exit"),
    ("push", "pop"),
    ("save", "restore"),
    ("pre", "post"),
    ("suspend", "resume"),
    ("block", "unblock"),
    ("freeze", "thaw"),
    ("acquire", "release"),
)

_LONG: Final = 5  # letters: `until` undoes nothing
_WORDS: Final = frozenset(chain.from_iterable(_PAIRS))


def brackets(calls: Sequence[Call], name: AbstractSet[str]) -> frozenset[int]:
    """Where they begin. name: the words of the function's own, which is what it is for."""
    known: dict[tuple[str, tuple[str, ...]], dict[str, list[int]]] = {}
    for call in calls:
        words = words_of(call.name)
        for word in _WORDS.intersection(words) - name:
            at = words.index(word)
            rest = (*words[:at], "", *words[at + 1 :])
            known.setdefault((call.receiver, rest), {}).setdefault(word, []).append(call.start)
    undone = _undone(calls, name)
    return frozenset(chain.from_iterable(_paired(each) for each in known.values())) | undone


def _undone(calls: Sequence[Call], name: AbstractSet[str]) -> frozenset[int]:
    """`OleInitialize(0)` … `OleUninitialize()`: what is done is undone by the same word with `un` before it."""
    every = [(call, words_of(call.name)) for call in calls]
    found: set[int] = set()
    for call, words in every:
        for at, word in enumerate(words):
            done = (*words[:at], word[2:], *words[at + 1 :])
            if word.startswith("un") and len(word) > _LONG and not {word, word[2:]} & name:
                first = [each.start for each, its in every if its == done and each.receiver == call.receiver]
                if first and first[0] < call.start:
                    found |= {call.start, *first}
    return frozenset(found)


def _paired(places: dict[str, list[int]]) -> Iterable[int]:
    for opens, closes in _PAIRS:
        if opens in places and closes in places and min(places[opens]) < max(places[closes]):
            yield from places[opens]
            yield from places[closes]
