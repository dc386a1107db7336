"""Of a function that is new, in the code's own words: how it is left before its end, and what of a list of steps changes something.

Returns `-EINVAL` when `t == NULL`; returns `-EBUSY` when `t->busy`; goes to `out` in the loop `n--`, when `rc < 0`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .file import State
from .pieces import Piece
from .saying import does, governing, q

_LEAVING: Final = frozenset(("Return", "Raise"))
_SHORT: Final = 48  # characters of a step


def ways_out(one: State, id_: str) -> list[str]:
    """Each with all that governs it; what gives the same is told together. Not the end of the function itself."""
    pieces = one.pieces(id_)
    last = max((at for at, piece in enumerate(pieces) if piece.parent == 0), default=-1)
    found: dict[str, list[str]] = {}
    for at, piece in enumerate(pieces):
        if at != last and _leaves(piece) and piece.parent >= 0:
            found.setdefault(does(piece), []).append(governing(pieces, at))
    return [_under(deed, list(dict.fromkeys(filter(None, under)))) for deed, under in found.items()]


def end(one: State, id_: str) -> str:
    """What it gives back where it comes to its end."""
    pieces = one.pieces(id_)
    last = max((at for at, piece in enumerate(pieces) if piece.parent == 0), default=-1)
    return does(pieces[last]) if last >= 0 and pieces[last].kind in _LEAVING else ""


def _leaves(piece: Piece) -> bool:
    return piece.kind in _LEAVING or (piece.kind == "Jump" and getattr(piece.stmt, "keyword", "") == "goto")


def _under(deed: str, under: Sequence[str]) -> str:
    if len(under) > 2:
        return f"{deed} {under[0]}, and in {len(under) - 1} more cases"
    return " ".join([deed, *([" or ".join(under)] if under else [])])


def steps(texts: Sequence[str]) -> Iterator[str]:
    """As they are quoted, each once."""
    yield from dict.fromkeys(q(" ".join(each.split()).rstrip("; "), _SHORT) for each in texts)
