"""What a function says of its own names, for the words that ask and tell of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from .record import NamedTuple

NUMBER: Final = "number"
REAL: Final = "real"
FLAG: Final = "flag"
LETTER: Final = "letter"
MANY: Final = "many"
POINTER: Final = "pointer"


class Kind(NamedTuple):
    """What it means that a value is true. name: number (is not 0), real (the same; it may be no number at all), flag (as it stands), letter (is not '\\0'), many (is not empty),
    pointer (is set), "" unknown. leads: what a pointer or an array leads to."""

    name: str = ""
    leads: tuple[Kind, ...] = ()


UNKNOWN: Final = Kind()


class Known(NamedTuple):
    """kinds: of the function's parameters and locals. spelled: the object is said with each of its fields, for one of
    them has the name of something else (None: each text by itself). modules: names that mean one. own: of parameters and locals. held: fields that hold
    something, which are taken apart or whose address is taken (`conn->secure->key`)."""

    kinds: Mapping[str, Kind] = MappingProxyType({})
    spelled: bool | None = None
    modules: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()
