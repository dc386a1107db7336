"""Classes of which one derives from the other, or both from one that has a method of some name, as far as bases are read by their names."""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import cached_property

from ..pipeline import Project


class Kin:
    """Of one state of the code."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def related(self, name: str, one: str, other: str) -> bool:
        """Whether a method of that name is the same one's in two classes, or one overrides the other's."""
        above = self.above(one), self.above(other)
        if one == other or one in above[1] or other in above[0]:
            return True
        return not (above[0] & above[1]).isdisjoint(self._holders.get(name, ()))

    def above(self, name: str) -> Set[str]:
        """All that a class derives from."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            news = self._bases.get(waiting.pop(), set()) - found
            found |= news
            waiting += news
        return found

    @cached_property
    def _bases(self) -> Mapping[str, Set[str]]:
        found: dict[str, set[str]] = {}
        for file in self.project.files.values():
            for one in file.types:
                found.setdefault(one.name, set()).update(map(last_name, one.bases))
        return found

    @cached_property
    def _holders(self) -> Mapping[str, Set[str]]:
        """The classes that have a method, by its name; one that is only declared counts."""
        found: dict[str, set[str]] = {}
        for file in self.project.files.values():
            for one in file.types:
                for each in one.methods:
                    found.setdefault(each.name, set()).add(one.name)
            for facts in file.functions:
                if facts.scope:
                    found.setdefault(facts.name, set()).add(facts.scope[-1])
        return found


def last_name(base: str) -> str:
    """`Base` of `pkg.Base[T]` and of `ns::Base<T>`."""
    return base.partition("[")[0].partition("<")[0].replace("::", ".").rpartition(".")[2].strip()
