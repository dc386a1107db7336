"""What differs within a function that was taken out of another: told of where it stands now, in words that somebody wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from ....model.account import Answer
from ....model.pattern import regex
from ..pieces.pieces import Piece
from ..pieces.quoting import joined
from ..reading.saying import q

_QUOTED: Final = regex(r"`([^`\n]*)`")
Lines = tuple[int, int]


def within_parts(rest: Iterable[Answer], parts: Sequence[tuple[str, Lines]]) -> Iterator[Answer]:
    """parts: names and lines of what was taken out, in the file of the new side."""
    for one in rest:
        name = next((name for name, (first, last) in parts if first <= one.after.line <= last), "")
        told = bool(name) and bool(one.before.line) and one.sentence.endswith(".")
        yield one._replace(sentence=f"{one.sentence[:-1]}, now in {q(name)}.") if told else one


def unwritten(rest: Iterable[Answer], given: Iterable[Sequence[bytes]], sides: Callable[[], Iterable[Piece]]) -> bool:
    """Whether something is quoted that stands on no side: a value of several words that was read in place of a parameter, and what stands
    beside it. sides: the pieces as they are written."""
    values = {_bare(joined(each)) for each in given if len(each) > 1}
    quoted = [_bare(said) for one in rest for said in _QUOTED.findall(one.sentence)]
    made = [said for said in quoted if any(value in said for value in values)]
    if not made:
        return False
    known = "\n".join([_bare(joined(piece.words)) for piece in sides()])
    return any(said not in known for said in made)


def _bare(said: str) -> str:
    return said.replace(" ", "")
