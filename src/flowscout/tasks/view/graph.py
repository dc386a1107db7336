"""The call graph as an update finds it: what is new before what a view holds."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping

from ...ports import FunctionRecord, View
from .rows import travelling

Records = Mapping[str, FunctionRecord]


def record_of(view: View, new: Records, id_: str) -> FunctionRecord:
    known = new.get(id_) or view.function(id_)
    if known is None:
        raise KeyError(id_)
    return known


def there(view: View, new: Records, ids: Iterable[str]) -> set[str]:
    """Those of the functions that are new or kept."""
    chosen = list(ids)
    return {id_ for id_ in chosen if id_ in new} | view.held(id_ for id_ in chosen if id_ not in new)


class Graph:
    """The graph as it is now, and the cycles as they were; satisfies engine.propagation.DependencyGraph."""

    def __init__(self, view: View, old: Records, new: Records) -> None:
        self._view, self._old, self._new = view, old, new
        self._callers: dict[str, list[str]] | None = None
        self._cycles: dict[str, frozenset[str]] = {}
        self._callees: dict[str, Collection[str]] = {}
        if not view.holds_more(len(new)):  # nobody else calls anybody
            self._callers = {}
            same = {id_: id_ for id_ in new}
            for id_, known in new.items():
                callees = self._callees[id_] = [same[target] for target in travelling(known.row) if target in same]
                for target in callees:
                    self._callers.setdefault(target, []).append(id_)

    def successors(self, key: str, /) -> Collection[str]:
        known = self._callees.get(key)
        if known is None:
            calling = travelling(record_of(self._view, self._new, key).row)
            known = self._callees[key] = there(self._view, self._new, calling)
        return known

    def predecessors(self, key: str, /) -> Collection[str]:
        return self._view.callers(key, travelling=True) if self._callers is None else self._callers.get(key, ())

    def cycle(self, key: str, /) -> frozenset[str]:
        known = self._old.get(key) or (None if key in self._new else self._view.function(key))
        if not known or not known.cycle:
            return frozenset()
        if known.cycle not in self._cycles:  # one text of all its members
            self._cycles[known.cycle] = frozenset(there(self._view, self._new, json.loads(known.cycle)))
        return self._cycles[known.cycle]
