"""What is printed for who looks for defects: no deed of a function that does anything else.

DPRINTF("starting %s\\n", p->name);      nothing, where its header says `if (dbg) printf(…)`
log.debug("running %s", job);            nothing
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ...model.action import LOGGING
from ...model.facts import QUIET, Call, FunctionFacts
from ...model.language import Language
from ...model.syntax import Body, Raise, Return, Simple, walk
from ...words.names import last
from .asides import LOGS, SHOWS, TALK
from .callee import classifier
from .effects import dotted, words_of

_LEVELS: Final = frozenset(["debug", "trace"])
_SILENT: Final = frozenset(["define", "import", "pass", "scope"])
_ASIDE: Final = LOGS | TALK - {"assert", "check", "dcheck", "error"}


class Debugging:
    """Of one function."""

    def __init__(
        self, facts: FunctionFacts, body: Body, language: Language, calls: Callable[[int, int], Sequence[Call]]
    ) -> None:
        self._facts, self._body, self._language, self._calls = facts, body, language, calls
        self._own = _ASIDE.isdisjoint(words_of(facts.name)) and SHOWS.isdisjoint(words_of(facts.name))
        self._more: bool | None = None  # whether anything else is done

    def __call__(self, stmt: Simple) -> bool:
        """It is that, and something else is done or given back."""
        if not self._own or not self._prints(stmt):
            return False
        if self._more is None:
            self._more = any(map(self._acts, walk(self._body)))
        return self._more

    def _acts(self, stmt: object) -> bool:
        if isinstance(stmt, Simple):
            return stmt.role not in _SILENT and not self._prints(stmt)
        return isinstance(stmt, Raise) or (isinstance(stmt, Return) and stmt.value is not None)

    def _prints(self, stmt: Simple) -> bool:
        calls = self._calls(stmt.start, stmt.end) if stmt.role == "expression" else ()
        first = calls[0] if calls else None
        if first is None or first.start != stmt.start:
            return False
        if not first.receiver:
            return self._facts.has(f"{QUIET}{first.name}")
        meaning = classifier(self._language).call(dotted(first), "", words_of(first.name))
        logs = (meaning is not None and meaning.type == LOGGING) or not LOGS.isdisjoint(words_of(last(first.receiver)))
        return first.name in _LEVELS and first.argc > 0 and logs and not self._language.spelling.casts
