"""Names of functions that are called otherwise now, and of others that are not: where `parse` is `scan` now and `A::parse` stays, a method
of `A` that calls `scan` calls another function than before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ...border import within
from ...model.account import Answer
from ...pipeline import Project

Names = Mapping[bytes, bytes]


class CalledNames:
    """Whose a name is that one function calls otherwise than another kept it."""

    def __init__(self, before: Project, after: Project, pairs: Sequence[tuple[str, str]]) -> None:
        self.before, self.after = before, after
        self.gone: dict[str, set[str]] = {}
        self.came: dict[str, set[str]] = {}
        self.now: dict[str, set[str]] = {}
        for a, b in pairs:
            if a and b and a != b and (x := before.functions[a].facts.name) != (y := after.functions[b].facts.name):
                self.gone.setdefault(x, set()).add(a)
                self.came.setdefault(y, set()).add(b)
                self.now.setdefault(x, set()).add(y)
        self.shared = frozenset({x for x in self.now if within("names", partial(self._is_shared, x), lambda: True)})

    def _is_shared(self, name: str) -> bool:
        """Whether another function is still called so, or one was called as it is now."""
        return bool(_named(self.after, name)) or any(
            _named(self.before, now) - self.gone.get(now, set()) for now in self.now[name]
        )

    def others(self, a: str, b: str) -> frozenset[bytes]:
        """The names that this pair of functions is not known to call the renamed ones by."""
        if not self.shared or a not in self.before.functions or b not in self.after.functions:
            return frozenset()
        was, now = ({flow.target for flow in side.row(id_).flows} for side, id_ in ((self.before, a), (self.after, b)))
        return frozenset({name.encode() for name in self.shared if not self._calls(name, a, was, now)})

    def _calls(self, name: str, a: str, was: set[str], now: set[str]) -> bool:
        old = {id_ for id_ in was if _name(self.before, id_) == name}
        new = {id_ for id_ in now if _name(self.after, id_) in self.now[name]}
        ours = set[str]().union(*[self.came[each] for each in self.now[name]])
        return old <= self.gone[name] and new <= ours and (bool(old and new) or a in self.gone[name])

    def within(self, a: str, b: str, renamed: Names) -> Names:
        """What is called otherwise, as this pair of functions speaks of it."""
        others = self.others(a, b)
        return {x: y for x, y in renamed.items() if x not in others} if others else renamed

    def outside(self, a: str, b: str, renamed: Names) -> Names:
        """The same for what stands outside of functions: there a name is of the function that the file itself holds."""
        shared = {name.encode() for name in self.shared if self._holds(a, b, name)}
        return {x: y for x, y in renamed.items() if x not in shared} if shared else renamed

    def _holds(self, a: str, b: str, name: str) -> bool:
        kept = [id_ for id_ in self.before.ids.get(a, ()) if _name(self.before, id_) == name]
        came = [id_ for id_ in self.after.ids.get(b, ()) if _name(self.after, id_) in self.now[name]]
        ours = set[str]().union(*[self.came[each] for each in self.now[name]])
        return bool(set(kept) - self.gone[name] or set(came) - ours)

    def spoken(self, told: Sequence[Answer], pairs: Sequence[tuple[str, str]]) -> dict[str, frozenset[str]]:
        """Of each function of which something is told, the names that are another's there."""
        units = {one.unit for one in told} if self.shared else set[str]()
        return {b: frozenset({name.decode() for name in self.others(a, b)}) for a, b in pairs if a and b in units}


def _name(project: Project, id_: str) -> str:
    return project.functions[id_].facts.name if id_ in project.functions else ""


def _named(project: Project, name: str) -> set[str]:
    return {id_ for id_, one in project.named(name).items() if one.facts.name == name}
