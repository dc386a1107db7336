"""Is the function that a name means declared never to return?

Only asked further where somebody declares one of that name. C and C++: what the enclosing classes, their bases and the
enclosing namespaces have by that name hides what is outside; then free functions, the file's own before others'.
Python: a name alone says nothing; only who is called does, where that is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...ports import Lookup, Offer

BASES: Final = 16
_SELVES: Final = frozenset({"self", "cls", "this"})


class Declarations:
    """Seen from one function: its path, its enclosing scopes from the outside in."""

    def __init__(self, path: str, scope: tuple[str, ...], lookup: Lookup, c_family: bool) -> None:
        self.path, self.scope, self.lookup, self.c_family = path, scope, lookup, c_family

    def never_returns(self, receiver: str, sep: str, name: str, argc: int) -> bool:
        if (
            not self.c_family
            or not (receiver in _SELVES or not receiver or sep == "::")
            or not self.lookup("noreturn", name)
        ):
            return False
        for meant in self._meant(receiver, sep, name):
            fitting = [offer for offer in meant if _fits(offer, argc)]
            if fitting:
                own = [offer for offer in fitting if offer.path == self.path]
                return any("noreturn" in offer.value[5].split() for offer in own or fitting)
        return False

    def _meant(self, receiver: str, sep: str, name: str) -> Iterator[tuple[Offer, ...]]:
        """What the name may stand for, nearest first."""
        if sep == "::" and receiver:
            yield self.lookup("member", f"{_bare(receiver.rpartition('::')[2])}::{name}")
            return
        for part in self._around():
            yield self.lookup("member", f"{part}::{name}")
        if not receiver:
            yield (*self.lookup("own", f"{self.path}:{name}"), *self.lookup("function", name))

    def _around(self) -> Iterator[str]:
        """Enclosing classes and namespaces, inside out, each with its bases."""
        seen: set[str] = set()
        waiting = [_bare(part) for part in self.scope]  # the innermost is looked at first
        while waiting and len(seen) < BASES:
            part = waiting.pop()
            if part and part not in seen:
                seen.add(part)
                yield part
                bases = [base for offer in self.lookup("type", part) for base in offer.value[3].split("\n") if base]
                waiting += [_bare(base.rpartition("::")[2]) for base in reversed(bases)]


def _bare(name: str) -> str:
    return name.partition("<")[0].strip()


def _fits(offer: Offer, argc: int) -> bool:
    least, most = int(offer.value[2]), int(offer.value[3])
    return argc < 0 or (least <= argc and (most < 0 or argc <= most))
