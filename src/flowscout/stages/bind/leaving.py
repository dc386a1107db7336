"""Calls that never return."""

from __future__ import annotations

from collections.abc import Set
from fnmatch import fnmatchcase
from typing import Final

from ...model.facts import Call
from ...ports import Lookup

_SELVES: Final = frozenset({"", "self", "cls", "this"})
_KINDS: Final = frozenset({"call", "macro"})


class Leaving:
    """known: the lexicon's dotted names; globs: the user's. Declared ones are asked for by simple name, where the
    receiver does not say that another function is meant."""

    def __init__(self, known: Set[str], globs: tuple[str, ...], lookup: Lookup) -> None:
        self.known, self.globs, self.lookup = known, globs, lookup
        self.answers: dict[tuple[str, str, str], bool] = {}

    def ends(self, call: Call) -> bool:
        if call.kind not in _KINDS or not call.name:
            return False
        key = (call.receiver, call.sep, call.name)
        if key not in self.answers:
            self.answers[key] = self._ends(*key)
        return self.answers[key]

    def _ends(self, receiver: str, sep: str, name: str) -> bool:
        dotted = f"{receiver}{sep}{name}"
        if dotted in self.known or dotted.removeprefix("::") in self.known:
            return True
        if any(fnmatchcase(dotted, glob) for glob in self.globs):
            return True
        return (receiver in _SELVES or sep == "::") and bool(self.lookup("noreturn", name))
