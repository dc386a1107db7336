"""What stands behind a branch that is new, or gone: further branches of the same kind, each with its question, and the last `else`."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final

from ..pieces.pieces import Piece
from ..reading.doing import doing
from ..reading.governing import branch, else_if, head_of_chain
from ..reading.saying import q, when

_SHOWN: Final = 4  # branches that are told


def further(
    pieces: Sequence[Piece], below: Sequence[Sequence[int]], other: Sequence[int], known: Container[int], most: int
) -> str:
    """other: what stands in the `else`. known: what the other side has too. most: characters of a question."""
    return "".join(_parts(pieces, below, other, known, most))


def _parts(
    pieces: Sequence[Piece], below: Sequence[Sequence[int]], other: Sequence[int], known: Container[int], most: int
) -> Iterator[str]:
    many = 0
    while len(other) == 1 and else_if(pieces, other[0]) and other[0] not in known:
        at, many = other[0], many + 1
        inner, other = ([each for each in below[at] if pieces[each].role == role] for role in ("then", "else"))
        if many > _SHOWN:
            continue
        fresh = [each for each in inner if each not in known]
        yield f"; and {q(branch(pieces, at), most)}: {doing(pieces, below, fresh) or 'does nothing'}"
    if many > _SHOWN:
        yield f"; and {many - _SHOWN} more"
    fresh = [each for each in other if each not in known]
    if fresh:
        yield f"; else {doing(pieces, below, fresh)}"


def one_more(pieces: Sequence[Piece], at: int, most: int) -> str:
    """A branch with its question, and the first one of all where that asks of something else."""
    first = head_of_chain(pieces, at)
    names, asked = ({word for word in pieces[each].words[1:] if word[:1].isalpha()} for each in (first, at))
    of_which = "" if names & asked else f" of {q(f'if {pieces[first].said}', most)}"
    return f"a branch {q(branch(pieces, at), most)}{of_which}{when(pieces, first)}"
