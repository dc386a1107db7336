"""A loop that does something once and leaves with that: both, and what is given back where it never comes to it, in one clause.

for (i = 0; i < n; i++)                    set `*out` to `row[i].type` and return `0` for the first i below n where row[i].key is key,
    if (row[i].key == key) {               else return `-1`
        *out = row[i].type;
        return 0;
    }
return -1;
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ...model.syntax import Body, Jump, Loop, Raise, Return, Simple, walk
from .bodies import every
from .clauses import DOES, EACH, GIVES, LEAVES, Clause

_UNTIL: Final = ", until a return"
_UNTIL_ALONE: Final = " until a return"


def once_done(clauses: Sequence[Clause], body: Body, does: Callable[[Simple], Iterator[Clause]]) -> tuple[Clause, ...]:
    """does: what a statement does."""
    told, found = tuple(clauses), _loop(body)
    if not found or not told or told[-1].kind != GIVES or told[-1].after or told[-1].may:
        return told
    loop, last = found
    inside = [each for each in told if loop.start <= each.at < loop.end]
    done, left = ([each for each in inside if each.kind == kind] for kind in (DOES, LEAVES))
    given = {each.phrase for each in left}
    ways = [stmt for stmt in walk(loop.body) if isinstance(stmt, Return)]
    plain = len(done) == 1 and not (done[0].other or done[0].also or done[0].ways) and done[0].after.startswith(EACH)
    if not plain or len(given) != 1 or len(inside) != len(done) + len(left) or told[-1].ways != (last.start,):
        return told
    if given == {told[-1].phrase} or {way for each in left for way in each.ways} != {way.start for way in ways}:
        return told
    if not _always(done[0].phrase, loop, does):
        return told
    after = done[0].after
    for end in (_UNTIL, _UNTIL_ALONE):
        if after.endswith(end) and not done[0].may:
            after = f"for the first {after.removesuffix(end).removeprefix(EACH)}"
    one = done[0]._replace(
        after=after,
        also=given.pop(),
        other=told[-1].phrase,
        ways=(*(way.start for way in ways), last.start),
    )
    return tuple(one if each is done[0] else each for each in told if each not in left and each is not told[-1])


def _loop(body: Body) -> tuple[Loop, Return] | None:
    """At the end, with what is given back behind it; nothing else leaves the loop."""
    if len(body) < 2 or not isinstance(loop := body[-2], Loop) or not isinstance(last := body[-1], Return):
        return None
    leaves = any(
        isinstance(each, Raise) or (isinstance(each, Jump) and each.keyword != "continue") for each in walk(loop.body)
    )
    return None if leaves or loop.orelse or (loop.test is None and loop.style != "each") else (loop, last)


def _always(phrase: str, loop: Loop, does: Callable[[Simple], Iterator[Clause]]) -> bool:
    """Whatever returns from the loop has done it right before, and nothing else in it does."""
    first = 0
    for block in every((loop,)):
        here = [
            stmt for stmt in block if isinstance(stmt, Simple) and any(each.phrase == phrase for each in does(stmt))
        ]
        returns = bool(block) and isinstance(block[-1], Return)
        if bool(here) != returns or (here and not all(isinstance(stmt, Simple) for stmt in block[:-1])):
            return False
        first += returns
    return first > 0
