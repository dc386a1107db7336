"""What a branch does alone: a step that is the next one on the other way too does not hang on the question."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice, takewhile

from ..pairing.changes import Trees
from ..reading.going_on import ends

_OUT = ("Return", "Raise", "Jump")


def without(both: Trees, b: int, inner: Sequence[int]) -> list[int]:
    """`if (done) { clear(x); break; } clear(x);`: the `break`. inner: what stands in the branch."""
    pieces, below, asks = both.new, both.new_below, both.new[b]
    if any(pieces[each].role == "else" for each in below[b]) or not ends(pieces, below, b, "then"):
        return list(inner)
    around = below[asks.parent]
    beside = takewhile(lambda each: pieces[each].role == asks.role, islice(around, bisect_right(around, b), None))
    next_ = takewhile(lambda pair: pieces[pair[0]].words == pieces[pair[1]].words, zip(inner, beside, strict=False))
    shared = {each for each, _ in next_ if pieces[each].kind == "Simple"}
    out = [each for each in inner if pieces[each].kind in _OUT]
    return out[-1:] or [each for each in inner if each not in shared] if shared else list(inner)
