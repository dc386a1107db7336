"""What stands behind a branch that is new, or gone: further branches of the same kind, each with its question, and the last `else`."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from ..pieces.pieces import Piece
from ..reading.governing import branch, else_if
from ..reading.saying import doing, q


def further(
    pieces: Sequence[Piece], below: Sequence[Sequence[int]], other: Sequence[int], known: Container[int], most: int
) -> str:
    """other: what stands in the `else`. known: what the other side has too. most: characters of a question."""
    return "".join(_parts(pieces, below, other, known, most))


def _parts(
    pieces: Sequence[Piece], below: Sequence[Sequence[int]], other: Sequence[int], known: Container[int], most: int
) -> Iterator[str]:
    while len(other) == 1 and else_if(pieces, other[0]) and other[0] not in known:
        at = other[0]
        inner, other = ([each for each in below[at] if pieces[each].role == role] for role in ("then", "else"))
        fresh = [each for each in inner if each not in known]
        yield f"; and {q(branch(pieces, at), most)}: {doing(pieces, below, fresh) or 'does nothing'}"
    fresh = [each for each in other if each not in known]
    if fresh:
        yield f"; else {doing(pieces, below, fresh)}"
