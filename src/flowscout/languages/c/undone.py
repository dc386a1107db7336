"""Another name for as long as a system's header is read: `#define exit kernel_exit`, `#include <sys/proc.h>`, `#undef exit`.

Such a macro is for the header alone: whoever includes the file that has these lines still calls `exit`.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from typing import Final

from flowscout.model.pattern import regex

from .text import Directive

_NAME: Final = regex(rb"[A-Za-z_]\w*+")
_RENAMES: Final = regex(rb"([A-Za-z_]\w*+)\s++[A-Za-z_]\w*+")


def around_includes(mask: bytes, found: Sequence[Directive]) -> frozenset[int]:
    """Offsets of the definitions that are taken back before any code, or a header of the project, could use them."""
    return frozenset(_undone(mask, found))


def _undone(mask: bytes, found: Sequence[Directive]) -> Iterator[int]:
    waiting: dict[bytes, list[int]] = {}
    used: dict[bytes, list[int]] = {}
    for directive in found if any(directive.keyword == b"undef" for directive in found) else ():
        if directive.keyword == b"define" and (named := _RENAMES.fullmatch(directive.argument)):
            waiting.setdefault(named[1], []).append(directive.start)
        elif directive.keyword == b"undef" and directive.argument in waiting:
            used = used or _places(mask)
            places = used.get(directive.argument, [])
            for start in waiting.pop(directive.argument):
                if bisect(places, start) == bisect(places, directive.start):
                    yield start
        elif directive.keyword.startswith(b"include") and not directive.argument.startswith(b"<"):
            waiting.clear()


def _places(mask: bytes) -> dict[bytes, list[int]]:
    """Where each name stands in the code, in order."""
    places: dict[bytes, list[int]] = {}
    for name in _NAME.finditer(mask):
        places.setdefault(name[0], []).append(name.start())
    return places
