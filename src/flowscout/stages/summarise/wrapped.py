"""What a macro is given to check: `TRY(read(f));`, `CHECK(rc = read(f));`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.facts import Call
from ...model.pattern import regex
from ...model.syntax import Simple
from .own import Own

_GIVEN_CALL: Final = regex(r"^[A-Z_0-9]{1,60}\s?\(\s?(?:[\w.>-]{1,60} ?= ?)?$")
_REST: Final = regex(r"\s?\)\s?;?")


def wrapped(stmt: Simple, calls: Sequence[Call], own: Own) -> Call | None:
    """calls: of the statement, at least one."""
    first = calls[0]
    macro = own.language.spelling.casts and first.start == stmt.start and first.name.isupper() and not own.talks(first)
    found = _GIVEN_CALL.search(own.text(stmt.start, calls[1].start)) if macro and len(calls) > 1 else None
    behind = own.text(calls[1].end, stmt.end) if found else ""
    asks = bool(found) and not calls[1].argc and not own.active(calls[1:2])  # `VERIFY(total.valid())`
    return calls[1] if found and not asks and _REST.fullmatch(behind) else None
