"""A `try` that is new or gone: what it handles, and what it does then."""

from __future__ import annotations

from ...model.syntax import Try
from .changes import Trees
from .pieces import Piece
from .saying import doing, q


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
        told.insert(1, f"at last, whatever happens, {doing(pieces, below, last)}")
    return f": {'; '.join(told[:2])}" if told else ""


def handling(piece: Piece) -> str:
    """What a `try` is for."""
    stmt = piece.stmt
    if not isinstance(stmt, Try) or not stmt.handlers:
        return " with a `finally`"
    kinds = [kind for handler in stmt.handlers for kind in handler.types or ("every exception",)]
    return f" that handles {', '.join(q(kind) if kind != 'every exception' else kind for kind in kinds[:4])}"
