"""What a function does by a call of its own, as it is kept beside its effects."""

from __future__ import annotations

from .record import NamedTuple


class Direct(NamedTuple):
    """what: locks | frees | exits; of a file, macro: one of its macros frees what it is given. text: the call as written,
    in one line; the macro's name. made: the type of a guard that is made, else ""."""

    what: str
    line: int
    text: str
    made: str = ""
