"""Python: what was made in passing, and is entered by a `with` now.

text = open(path).read()         with open(path) as file:
                                     text = file.read()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....model.syntax import With
from ..pairing.changes import ADDED, CHANGED, MOVED, Change, Trees
from ..pieces.quoting import joined, q
from ..reading.saying import ERRORS, Said, subject, when


def left_now(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """What is said of the block, and of the step in it: the same."""
    told: dict[Change, Said] = {}
    for change in found:
        for a, b, made in _entered(both, change):
            said = Said(
                ERRORS,
                f"What {q(made)} gives is now left again, by a `with` round {subject(both.old[a])}{when(both.new, change.b)}.",
                4,
            )
            told[change] = said
            told |= {each: said for each in found if each.kind in (CHANGED, MOVED) and each.b == b}
    return told


def _entered(both: Trees, change: Change) -> Iterator[tuple[int, int, str]]:
    """(Of the only step in a block that is new where it stood, where it stands; what is entered there, and was made in the step itself.)"""
    if change.kind != ADDED or not isinstance(both.new[change.b].stmt, With):
        return
    words, below = both.new[change.b].words, both.new_below[change.b]
    a = both.back.get(below[0], -1) if len(below) == 1 else -1
    if (
        a < 0
        or words[:1] != (b"with",)
        or words[-2:-1] != (b"as",)
        or not words[-1].decode("utf-8", "replace").isidentifier()
    ):
        return
    made, name = words[1:-2], words[-1]
    now = [part for word in both.new[below[0]].words for part in (made if word == name else (word,))]
    if tuple(now) == both.old[a].words != both.new[below[0]].words:
        yield a, below[0], joined(made)
