"""What a library gives to whoever includes its headers, and what the rest of the project sees.

A header that is meant for others lies in a folder `include`; where there is none, any header may be meant for them. A
method is seen as its class, or a base of it, declares it: an implementation is called through its interface.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...model.facts import FunctionFacts
from ...model.product import DECLARED, PUBLISHED
from ...ports import Lookup, Offer
from .scope import bare, hidden
from .types import read_type

INCLUDE = frozenset({"include", "includes", "inc"})
_FARTHEST = 8  # classes looked through


def surface(path: str, function: FunctionFacts, lookup: Lookup) -> tuple[int, str]:
    """(PUBLISHED, DECLARED or 0, the evidence)."""
    if not function.scope:
        return _seen([] if hidden(path, "", function.flags) else lookup("seen", function.name))
    if "(anonymous)" in function.scope[-1:]:
        return 0, ""
    return max(
        (_seen(lookup("seen", f"{name}::{function.name}")) for name in _classes(bare(function.scope[-1]), lookup)),
        default=(0, ""),
    )


def _seen(offers: Iterable[Offer]) -> tuple[int, str]:
    headers = sorted({offer.path for offer in offers})
    public = [path for path in headers if not INCLUDE.isdisjoint(path.lower().split("/")[:-1])]
    if public:
        return PUBLISHED, f"is declared in {public[0]}"
    return (DECLARED, f"is declared in {headers[0]}") if headers else (0, "")


def _classes(name: str, lookup: Lookup) -> Iterator[str]:
    """A class and its bases, the nearest first."""
    todo, met = [name], {name}
    while todo and len(met) <= _FARTHEST:
        this = todo.pop(0)
        yield this
        bases = [base for offer in lookup("type", this) for base in offer.value[3].split("\n") if base]
        fresh = {read_type(base).name.rpartition("::")[2] for base in bases} - met - {""}
        met |= fresh
        todo += sorted(fresh)
