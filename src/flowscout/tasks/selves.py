"""Which classes the object may be of on which the methods of a way are called, from where it is taken hold of.

`TTLCache.setdefault` calls `Cache.setdefault` of itself, that `self.popitem()`: of a `TTLCache`, or of what derives from it, which is never
`LFUCache.popitem`. A call of another object begins anew. Bases are read by their names, so that classes of one name count as one and more
may be meant than are; where that reading leaves nothing for a single call, or anything may be made otherwise than by a class line, it says
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from ..model.classed import ClassRow, decoded
from ..model.facts import Call, FunctionFacts
from ..model.identity import path_of
from ..model.summary import POSSIBLE
from ..pipeline import Project
from .kin import last_name
from .made_classes import FORM, classed

Classes: TypeAlias = frozenset[str] | None  # None: any
NONE: Final = frozenset[str]()
MOST: Final = 5_000  # places of a search
_METHODS: Final = frozenset({"method", "constructor", "destructor", "operator", "conversion"})
_THIS: Final = frozenset({"this", "*this", "(*this)"})


class Selves:
    def __init__(self, project: Project) -> None:
        self.project = project
        self._edges: dict[tuple[str, str], bool | None] = {}
        self._cones: dict[str, Classes] = {}
        self._met: dict[tuple[str, str], Classes] = {}

    def possible(self, way: Sequence[str]) -> bool:
        """Whether there is a class that an object may be of which goes all of it."""
        steps = list(pairwise(way))
        if not any(self._own(*step) is not None and self._class(step[0]) != self._class(step[1]) for step in steps):
            return True
        held = self.begun(way[0])
        for caller, callee in steps:
            held = self.down(held, caller, callee)
            if held == NONE:
                return False
        return True

    def down(self, held: Classes, caller: str, callee: str) -> Classes:
        """Of what the object may be in the callee, where it may be of `held` in the caller; NONE where it cannot be called so."""
        return _both(held, met) if (met := self._meeting(caller, callee)) else self._cone(callee)

    def up(self, held: Classes, caller: str, callee: str) -> Classes:
        """Of what it may be in the caller, where it is of `held` in the callee."""
        return _both(held, met) if (met := self._meeting(caller, callee)) else self._cone(caller)

    def begun(self, id_: str) -> Classes:
        """Of what it may be in a function of which nothing else is known."""
        return self._cone(id_)

    def route(self, start: str, goal: str, successors: Callable[[str], Iterable[str]]) -> tuple[str, ...] | None:
        """The shortest way that an object may go; () for none, None where that is too far to look."""
        first = (start, self.begun(start))
        came: dict[tuple[str, Classes], tuple[str, Classes] | None] = {first: None}
        queue = [first]
        for at in queue:
            if at[0] == goal:
                return back(came, at)
            if len(queue) > MOST:
                return None
            for step in successors(at[0]):
                to = step, self.down(at[1], at[0], step)
                if to[1] != NONE and to not in came:
                    came[to] = at
                    queue.append(to)
        return ()

    def _class(self, id_: str) -> str:
        """The class whose method it is, where that is known."""
        facts = self.project.functions[id_].facts
        return facts.scope[-1] if facts.scope and facts.kind in _METHODS else ""

    def _own(self, caller: str, callee: str) -> bool | None:
        """Whether each call of one by the other is of its own object, and, where it is, of whichever method is there; None where it is not."""
        key = caller, callee
        if key not in self._edges:
            found = self._class(caller) and self._class(callee)
            self._edges[key] = self._read(caller, callee) if found else None
        return self._edges[key]

    def _read(self, caller: str, callee: str) -> bool | None:
        facts, target = self.project.functions[caller].facts, self.project.functions[callee].facts
        python = self.project.files[path_of(caller)].language == "python"
        if self._open[python] or (python and target.name in self._put):
            return None
        calls = [facts.calls[each.site] for each in self.project.resolved(caller) if callee in each.targets]
        hows = {flow.how for flow in self.project.row(caller).flows if flow.target == callee}
        if not calls or POSSIBLE in hows or "staticmethod" in f"{facts.flags} {target.flags}":
            return None
        if not python:
            return False if all(map(_of_this, calls)) and "static" not in target.flags.split() else None
        own = facts.params[0].name if facts.params else ""
        if not own.isidentifier() or any(each.name == own and each.how != "param" for each in facts.bindings):
            return None
        sources = self.project.sources(path_of(caller))[facts.start : facts.end]
        if any(call.receiver != own and not _hands_on(call, own, sources) for call in calls):
            return None
        private = target.name.startswith("__") and not target.name.endswith("__")
        return not private and all(call.receiver == own and call.name == target.name for call in calls)

    def _meeting(self, caller: str, callee: str) -> Classes:
        """Of which classes an object is on which the caller calls the callee as its own; None where nothing is known of it."""
        key = caller, callee
        if key not in self._met:
            own = self._own(*key)
            cone = self._cone(caller) if own is not None else None
            name, facts = self._class(callee), self.project.functions[callee].facts
            found = [each for each in cone or () if self._comes(each, name, facts, bool(own))]
            self._met[key] = frozenset(found) or None
        return self._met[key]

    def _comes(self, one: str, name: str, facts: FunctionFacts, first: bool) -> bool:
        """first: whether it is the first method of its name that such an object has."""
        line = {one, *self._above(one)}
        if name not in line or not first:
            return name in line
        nearer = [each for each in line if each != name and name in self._above(each)]
        return not any(self._surely_has(each, facts.name) for each in nearer)

    def _surely_has(self, name: str, method: str) -> bool:
        """Whether a class has a method in any case: one that stands under no question."""
        if self._often.get(name) != 1:
            return False
        path = self._homes[name]
        for facts in self.project.files[path].functions:
            if facts.name == method and facts.scope[-1:] == (name,):
                return _right_under(self.project.sources(path), facts.start)
        return False

    def _cone(self, id_: str) -> Classes:
        name = self._class(id_)
        if name not in self._cones:
            known = name and name in self._often
            self._cones[name] = frozenset({name, *self._below(name)}) if known else None
        return self._cones[name]

    def _above(self, name: str) -> Set[str]:
        return _closed(name, self._bases)

    def _below(self, name: str) -> Set[str]:
        return _closed(name, self._derived)

    @cached_property
    def _files(self) -> Mapping[str, ClassRow]:
        project = self.project
        return project.of_files(FORM, lambda path: classed(project.files[path], project.sources(path)), decoded)

    @cached_property
    def _open(self) -> tuple[bool, bool]:
        """Of C++ and of Python: whether there may be classes that derive from others than is read."""
        return self._made(False), self._made(True)

    def _made(self, python: bool) -> bool:
        files = [file for file in self._files.values() if file.python is python]
        factories = {name for file in files for name in file.factories}
        return any(file.dynamic for file in files) or any(map(self._is_function, sorted(factories)))

    def _is_function(self, name: str) -> bool:
        return any(unit.facts.name == name and not unit.facts.scope for unit in self.project.named(name).values())

    @cached_property
    def _put(self) -> Set[str]:
        return {name for file in self._files.values() for name in file.assigned}

    @cached_property
    def _homes(self) -> Mapping[str, str]:
        return {name: path for path, file in self._files.items() for name in file.names}

    @cached_property
    def _often(self) -> Mapping[str, int]:
        return Counter(name for file in self._files.values() for name in file.names)

    @cached_property
    def _bases(self) -> Mapping[str, Set[str]]:
        """By the names of what derives from them, or stands for them."""
        found: dict[str, set[str]] = {}
        for file in self._files.values():
            for name, bases in file.bases:
                found.setdefault(name, set()).update(bases)
        return found

    @cached_property
    def _derived(self) -> Mapping[str, Set[str]]:
        found: dict[str, set[str]] = {}
        for name, bases in self._bases.items():
            for base in bases:
                found.setdefault(base, set()).add(name)
        return found


@lru_cache(maxsize=2)
def selves(project: Project) -> Selves:
    return Selves(project)


def back(came: Mapping[tuple[str, Classes], tuple[str, Classes] | None], at: tuple[str, Classes]) -> tuple[str, ...]:
    path, step = list[str](), at if at in came else None
    while step is not None:
        path.append(step[0])
        step = came[step]
    return tuple(reversed(path))


def _of_this(call: Call) -> bool:
    """C++: `step()`, `this->step()`, `Base::step()`."""
    return call.kind == "call" and (call.receiver in _THIS or call.sep in ("", "::"))


def _hands_on(call: Call, own: str, text: bytes) -> bool:
    """Python: `super().step()`, `Base.step(self)`, and `step(self)` of a default."""
    if call.receiver.startswith("super("):
        return True
    through = last_name(call.receiver)
    given = text[slice(*call.args[0])].decode("utf-8", "replace").strip() if call.args else ""
    return given == own and (not through or through[:1].isupper() or through.startswith("_"))


def _right_under(text: bytes, start: int) -> bool:
    """Whether a method stands in the body of its class, and not under an `if` or a `try` there."""
    lines = text[: text.find(b"\n", start)].split(b"\n")
    column = _column(lines[-1])
    above = next((line for line in reversed(lines) if line.strip() and _column(line) < column), b"")
    return above.lstrip().startswith(b"class ")


def _column(line: bytes) -> int:
    return len(line) - len(line.lstrip())


def _both(one: Classes, other: Classes) -> Classes:
    return other if one is None else one if other is None else one & other


def _closed(name: str, of: Mapping[str, Set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        news = set(of.get(waiting.pop(), ())) - found
        found |= news
        waiting += news
    return found
