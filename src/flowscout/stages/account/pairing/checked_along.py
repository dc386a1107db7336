"""The question behind a step that moved is the one about what that gave.

`rc = decrypt(p); if (rc) return rc;` stands before `if (x) { rc = headers(p); if (rc) return rc; }` now, and stood after it. Both
questions are in the same words, so the order of the lines pairs one with the other. But a question in those words right behind
the step, on both sides, asks about what the step has set: it has moved along, with all that it holds.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..pieces.pieces import Piece
from ..pieces.targets import target


def checked_along(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    for a, b in sorted(pairs.items()):
        if pairs.get(a + 1) == b + 1:
            continue  # what stands behind either is one already
        sets = target(old[a]) if old[a].words == new[b].words else ()
        mine, other = (_behind(old, a), _behind(new, b)) if sets else ({}, {})
        if (
            mine
            and pairs.get(min(mine)) != min(other, default=-1)
            and _asks(old, mine, sets)
            and _same(old, mine, new, other)
        ):
            _change_over(pairs, list(mine), list(other))


def checks_the_step_before(pieces: Sequence[Piece], at: int) -> bool:
    """Whether it asks about what the step right before it, in the same arm, has set."""
    sets = target(pieces[at - 1]) if at else ()
    return bool(sets) and at in _behind(pieces, at - 1) and sets[-1] in pieces[at].words


def _behind(pieces: Sequence[Piece], at: int) -> dict[int, tuple[int, str]]:
    """The question right behind a step and all that it holds -> what each stands under, counted from the question."""
    head = at + 1
    if head >= len(pieces) or pieces[head].kind != "If":
        return {}
    if (pieces[head].parent, pieces[head].role) != (pieces[at].parent, pieces[at].role):
        return {}
    found = {head: (0, "")}
    for each in range(head + 1, len(pieces)):
        if pieces[each].parent not in found:
            break
        found[each] = (pieces[each].parent - head, pieces[each].role)
    return found


def _asks(pieces: Sequence[Piece], asked: dict[int, tuple[int, str]], sets: Sequence[bytes]) -> bool:
    return sets[-1] in pieces[min(asked)].words


def _same(
    old: Sequence[Piece], mine: dict[int, tuple[int, str]], new: Sequence[Piece], other: dict[int, tuple[int, str]]
) -> bool:
    return [(old[at].words, *stands) for at, stands in mine.items()] == [
        (new[at].words, *stands) for at, stands in other.items()
    ]


def _change_over(pairs: dict[int, int], mine: Sequence[int], other: Sequence[int]) -> None:
    back = {b: a for a, b in pairs.items()}
    for a, b in zip(mine, other, strict=True):
        was, now = back.get(b), pairs.pop(a, None)
        if was is not None and was != a:
            del pairs[was]
            if now is not None:
                pairs[was] = now
                back[now] = was
        pairs[a] = b
        back[b] = a
