"""Python, outside of functions: the arm that something stands under, and what is new or gone in it beside what stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..neutral import arms
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..reading.conditions import under
from ..reading.saying import CONDITION, Said, q
from .naming import all_of, verb

Told = Callable[[Sequence[Piece], Sequence[int], str, bool], Said | None]


def with_kept(both: Trees, at: int, new: bool, kept: Sequence[int], inner: Sequence[int], block: Told) -> Said:
    """What stands on both sides and under it on one; then what is new or gone with it. inner: all such; block: what says it."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    own = {each if new else both.back[each] for each in kept}
    rounds = [each for each in inner if own <= {*under(below, each)}]  # one more question round all of it
    where = " and ".join([arm(pieces, each) for each in (at, *rounds)])
    stands = f"{'now' if new else 'no longer'} {verb(both.new, kept, 'stands', 'stand')} under {where}"
    fresh = [each for each in inner if known.keys().isdisjoint(under(below, each))]
    rest = block(pieces, fresh, "there", new) if fresh else None
    said = rest.sentence.removesuffix(".").replace(", there", " there") if rest else ""
    beside = f"; {said[:1].lower()}{said[1:]}" if said else ""
    those = kept if new else [both.back[each] for each in kept]
    return Said(CONDITION, f"{all_of(pieces, those, known=known)} {stands}{beside}.", 4)


def arm(pieces: Sequence[Piece], at: int) -> str:
    """`if A`; the `else` of `if A`."""
    head = head_of(pieces[at])
    asking = arms.asks(pieces, at) if head == "else" else -1
    return f"the `else` of {q(head_of(pieces[asking]))}" if asking >= 0 else q(head)


def head_of(piece: Piece) -> str:
    return piece.said.strip().rstrip(":").strip()
