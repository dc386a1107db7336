"""A name for a field that the function sets nowhere: `until` in the place of `self._until`, on either side, asks and gives the same.

That it is read once now, at the beginning, is told where the name is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..pairing.changes import CHANGED, Change, Trees
from ..pieces import aliases


def hoisted(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """The changes that such a name makes."""
    return frozenset({*_of_side(both, found, True), *_of_side(both, found, False)})


def _of_side(both: Trees, found: Sequence[Change], new: bool) -> Iterator[Change]:
    """new: the names are given on the new side."""
    mine, others = (both.new, both.old) if new else (both.old, both.new)
    known = both.back if new else both.pairs
    named = dict(aliases.names(mine, others, known, True))
    for change in found if named else ():
        if change.kind == CHANGED:
            own, other = (
                (both.new[change.b].words, both.renamed_words(change.a))
                if new
                else (both.renamed_words(change.a), both.new[change.b].words)
            )
            plain, came = aliases.put(own, named)
            if came and plain == other:
                yield change
