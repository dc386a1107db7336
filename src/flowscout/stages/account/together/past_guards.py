"""Questions of a loop's round of which one answer goes on with the next one: what stands behind them runs by the other answer alone.

`for …: if seen(x): continue; add(x)`: `add(x)` in the loop, unless `seen(x)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ....model.syntax import Jump
from ..pieces.answers import asked
from ..pieces.children import children
from ..pieces.pieces import Piece

_SHORT: Final = 48  # characters of a question
_MOST: Final = 3  # that are told
_LOOP: Final = " in the loop `"
_FURTHER: Final = " further on in the loop `"


def passed(pieces: Sequence[Piece], at: int) -> list[tuple[int, str]]:
    """(which, by the answer that goes past it), the nearest first."""
    below, found = below_of(Same(pieces)), list[int]()
    while at > 0 and pieces[at].kind != "Loop":
        above, role = pieces[at].parent, pieces[at].role
        before = [each for each in below[above] if each < at and pieces[each].role == role]
        found += [each for each in reversed(before) if _ends_round(pieces, below, each)]
        at = above
    return [(each, asked(pieces[each].said, "else", _SHORT)) for each in found[:_MOST]]


def told_once(
    rows: Sequence[tuple[str, str, str]], passed_by: Sequence[Sequence[tuple[int, str]]]
) -> list[tuple[str, str, str]]:
    """rows: (joint, step, what it hangs on). What a step has passed, where a step before it is told with it, as "further on"."""
    known, found = set[tuple[int, str]](), list[tuple[str, str, str]]()
    for n, ((joint, said, on), those) in enumerate(zip(rows, passed_by, strict=True)):
        again = [each for at, each in those if (at, each) in known and f", {each}" in on]
        left = found[-1][2] if n and on == rows[n - 1][2] else on.replace(_LOOP, _FURTHER, 1) if again else on
        for each in again:
            left = left.replace(f", {each}", "", 1)
        known.update(those)
        found.append((joint, said, left))
    return found


@lru_cache(maxsize=KEPT)
def below_of(whole: Same[Sequence[Piece]]) -> tuple[tuple[int, ...], ...]:
    return children(whole.value)


def _ends_round(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> bool:
    """An `if` without an `else` whose last step is `continue`."""
    inside = below[at]
    last = pieces[inside[-1]].stmt if pieces[at].kind == "If" and inside else None
    plain = all(pieces[each].role == "then" for each in inside)
    return plain and isinstance(last, Jump) and last.keyword == "continue"
