"""Which context managers of a function keep exceptions from going on, and which exceptions.

Libraries' are known by name. A project's own is one whose `__exit__` may say yes, or a generator that catches what is
raised where it yields; files offer both.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from ...model.facts import Call, FunctionFacts
from ...ports import Lookup

_FIRST: Final = 1
_LIBRARY: Final = MappingProxyType(
    {"suppress": 64, "raises": _FIRST, "assertRaises": _FIRST, "assertRaisesRegex": _FIRST}
)  # arguments that name them
ANY: Final = "*"


def swallowing(facts: FunctionFacts, text: bytes, lookup: Lookup) -> tuple[tuple[int, str], ...]:
    """(offset, exceptions joined by ", ") of calls that make such a manager; wherever they stand."""
    if b"with" not in text:
        return ()
    return tuple(
        [
            (call.start, caught)
            for call in facts.calls
            if call.kind == "call" and (caught := ", ".join(_caught(call, text, lookup)))
        ]
    )


def _caught(call: Call, text: bytes, lookup: Lookup) -> Iterator[str]:
    if call.name in _LIBRARY:
        for first, last in call.args[: _LIBRARY[call.name]]:
            yield from _named(text[first:last].decode("utf-8", "replace"))
        return
    yield from sorted({name for offer in lookup("swallows", call.name) for name in offer.value[1:]})


def _named(argument: str) -> Iterator[str]:
    """`(KeyError, OSError)` has two; what only running tells may be anything."""
    for part in argument.strip("() \t\r\n").split(","):
        name = part.strip()
        if name:
            yield name if name.replace(".", "").isidentifier() else ANY
