"""A loop without a body: what it does stands in its head.

for (; in_set(current(p), IMPLIED); pop(p)) ;       calls `pop(p)` while in_set(current(p), IMPLIED) holds
while (pop(p)) ;                                    calls `pop(p)` as long as that holds
while (lock->held) ;                                waits until lock.held is false
"""

from __future__ import annotations

from typing import Final

from ...model.facts import Call
from ...model.pattern import regex
from ...model.syntax import Loop, Range, Simple
from ...words.phrases import order
from .clauses import DOES, Clause
from .own import Own

_WEIGHT: Final = 5
_CHANGES: Final = regex(r"\+\+|--|(?<![=!<>])=(?!=)")
_ALWAYS: Final = ("1", "true", "(1)", "(true)", "TRUE")


def in_head(stmt: Loop, own: Own) -> list[Clause]:
    """None where the head calls nobody but for a value, and sets something."""
    empty = all(isinstance(each, Simple) and not own.text(each.start, each.end).strip("; ") for each in stmt.body)
    if not empty or stmt.orelse or stmt.style not in ("for", "while") or not stmt.test:
        return []
    asked = own.question(stmt.test, free=frozenset(own.words(stmt.test)))
    if stmt.step:
        call, bare = _whole(stmt.step, own), asked == own.said(own.text(*stmt.test))
        asked = f"{asked} holds" if bare and asked.endswith(")") else asked
        return [_calling(call, f"while {asked}" if asked else "in a loop", own)] if call else []
    test = own.text(*stmt.test)
    if call := _whole(stmt.test, own):
        return [_calling(call, "as long as that holds", own)]
    until = own.question(stmt.test, False, free=frozenset(own.words(stmt.test)))
    idle = until and not own.calls(*stmt.test) and not _CHANGES.search(test) and test not in _ALWAYS
    return [Clause(DOES, f"wait until {until}", _WEIGHT, at=stmt.start)] if idle else []


def _whole(place: Range, own: Own) -> Call | None:
    """The call that it is, where that does something."""
    written = own.text(*place).strip()
    return next(
        (
            each
            for each in own.calls(*place)
            if own.text(each.start, each.end) in (written, written.strip("()")) and own.active([each])
        ),
        None,
    )


def _calling(call: Call, after: str, own: Own) -> Clause:
    phrase = order(own.text(call.start, call.end), "expression", own.language)
    return Clause(DOES, phrase, max(_WEIGHT, own.weight(call)), after, at=call.start)
