"""A question before a step in the same round of a loop, which goes on with the next round, breaks off the loop or returns: the step hangs on it.

`in the loop `n--`, unless `skip(n)`` of what stands behind `if (skip(n)) continue;`.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from ....model.syntax import Jump
from ..pieces.answers import asked
from ..pieces.pieces import Piece
from .saying import leaves

_PASSES: Final = frozenset(("continue", "break"))
_MOST: Final = 48  # characters of a question


def with_its_round(
    sentence: str, where: str, pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, known: Container[int]
) -> tuple[str, str]:
    """A sentence, and what all of it stands under, with the nearest such question where that is there on both sides."""
    guard = _guard(pieces, below, at, known)
    told = asked(pieces[guard].said, "else", len(pieces[guard].said)) if guard >= 0 else ""
    before, _, behind = sentence.partition(where)
    if not told or sentence.count(where) != 1 or told in sentence or behind[:1] not in (".", ",", ";", ":"):
        return sentence, where
    inner = f"{where}, {told}"
    link = {"when": "and", "unless": "or"}[told.partition(" ")[0]]
    own = f", {told.partition(' ')[0]} "
    if behind.startswith(own):
        return f"{before}{inner} {link} {behind.removeprefix(own)}", inner
    return f"{before}{inner}{behind}", inner


def _guard(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, known: Container[int]) -> int:
    """-1 for none, or where one may come past it by a jump."""
    above, role = pieces[at].parent, pieces[at].role
    if above < 0 or pieces[above].kind != "Loop" or role != "body":
        return -1
    for each in reversed([each for each in below[above] if each < at and pieces[each].role == role]):
        if pieces[each].kind == "Label":
            return -1
        out = leaves(pieces, below, each) if pieces[each].kind == "If" else None
        passes = out is not None and (
            out.kind == "Return" or (isinstance(out.stmt, Jump) and out.stmt.keyword in _PASSES)
        )
        if passes:
            return each if each in known and len(pieces[each].said) <= _MOST else -1
    return -1
