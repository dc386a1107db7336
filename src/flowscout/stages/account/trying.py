"""A `try` that is new or gone: what it handles, and what it does then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.syntax import Try
from .changes import Trees
from .counted import whose
from .pieces import Piece
from .saying import doing, q

ENDING: Final = " with a `finally`"
ALWAYS: Final = "at last, whatever happens"


def handled(both: Trees, at: int, new: bool = True) -> str:
    """What a `try` that is new, or gone, does on an error."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    told = []
    for each in below[at]:
        if pieces[each].kind == "Handler" and each not in known:
            deeds = doing(pieces, below, below[each])
            told.append(f"on {q(pieces[each].said) if pieces[each].said else 'any exception'} {deeds}")
    last = [each for each in below[at] if pieces[each].role == "finally" and each not in known]
    if last:
        told.insert(1, f"{ALWAYS}, {doing(pieces, below, last)}")
    return f": {'; '.join(told[:2])}" if told else ""


def handling(piece: Piece) -> str:
    """What a `try` is for."""
    stmt = piece.stmt
    if not isinstance(stmt, Try) or not stmt.handlers:
        return ENDING
    kinds = [kind for handler in stmt.handlers for kind in handler.types or ("every exception",)]
    return f" that handles {', '.join(q(kind) if kind != 'every exception' else kind for kind in kinds[:4])}"


def tried(both: Trees, at: int, kept: Sequence[int], new: bool, between: str) -> str:
    """What runs in a `try` that is new, or gone, and what at its end, whatever happens. between: where else it stands."""
    how, now = handling((both.new if new else both.old)[at]), "now" if new else "no longer"
    last = [each for each in kept if _at_last(both, at, each, new)]
    inner = [each for each in kept if each not in last]
    runs = [f"{whose(both.new, each)} {now} {'run' if len(each) > 1 else 'runs'}" for each in (inner, last)]
    then = handled(both, at) if new else ""
    told = f"{runs[0]} in a `try`{'' if last and how == ENDING else how}{between}{then}" if inner else ""
    ends = f"{runs[1]} {ALWAYS}{'' if inner else then.replace(':', ';', 1)}" if last else ""
    return "; ".join(filter(None, (told, ends)))


def _at_last(both: Trees, at: int, b: int, new: bool) -> bool:
    """Whether it stands in the `finally` of this `try`."""
    pieces, here = (both.new, b) if new else (both.old, both.back[b])
    while pieces[here].parent not in (at, -1):
        here = pieces[here].parent
    return pieces[here].role == "finally"
