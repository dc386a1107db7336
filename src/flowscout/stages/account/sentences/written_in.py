"""C++: a value that had a name, and stands now where the name stood, by a step that is the same but for that.

`int n = count(q); send(q, n);` that became `send(q, count(q));` no longer keeps the value first. So it is only of a call or a name, by
the step that followed at once and still stands there, and where each way through the step asks for it: `ok && q.pop()` may not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ..pairing.by_value import with_value
from ..pairing.changes import CHANGED, REMOVED, Change, Trees
from ..pieces.outside import CLOSING, OPENING
from ..pieces.quoting import joined
from ..pieces.targets import target, value
from ..reading.in_place import in_its_place
from ..reading.saying import VALUE, Said, q, when

TOLD: Final = "values that are written where they are used"
_LONGEST: Final = 200  # words of a step
_BETWEEN: Final = frozenset((b".", b"->", b"::"))
_MAY_NOT: Final = frozenset((b"&&", b"||", b"?", b"and", b"or", b"{", b"[", b"sizeof", b"decltype", b"lambda"))
_OF_PLACES: Final = frozenset((b"&", b"++", b"--", b"="))


def written_in(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By the step; with an empty sentence for what gave the name."""
    gone = {
        target(both.old[each.a])[0]: each
        for each in found
        if each.kind == REMOVED and len(target(both.old[each.a])) == 1 and len(value(both.old[each.a])) > 1
    }
    told: dict[Change, Said] = {}
    for each in [each for each in found if each.kind == CHANGED] if gone else ():
        words = both.renamed_words(each.a)
        for name in {*words} & gone.keys() if len(words) <= _LONGEST else ():
            was = gone[name]
            given = value(both.old[was.a])
            if was in told or not _at_once(both, was.a, each) or not _as_it_is(words, name, given):
                continue
            if with_value(words, name, given) == both.new[each.b].words:
                declared = both.old[was.a].words[: both.old[was.a].words.index(b"=")]
                kept = f"{q(joined(given))} is no longer kept in {q(joined(declared))} first"
                told |= {each: Said(VALUE, f"{kept}{when(both.new, each.b)}.", 6), was: Said(TOLD, "", 9)}
    return told


def _at_once(both: Trees, a: int, step: Change) -> bool:
    """Whether the step followed the one at `a`, and stands there still."""
    behind = [each for each in both.old_below[both.old[a].parent] if each > a] if both.old[a].parent >= 0 else []
    return behind[:1] == [step.a] and both.old[a].role == both.old[step.a].role and in_its_place(both, step.a, step.b)


def _as_it_is(words: Sequence[bytes], name: bytes, given: Sequence[bytes]) -> bool:
    """Whether a value that is a call or a name comes there once, whatever the step asks: nothing takes it apart or needs the variable."""
    depth = 0
    for before, word in pairwise((b".", *given)):
        depth -= word in CLOSING
        if not depth and word not in CLOSING | OPENING | _BETWEEN and before not in _BETWEEN:
            return False
        depth += word in OPENING
    at = words.index(name)
    beside = {*words[max(0, at - 1) : at], *words[at + 1 : at + 2]}
    return _MAY_NOT.isdisjoint(words) and _OF_PLACES.isdisjoint(
        beside - ({b"="} if words[at - 1 : at] == (b"=",) else set())
    )
