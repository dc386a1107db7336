"""A function with everything settled that its file could not know: macros expanded, never-returning calls known."""

from __future__ import annotations

from .facts import Call, FunctionFacts
from .record import NamedTuple
from .syntax import Body, Mark


class BoundFunction(NamedTuple):
    """Ready for `flow` and `actions`.

    text: the function's bytes, then any macro text appended by `bind`. origins: for appended text, (from, to, site): an
    offset in [from, to) stands at `site` in the function itself. noreturn: start offsets of calls that never return;
    ends: (offset, how) of those of which more is known: `exit`, `loop` (for ever), `raise`, `raise X`. swallows:
    (offset, exceptions joined by ", ", `*` any) of calls that make a context manager which keeps them. kinds: of each
    exception class that is raised or caught here and surely known, as written: its own name, then of all above it.
    quits: (offset, exception) of calls of `noreturn` that raise to that end; tries: offsets of those that come back by an error alone.
    guards: starts of constructions of objects that hold a lock while they live.
    outer_names: names written or read here that outlive the call (fields without `this`, globals, captured variables).
    """

    id: str
    language: str
    facts: FunctionFacts
    text: bytes
    statements: Body
    marks: tuple[Mark, ...]
    calls: tuple[Call, ...]
    noreturn: frozenset[int]
    origins: tuple[tuple[int, int, int], ...]
    outer_names: frozenset[str]
    notes: tuple[str, ...] = ()
    ends: tuple[tuple[int, str], ...] = ()
    swallows: tuple[tuple[int, str], ...] = ()
    kinds: tuple[tuple[str, tuple[str, ...]], ...] = ()
    guards: frozenset[int] = frozenset()
    quits: tuple[tuple[int, str], ...] = ()
    tries: frozenset[int] = frozenset()

    def site(self, offset: int) -> int:
        """Where an offset stands in the function's own bytes."""
        for first, last, site in self.origins:
            if first <= offset < last:
                return site
        return offset

    def read(self, start: int, end: int) -> str:
        return self.text[start:end].decode("utf-8", "replace")

    def line(self, offset: int) -> int:
        """Line in the file, from 1."""
        return self.facts.line + self.text.count(b"\n", 0, self.site(offset))
