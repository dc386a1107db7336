"""Whether a name that is written as a renamed function is now is one of it: what stands behind `.`, `->` or `ns::` in C and C++ only where
the call is known to be of it; a function's own parameter or variable never."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from ...model.facts import FunctionFacts
from ...pipeline import Project

_KNOWN: Final = frozenset(("exact", "candidates"))
_ELSEWHERE: Final = frozenset(("global", "capture", "field-init"))
Pairs = Sequence[tuple[str, str]]


class FollowedNames:
    """Functions that are called otherwise, by (name before, name after), and who calls them."""

    def __init__(self, before: Project, after: Project, pairs: Pairs) -> None:
        self.before, self.after = before, after
        self.pairs = {b: a for a, b in pairs if a and b}
        self.came: dict[tuple[str, str], set[str]] = {}
        for b, a in self.pairs.items():
            was, now = before.functions[a].facts.name, after.functions[b].facts.name
            if was != now:
                self.came.setdefault((was, now), set()).add(b)

    def own(self, unit: str, was: str, now: str) -> bool:
        """Whether on one side alone a function has a parameter or a variable of that name."""
        sides = [(self.before, self.pairs.get(unit, ""), was), (self.after, unit, now)]
        found = [
            any(each.name == name and each.how not in _ELSEWHERE for each in facts.bindings)
            for side, id_, name in sides
            if (facts := _facts(side, id_))
        ]
        return len({*found}) > 1

    def follows(self, unit: str, words: Sequence[str], at: int, now: str) -> bool:
        """Of a word of C or C++; what is no function that is called otherwise is not asked for."""
        came = self.came.get((words[at], now), set())
        if not came:
            return True
        sep = "".join(words[max(at - 2, 0) : at])
        sep = next((each for each in ("->", "::", ".") if sep.endswith(each)), "")
        if not sep:
            return not self.own(unit, words[at], now) and (
                not self._only_declared(words[at], now) or unit in came or self._calls(unit, now, sep, came)
            )
        scopes = {(self.after.functions[id_].facts.scope or ("",))[-1] for id_ in came}
        above = words[at - 3] if sep == "::" and at > 2 and words[at - 3].isidentifier() else ""
        return (sep == "::" and above in scopes) or self._calls(unit, now, sep, came)

    def _calls(self, unit: str, now: str, sep: str, came: set[str]) -> bool:
        """Whether all that is called so there is for certain one of these."""
        facts = _facts(self.after, unit)
        if facts is None:
            return False
        sites = {n for n, call in enumerate(facts.calls) if (call.name, call.sep) == (now, sep)}
        found = [each for each in self.after.resolved(unit) if each.site in sites]
        return (
            bool(sites)
            and {each.site for each in found} == sites
            and all(each.how in _KNOWN and each.targets and came.issuperset(each.targets) for each in found)
        )

    def _only_declared(self, was: str, now: str) -> bool:
        """Whether something that is not defined here was called so, or still is."""
        return now in self._declared[0] or was in self._declared[1]

    @cached_property
    def _declared(self) -> tuple[set[str], set[str]]:
        return {*_declared(self.before)}, {*_declared(self.after)}


def _facts(project: Project, id_: str) -> FunctionFacts | None:
    return project.functions[id_].facts if id_ in project.functions else None


def _declared(project: Project) -> Iterator[str]:
    for file in project.files.values():
        yield from (each.name for each in file.declared)


def is_of(path: str, module: str) -> bool:
    """Whether a file of Python may be, or be brought by, a module."""
    return f".{module.strip('.')}." in f".{path.removesuffix('.py').replace('/', '.')}."
