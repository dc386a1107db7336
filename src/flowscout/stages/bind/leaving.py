"""Calls that never return."""

from __future__ import annotations

import json
import re
from collections.abc import Set
from fnmatch import fnmatchcase
from typing import Final

from ...model.facts import Call
from ...ports import Lookup
from .definition import Macros

_SELVES: Final = frozenset({"", "self", "cls", "this"})
_KINDS: Final = frozenset({"call", "macro"})
_CHOOSES: Final = re.compile(r"\"(?:\\.|[^\"\\])*\"|(?P<choice>\?|&&|\|\||\b(?:if|for|while|switch|return|break|goto)\b)")


class Leaving:
    """known: the lexicon's dotted names; globs: the user's; macros: what a name may stand for. Declared ones are asked for by simple name, where the
    receiver does not say that another function is meant."""

    def __init__(self, known: Set[str], globs: tuple[str, ...], lookup: Lookup, macros: Macros | None) -> None:
        self.known, self.globs, self.lookup, self.macros = known, globs, lookup, macros
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
        if not (receiver in _SELVES or sep == "::"):
            return False
        return bool(self.lookup("noreturn", name)) or (not receiver and self._macro_ends(name))

    def asserted(self, name: str) -> int:
        """Which argument a macro insists on (`x ? (void)0 : fail()`), -1: it is no assertion."""
        values = self.macros(name) if self.macros else []
        places = {self._insists(value[1], value[2], value[5]) for value in values}
        return places.pop() if len(places) == 1 else -1

    def _insists(self, params: str, text: str, calls: str) -> int:
        question, asks, answers = text.partition("?")
        fine, otherwise, _ = answers.partition(":")
        if not asks or not otherwise or "!" in question.replace("!!", "") or "(" in fine.replace("(void)", "").replace("((", ""):
            return -1
        place = len(text[: len(question) + len(fine) + 1].encode())
        names = params.split(",")
        asked = [at for at, name in enumerate(names) if re.search(rf"\b{re.escape(name.strip())}\b", question)]
        ends = any(row[0] > place and self.ends(Call(*row[:7])) for row in json.loads(calls or "[]"))
        return asked[0] if ends and len(asked) == 1 else -1

    def _macro_ends(self, name: str) -> bool:
        """Does a macro stand for something that never returns, whatever its arguments, in each of its definitions?"""
        self.answers["", "", name] = False  # against a cycle
        values = self.macros(name) if self.macros else []
        return bool(values) and all(self._stands_for_end(value[2], value[5]) for value in values)

    def _stands_for_end(self, text: str, calls: str) -> bool:
        if any(found["choice"] for found in _CHOOSES.finditer(text)):
            return False
        if text.isidentifier():
            return self.ends(Call(0, 0, text))
        return any(self.ends(Call(*row[:7])) for row in json.loads(calls or "[]"))
