"""A `try` that is new or gone: what it handles, and what it does then."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from ....model.syntax import Try
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.tenses import past_of
from ..reading.counted import whose
from ..reading.doing import doing
from ..reading.saying import q, subject
from .kept_under import kept_under

ENDING: Final = " with a `finally`"
ALWAYS: Final = "at last, whatever happens"
UNRAISED: Final = "where nothing is raised there"
NOTHING: Final = "does nothing"


def handled(both: Trees, at: int, new: bool = True, but: Container[str] = ()) -> str:
    """What a `try` that is new, or gone, does on an error. but: when something runs that is told."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    told = []
    for each in below[at]:
        if pieces[each].kind == "Handler" and each not in known:
            deeds = doing(pieces, below, below[each])
            told.append(f"{_on(pieces[each])} {deeds or NOTHING}" if _on(pieces[each]) not in but else "")
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
    if not new and (outer := _with_its_handlers(both, at, kept)):
        return outer
    how, now = handling((both.new if new else both.old)[at]), "now" if new else "no longer"
    arms: dict[str, list[int]] = {}
    for each in kept:
        arms.setdefault(_arm(both, at, each, new), []).append(each)
    then = handled(both, at, but=arms) if new else _handled_before(both, at, arms)
    told = []
    for arm, those in sorted(arms.items(), key=lambda row: (row[0] == UNRAISED, row[1])):
        runs = f"{whose(both.new, those)} {now} {'run' if len(those) > 1 else 'runs'}"
        own = f"in a `try`{'' if ALWAYS in arms and how == ENDING else how}{between}{then}"
        within = _within_a_handler(both.new if new else both.old, at) if arm not in ("", ALWAYS, UNRAISED) else ""
        told.append(f"{runs} {arm or own}{within}")
    return "; ".join(told) + ("" if "" in arms else then.replace(":", ";", 1))


def _with_its_handlers(both: Trees, at: int, kept: Sequence[int]) -> str:
    """Of a `try` that is gone, all of whose handlers are those of another one now, in which all that it tried still runs; else ""."""
    handlers = [each for each in both.old_below[at] if both.old[each].kind == "Handler"]
    tries = {both.new[both.pairs[each]].parent if each in both.pairs else -1 for each in handlers}
    outer = tries.pop() if len(tries) == 1 else -1
    if outer < 0 or any(both.old[each].role in ("else", "finally") for each in both.old_below[at]):
        return ""
    if not kept or not all(_tried_by(both, outer, each) for each in kept):
        return ""
    those = [subject(both.new[both.pairs[each]]) for each in handlers]
    belong = "belong" if len(those) > 1 else "belongs"
    return (
        f"{' and '.join(those)} {belong} to the `try` around now, no longer to one round {whose(both.new, kept)} alone"
    )


def _tried_by(both: Trees, outer: int, b: int) -> bool:
    here = b
    while here >= 0 and both.new[here].parent != outer:
        here = both.new[here].parent
    return here >= 0 and both.new[here].role == "body"


def rehandled(both: Trees, a: int, b: int) -> str:
    """A handler that belongs to another `try` now: to one within that which it belonged to, what it raises goes on to the handlers there."""
    above, was = both.new[both.new[b].parent].parent, both.old[a].parent
    kept = [each for each in kept_under(both, was, False) if both.new[each].kind != "Handler"]
    if was not in both.pairs and (outer := _with_its_handlers(both, was, kept)):
        return f"{outer}."
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


def _within_a_handler(pieces: Sequence[Piece], at: int) -> str:
    """Of a `try` that stands in one."""
    above = pieces[at].parent
    while above >= 0 and pieces[above].kind != "Handler":
        above = pieces[above].parent
    caught = q(pieces[above].said) if above >= 0 and pieces[above].said else "any exception"
    return f" of a `try` in the handler of {caught}" if above >= 0 else ""


def _on(handler: Piece) -> str:
    return f"on {q(handler.said) if handler.said else 'any exception'}"
