"""Namespaces that expressions are read in: the file's own from its facts, others' from what they offer."""

from __future__ import annotations

import json
from functools import lru_cache

from ...model.record import NamedTuple
from ...ports import Lookup
from .scope import FileScope, Source, local_names, module_frame, outer_frame, results, self_name


class Frame(NamedTuple):
    """key: see `scope`. receiver: name of the parameter that is the object or class itself, "" none. dotted: names of
    which something is set here, as `a.b.`. names: what is bound here, in source order. position: of the function in its
    file when it is the file at hand, else -1. owner: class of a method. outer: key of the enclosing function, "" for
    the module."""

    key: str
    path: str
    names: dict[str, list[Source]]
    params: tuple[tuple[str, str, str], ...] = ()
    result: str = ""
    returns: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()
    owner: str = ""
    outer: str = ""
    position: int = -1
    receiver: str = ""
    is_module: bool = False
    dotted: str = ""


class Frames:
    """Frames by key, each built once. `ask` is the project's Lookup."""

    def __init__(self, scope: FileScope, lookup: Lookup) -> None:
        self.scope = scope
        self.ask = lookup
        self._known: dict[str, Frame] = {}

    def frame(self, key: str) -> Frame:
        found = self._known.get(key)
        if found is None:
            position = self.scope.positions.get(key, -1)
            found = self._known[key] = self._at_hand(key, position) if position >= 0 else self._offered(key)
        return found

    def made(self, frame: Frame) -> Frame:
        """One that is no file's own, known by its key from here on."""
        return self._known.setdefault(frame.key, frame)

    def outer(self, frame: Frame) -> Frame | None:
        """The next frame whose names are visible; None beyond the module."""
        if frame.is_module:
            return None
        return self.frame(frame.outer or module_frame(frame.path))

    def _at_hand(self, key: str, position: int) -> Frame:
        scope = self.scope
        facts = scope.facts.functions[position]
        names = local_names(scope, position)
        if position == scope.module:  # its plain names are exports
            names = {name: sources for name, sources in names.items() if "." in name}
        return Frame(
            key,
            scope.path,
            names,
            facts.params,
            facts.result,
            results(scope, position),
            facts.decorators,
            frozenset(facts.flags.split()),
            scope.owners[position],
            outer_frame(scope, position),
            position,
            self_name(facts),
            position == scope.module,
            _dotted(names),
        )

    def _offered(self, key: str) -> Frame:
        path = key.split("::")[0]
        if key.endswith("::<module>"):
            return Frame(key, path, {}, is_module=True)
        offers = self.ask("frame", key)
        if not offers:
            return Frame(key, path, {}, outer=self._class_outer(key))
        return _recorded(key, path, offers[0].value[1])

    def _class_outer(self, key: str) -> str:
        for offer in self.ask("class", key):
            return "" if offer.value[1].endswith("::<module>") else offer.value[1]
        return ""


@lru_cache(maxsize=4096)
def _recorded(key: str, path: str, text: str) -> Frame:
    """A frame from its record; nothing changes it."""
    record = json.loads(text)
    names = {
        name: [(how, annotation, text, -1) for how, annotation, text in sources]
        for name, sources in record["n"].items()
    }
    params = tuple([(n, t, d) for n, t, d in record["p"]])
    flags = frozenset(record["f"].split())
    bound = bool(record["c"] and params and "staticmethod" not in flags and not params[0][0].startswith("*"))
    return Frame(
        key,
        path,
        names,
        params,
        record["r"],
        tuple(record["s"]),
        tuple(record["d"]),
        flags,
        record["c"],
        record["o"],
        -1,
        params[0][0] if bound else "",
    )


def _dotted(names: dict[str, list[Source]]) -> str:
    return " ".join(f"{name.partition('.')[0]}." for name in names if "." in name)
