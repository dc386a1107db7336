"""A step that ran in a loop under something, or in several places of it, and runs once before or behind it: one sentence, with the loop.

That the loop no longer does it, and a question that asked for nothing else, is told with that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.spelt import steps_of
from ..reading import conditions, operands
from ..reading.saying import EXITS, ORDER, Said, subject, under

Words = tuple[bytes, ...]
ONCE: Final = "steps that run once beside a loop now"


def told(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By the step that stands there; of the others the rule alone."""
    came = {each.b: each for each in found if each.b >= 0 and each.kind != CHANGED}
    stood: dict[Words, list[int]] = defaultdict(list)
    for at in range(len(both.old)) if came else ():
        stood[both.renamed_words(at)].append(at)
    said: dict[Change, Said] = {}
    for b, change in came.items():
        if both.new[b].kind == "Simple" and len(steps_of(both.new, both.new[b].words)) == 1:
            said.update(_told(both, change, found, stood.get(both.new[b].words, ())))
    return said


def _told(both: Trees, change: Change, found: Sequence[Change], stood: Sequence[int]) -> Iterator[tuple[Change, Said]]:
    """stood: where the step stood before, in the same words."""
    b = change.b
    loop = _loop(both, stood, b)
    if loop < 0 or any((at in both.pairs and both.pairs[at] != b) or _leaves(both, at) for at in stood):
        return
    stays = both.pairs[loop]
    was = [[each for each in conditions.apart(both, at, b)[0] if each.at > loop] for at in stood]
    if any(conditions.apart(both, at, b)[1] for at in stood) or not (was[0] or len(stood) > 1):
        return
    shared = [each for each in was[0] if all(each.key in {one.key for one in other} for other in was)]
    under_ = operands.told(both.old, shared)
    side = "before" if b < stays else "behind"
    round_ = under(both.new[stays], "body").removeprefix("in ")
    past = f"at {len(stood)} places in it{under_ and f', {under_}'}" if len(stood) > 1 else f"in it {under_}"
    yield change, Said(ORDER, f"{subject(both.new[b])} now runs once {side} {round_}, no longer {past}.", 2)
    gone = {*stood}
    for each in found:
        alone = each.kind == REMOVED and (each.a in gone or _only_asks(both, each.a, gone))
        if each is not change and (alone or (each.b == b and each.kind != ADDED)):
            yield each, Said(ONCE, "", 9)


def _loop(both: Trees, stood: Sequence[int], b: int) -> int:
    """The outermost loop on both sides in whose rounds all of these stood, and in which it does not stand now; -1 for none."""
    loops = [list(_around(both, at)) for at in stood]
    shared = [at for at in loops[0] if all(at in other for other in loops)] if loops else []
    now = set[int]()
    here = both.new[b].parent
    while here >= 0:
        now.add(here)
        here = both.new[here].parent
    left = [at for at in shared if both.pairs[at] not in now and both.new[both.pairs[at]].parent in now]
    return left[-1] if left else -1


def _around(both: Trees, at: int) -> Iterator[int]:
    while at >= 0:
        above = both.old[at].parent
        if above >= 0 and both.old[above].kind == "Loop" and both.old[at].role == "body" and above in both.pairs:
            yield above
        at = above


def _leaves(both: Trees, at: int) -> bool:
    """Whether the arm that it stands in leaves the loop: then it ran once."""
    one = both.old[at]
    last = max(each for each in both.old_below[one.parent] if both.old[each].role == one.role)
    return both.old[last].kind in EXITS and both.old[last].stmt.keyword != "continue"


def _only_asks(both: Trees, at: int, gone: set[int]) -> bool:
    return both.old[at].kind == "If" and bool(both.old_below[at]) and gone.issuperset(both.old_below[at])
