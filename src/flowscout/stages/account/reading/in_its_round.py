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
_MOST: Final = 48  # characters of a question, or of several
_ROW: Final = 3  # questions


def with_its_round(
    sentence: str, where: str, pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, known: Container[int]
) -> tuple[str, str]:
    """A sentence, and what all of it stands under, with the nearest such question where that is there on both sides."""
    past, told = _told(pieces, _guards(pieces, below, at), known)
    before, _, behind = sentence.partition(where)
    if not told or sentence.count(where) != 1 or told in sentence or behind[:1] not in (".", ",", ";", ":"):
        return sentence, where
    inner = f"{where}{past}, {told}"
    link = {"when": "and", "unless": "or"}[told.partition(" ")[0]]
    own = f", {told.partition(' ')[0]} "
    if behind.startswith(own):
        return f"{before}{inner} {link} {behind.removeprefix(own)}", inner
    return f"{before}{inner}{behind}", inner


def _told(pieces: Sequence[Piece], guards: Sequence[int], known: Container[int]) -> tuple[str, str]:
    """ "unless `a` or `b`" of the guards, nearest first; where they are too many, too long or new, the nearest, and before it how many others."""
    if not guards or guards[0] not in known or len(pieces[guards[0]].said) > _MOST:
        return "", ""
    every = [asked(pieces[each].said, "else", len(pieces[each].said)) for each in reversed(guards)]
    (word, _, _), parts = every[-1].partition(" "), [each.partition(" ") for each in every]
    plain = all(each in known for each in guards) and all(part[0] == word for part in parts)
    if plain and len(guards) <= _ROW and sum(len(pieces[each].said) for each in guards) <= _MOST:
        return "", f"{word} {(' and ' if word == 'when' else ' or ').join(part[2] for part in parts)}"
    others = len(guards) - 1
    past = f", behind {others} other guards" if others > 1 else ", behind another guard"
    return past if others else "", every[-1]


def _guards(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> list[int]:
    """Nearest first; [] where one may come past the nearest by a jump."""
    above, role = pieces[at].parent, pieces[at].role
    found: list[int] = []
    if above < 0 or pieces[above].kind != "Loop" or role != "body":
        return found
    for each in reversed([each for each in below[above] if each < at and pieces[each].role == role]):
        if pieces[each].kind == "Label":
            return found
        out = leaves(pieces, below, each) if pieces[each].kind == "If" else None
        if out is not None and (out.kind == "Return" or (isinstance(out.stmt, Jump) and out.stmt.keyword in _PASSES)):
            found.append(each)
    return found
