"""Python, outside of functions: the arm that something stands under, and what is new or gone in it beside what stays."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from ..neutral import arms
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..reading.conditions import under
from ..reading.saying import CONDITION, Said, q
from .naming import all_of, opens, verb

Told = Callable[[Sequence[Piece], Sequence[int], str, bool], Said | None]


def with_kept(both: Trees, at: int, new: bool, kept: Sequence[int], inner: Sequence[int], block: Told) -> Said:
    """What stands on both sides and under it on one; then what is new or gone with it. inner: all such; block: what says it."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    own = {each if new else both.back[each] for each in kept}
    rounds = [each for each in inner if own <= {*under(below, each)}]  # one more question round all of it
    alone: dict[int, list[int]] = {}
    for above, each in _alone(below, known, at, inner):
        alone.setdefault(above, []).append(each)
    beside = "".join(
        [
            f"; {said[:1].lower()}{said[1:]}"
            for above, those in alone.items()
            if (rest := block(pieces, those, "there" if above in (at, *rounds) else f"under {arm(pieces, above)}", new))
            if (said := rest.sentence.removesuffix(".").replace(", there", " there"))
        ]
    )
    told = _standing(both, [at, *rounds], [each if new else both.back[each] for each in kept], new)
    return Said(CONDITION, f"{told}{beside}.", 4)


def _alone(
    below: Sequence[Sequence[int]], known: Container[int], above: int, inner: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """(what it stands in, what is all of one side): also in a question that holds something of both."""
    for each in inner:
        if not any(one in known for one in under(below, each)):
            yield above, each
        elif each not in known:
            yield from _alone(below, known, each, [one for one in below[each] if one not in known])


def _standing(both: Trees, arms_of: Sequence[int], those: Sequence[int], new: bool) -> str:
    """Where it stands, on one side alone; what stands under further questions of that side by itself."""
    pieces, known = (both.new, both.back) if new else (both.old, both.pairs)
    rows: dict[tuple[int, ...], list[int]] = {}
    for each in those:
        rows.setdefault((*arms_of, *_further(pieces, known, each, arms_of)), []).append(each)
    told = [
        f"{all_of(pieces, own, known=known)} {'now' if new else 'no longer'} "
        f"{verb(pieces, own, 'stands', 'stand', known)} under {' and '.join([arm(pieces, each) for each in row])}"
        for row, own in rows.items()
    ]
    return "; ".join(told)


def _further(pieces: Sequence[Piece], known: Mapping[int, int], at: int, but: Sequence[int]) -> list[int]:
    found: list[int] = []
    while (at := pieces[at].parent) >= 0 and at not in known and opens(pieces[at]):
        found = found if at in but else [at, *found]
    return found


def arm(pieces: Sequence[Piece], at: int) -> str:
    """`if A`; the `else` of `if A`."""
    head = head_of(pieces[at])
    asking = arms.asks(pieces, at) if head == "else" else -1
    return f"the `else` of {q(head_of(pieces[asking]))}" if asking >= 0 else q(head)


def all_arms(pieces: Sequence[Piece], at: int) -> str:
    """With what that stands under in turn, outermost first."""
    told = [arm(pieces, at)]
    while (at := pieces[at].parent) >= 0 and opens(pieces[at]):
        told.insert(0, arm(pieces, at))
    return " and ".join(told)


def head_of(piece: Piece) -> str:
    return piece.said.strip().rstrip(":").strip()
