"""A value that got a name before it is returned, or lost it: in Python `return f(a)` and `x = f(a)`, `return x` are the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .changes import Change, Trees
from .pieces import Piece

NAMED: Final = "values named or put in place"


def named(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """The changes that are of such a value."""
    by_new, by_old = {each.b: each for each in found if each.b >= 0}, {each.a: each for each in found if each.a >= 0}
    there = _of_side(both.old, by_old, both.new, by_new) | _of_side(both.new, by_new, both.old, by_old)
    return frozenset(there)


def _of_side(pieces: Sequence[Piece], changed: Mapping[int, Change], others: Sequence[Piece], other: Mapping[int, Change]) -> set[Change]:
    """pieces: of the side that has the name."""
    found: set[Change] = set()
    for at in sorted(changed):
        end = _returned(pieces, at)
        if end in changed:
            value = (pieces[end].words[0], *pieces[at].words[2:])
            twin = next((b for b in sorted(other) if others[b].kind == "Return" and others[b].words == value and other[b] not in found), None)
            if twin is not None and others[twin].role == pieces[at].role:
                found |= {changed[at], changed[end], other[twin]}
    return found


def _returned(pieces: Sequence[Piece], at: int) -> int:
    """The place of `return x` behind `x = …` where nothing else uses x; -1 for none."""
    one, after = pieces[at], at + 1
    if one.kind != "Simple" or len(one.words) < 3 or one.words[1] != b"=" or after >= len(pieces):
        return -1
    end, name = pieces[after], one.words[0]
    plain = end.kind == "Return" and (end.parent, end.role) == (one.parent, one.role) and end.words[1:] == (name,)
    return after if plain and sum(_uses(each.words, name) for each in pieces) == 2 else -1


def _uses(words: Sequence[bytes], name: bytes) -> int:
    """Not as somebody's attribute."""
    return sum(word == name and not (at and words[at - 1] == b".") for at, word in enumerate(words))
