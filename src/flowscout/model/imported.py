"""What a file imports or includes."""

from __future__ import annotations

from .facts import FileFacts
from .record import NamedTuple


class Imported(NamedTuple):
    """As `Import` has it. inside: in a function."""

    kind: str
    module: str
    name: str
    level: int
    line: int
    inside: bool


def imported_of(facts: FileFacts) -> list[Imported]:
    """By line."""
    return [
        Imported(
            entry.kind,
            entry.module,
            entry.name,
            entry.level,
            entry.line,
            entry.scope >= 0 and facts.functions[entry.scope].kind != "module",
        )
        for entry in sorted(facts.imports, key=lambda entry: (entry.line, entry.module, entry.name))
        if entry.kind in ("include", "import", "from")
    ]
