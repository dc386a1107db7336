"""Words of Python's standard library and common frameworks."""

from __future__ import annotations

from typing import Final

from flowscout.model.language import Lexicon

LEXICON: Final = Lexicon(
    calls={},
    verbs={},
    errors=frozenset(),
    fine=frozenset(),
    noreturn=frozenset({"sys.exit", "os._exit", "os.abort", "exit", "quit"}),
    predicates=frozenset(),
    handlers=frozenset(),
    routes=frozenset(),
)
