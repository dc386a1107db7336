"""What is printed for who looks for defects: no deed of a function that does anything else.

DPRINTF("starting %s\\n", p->name);      nothing, where its header says `if (dbg) printf(…)`
log.debug("running %s", job);            nothing
if (debug_level > 2) show_row(row);      nothing, for all that hangs on it are calls
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

from ...model.action import LOGGING
from ...model.facts import QUIET, Call, FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...model.syntax import Body, If, Raise, Return, Simple, walk
from ...words.names import last
from .asides import LOGS, SHOWS, TALK
from .callee import classifier
from .effects import dotted, words_of

_LEVELS: Final = frozenset(["debug", "trace"])
_SWITCH: Final = regex(
    r"\(?(?:[A-Za-z_]\w*+(?:\.|->))*+([A-Za-z_]\w*+)(?: *+(?:>=?|!=|==) *+\w++)?\)?"
)  # asked for in `if (debug > 1)`
_SWITCHES: Final = frozenset(["debug", "debugging", "dbg", "verbose", "verbosity", "trace", "tracing"])
_SILENT: Final = frozenset(["define", "import", "pass", "scope"])
_ASIDE: Final = LOGS | TALK - {"assert", "check", "dcheck", "error"}


class Debugging:
    """Of one function."""

    def __init__(
        self,
        facts: FunctionFacts,
        body: Body,
        language: Language,
        calls: Callable[[int, int], Sequence[Call]],
        text: Callable[[int, int], str],
    ) -> None:
        self._facts, self._body, self._language, self._calls, self._text = facts, body, language, calls, text
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

    @cached_property
    def _asked_for(self) -> frozenset[int]:
        """Where calls stand that are made only where somebody looks for defects."""
        asked = [
            each
            for each in walk(self._body)
            if isinstance(each, If)
            and not each.orelse
            and (found := _SWITCH.fullmatch(self._text(*each.test)))
            and not _SWITCHES.isdisjoint(words_of(found[1]))
        ]
        alone = [each.then for each in asked if all(map(self._is_call, each.then))]
        return frozenset(stmt.start for then in alone for stmt in then)

    def _is_call(self, stmt: object) -> bool:
        calls = self._calls(stmt.start, stmt.end) if isinstance(stmt, Simple) and stmt.role == "expression" else ()
        return isinstance(stmt, Simple) and bool(calls) and calls[0].start == stmt.start

    def _prints(self, stmt: Simple) -> bool:
        if stmt.start in self._asked_for:
            return True
        calls = self._calls(stmt.start, stmt.end) if stmt.role == "expression" else ()
        first = calls[0] if calls else None
        if first is None or first.start != stmt.start:
            return False
        if not first.receiver:
            return self._facts.has(f"{QUIET}{first.name}")
        meaning = classifier(self._language).call(dotted(first), "", words_of(first.name))
        logs = (meaning is not None and meaning.type == LOGGING) or not LOGS.isdisjoint(words_of(last(first.receiver)))
        return first.name in _LEVELS and first.argc > 0 and logs and not self._language.spelling.casts
