"""A `try` that is new or gone: what it handles, and what it does then."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from ....model.syntax import Try
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.tenses import past_of
from ..reading.counted import whose
from ..reading.saying import doing, q, subject

ENDING: Final = " with a `finally`"
ALWAYS: Final = "at last, whatever happens"
UNRAISED: Final = "where nothing is raised there"


def handled(both: Trees, at: int, new: bool = True, but: Container[str] = ()) -> str:
    """What a `try` that is new, or gone, does on an error. but: when something runs that is told."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    told = []
    for each in below[at]:
        if pieces[each].kind == "Handler" and each not in known:
            deeds = doing(pieces, below, below[each])
            told.append(f"{_on(pieces[each])} {deeds}" if _on(pieces[each]) not in but else "")
    last = [each for each in below[at] if pieces[each].role == "finally" and each not in known]
    told = [each for each in told if each]
    if last and ALWAYS not in but:
        told.insert(1, f"{ALWAYS}, {doing(pieces, below, last)}")
    told = told[:2]
    unraised = [each for each in below[at] if pieces[each].role == "else" and each not in known]
    if unraised and UNRAISED not in but:
        told.append(f"{UNRAISED}, {doing(pieces, below, unraised)}")
    return f": {'; '.join(told)}" if told else ""


def handling(piece: Piece) -> str:
    """What a `try` is for."""
    stmt = piece.stmt
    if not isinstance(stmt, Try) or not stmt.handlers:
        return ENDING
    kinds = [kind for handler in stmt.handlers for kind in handler.types or ("every exception",)]
    return f" that handles {', '.join(q(kind) if kind != 'every exception' else kind for kind in kinds[:4])}"


def tried(both: Trees, at: int, kept: Sequence[int], new: bool, between: str) -> str:
    """What runs in a `try` that is new, or gone, what on an error, and what at its end, whatever happens. between: where else it stands."""
    kept = [each for each in kept if both.new[each].kind != "Handler"] or kept
    how, now = handling((both.new if new else both.old)[at]), "now" if new else "no longer"
    arms: dict[str, list[int]] = {}
    for each in kept:
        arms.setdefault(_arm(both, at, each, new), []).append(each)
    then = handled(both, at, but=arms) if new else _handled_before(both, at, arms)
    told = []
    for arm, those in sorted(arms.items(), key=lambda row: (row[0] == UNRAISED, row[1])):
        runs = f"{whose(both.new, those)} {now} {'run' if len(those) > 1 else 'runs'}"
        own = f"in a `try`{'' if ALWAYS in arms and how == ENDING else how}{between}{then}"
        told.append(f"{runs} {arm or own}")
    return "; ".join(told) + ("" if "" in arms else then.replace(":", ";", 1))


def rehandled(both: Trees, a: int, b: int) -> str:
    """A handler that belongs to another `try` now: to one within that which it belonged to, what it raises goes on to the handlers there."""
    above = both.new[both.new[b].parent].parent
    if above < 0 or both.back.get(above, -2) != both.old[a].parent:
        return f"{subject(both.new[b])} belongs to another `try` now."
    those = [subject(both.new[each]) for each in both.new_below[above] if both.new[each].kind == "Handler"]
    goes = f"what it raises goes on to {' and '.join(those)}" if those else "a `try` is around it"
    return f"{subject(both.new[b])} belongs to a `try` within the one that it belonged to: {goes}."


def _handled_before(both: Trees, at: int, but: Container[str]) -> str:
    """What a `try` that is gone did on an error."""
    told = []
    for each in both.old_below[at]:
        handler = both.old[each]
        deeds = doing(both.old, both.old_below, both.old_below[each])
        if handler.kind == "Handler" and each not in both.pairs and _on(handler) not in but and deeds:
            told.append(f"{_on(handler)} it {past_of(deeds)}")
    told = told[:2]
    unraised = [each for each in both.old_below[at] if both.old[each].role == "else" and each not in both.pairs]
    deeds = doing(both.old, both.old_below, unraised)
    if deeds and UNRAISED not in but:
        told.append(f"where nothing was raised there, it {past_of(deeds)}")
    return f": {'; '.join(told)}" if told else ""


def _arm(both: Trees, at: int, b: int, new: bool) -> str:
    """When it runs: in the `finally` or the `else` of this `try`, or in a handler; "" for what it tries."""
    pieces, here = (both.new, b) if new else (both.old, both.back[b])
    while pieces[here].parent not in (at, -1):
        here = pieces[here].parent
    if pieces[here].kind == "Handler":
        return _on(pieces[here])
    return {"finally": ALWAYS, "else": UNRAISED}.get(pieces[here].role, "")


def _on(handler: Piece) -> str:
    return f"on {q(handler.said) if handler.said else 'any exception'}"
