"""What a guard does before it leaves only to say why: it hands a text on, or does what another guard does that leaves too.

if (!role) { reply(out, "No such role"); return 0; }      the reply weighs little beside what is done where there is one
if (!tree) { reply(out, NOTHING); return 1; }
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ...model.facts import Call
from ...model.syntax import Body, If, Jump, Raise, Return, Simple, walk
from .clauses import DOES, Clause
from .own import Own

_WEIGHT: Final = 2
_KEPT_IN: Final = 40  # bytes before a call whose value is kept: `result = fail_with(…)`
_FINAL: Final = 8  # what weighs more cannot be taken back


class Refusals:
    """Of one function."""

    def __init__(self, body: Body, own: Own) -> None:
        self._own = own
        guards = [stmt for stmt in walk(body) if isinstance(stmt, If) and _leaves(stmt.then)]
        inside = Counter(name for guard in guards for name in {call.name for call in self._called(guard.then)})
        every = Counter(call.name for call in self._called(body))
        within = Counter(call.name for guard in _outermost(guards) for call in self._called(guard.then))
        self._names = {name for name, times in inside.items() if times > 1 and within[name] == every[name]}

    def less(self, clause: Clause) -> Clause:
        """As it weighs in a guard that leaves."""
        if clause.kind != DOES or clause.weight > _FINAL:
            return clause
        only = any(
            call.name in self._names or self._own.tells(call)
            for call in self._own.calls(clause.at, clause.at + _KEPT_IN)
            if call.start == clause.at or clause.phrase.startswith(f"call `{call.name}(")
        )
        return clause._replace(weight=min(clause.weight, _WEIGHT)) if only else clause

    def _called(self, body: Body) -> Iterator[Call]:
        """What is called for its own sake."""
        for stmt in walk(body):
            if isinstance(stmt, Simple) and stmt.role == "expression":
                yield from self._own.calls(stmt.start, stmt.start + 1)


def _leaves(body: Body) -> bool:
    return bool(body) and isinstance(body[-1], Return | Raise | Jump) and len(body) > 1


def _outermost(guards: list[If]) -> list[If]:
    return [
        each
        for each in guards
        if not any(other is not each and other.start <= each.start and each.end <= other.end for other in guards)
    ]
