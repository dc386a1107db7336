"""C++: a value that had a name, and stands now where the name stood, by a step that is the same but for that.

`int n = count(q); send(q, n);` that became `send(q, count(q));` no longer keeps the value first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.by_value import with_value
from ..pairing.changes import CHANGED, REMOVED, Change, Trees
from ..pieces.quoting import joined
from ..pieces.targets import target, value
from ..reading.saying import VALUE, Said, q, when

TOLD: Final = "values that are written where they are used"
_LONGEST: Final = 200  # words of a step


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
            if was not in told and with_value(words, name, given) == both.new[each.b].words:
                declared = both.old[was.a].words[: both.old[was.a].words.index(b"=")]
                kept = f"{q(joined(given))} is no longer kept in {q(joined(declared))} first"
                told |= {each: Said(VALUE, f"{kept}{when(both.new, each.b)}.", 6), was: Said(TOLD, "", 9)}
    return told
