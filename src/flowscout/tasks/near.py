"""Where two states of one project can differ at all, for who compares them.

Of projects in memory nothing is known but by looking at every file and function. Of a view that is laid over another
it is: what it does not lie over is the same in both, and need not be read.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import Any

from ..model.identity import path_of
from ..model.product import is_aside, is_test_case
from ..model.record import NamedTuple
from ..pipeline import Project
from ..ports import FileRow, View
from .entrypoints import entry_points
from .view.overlay import Overlay


class NearFiles(NamedTuple):
    """paths: files outside of which all is equal. ids: functions but which none has other effects; None for any. entries: entry
    points after."""

    paths: frozenset[str]
    ids: frozenset[str] | None
    entries: Set[str]


class Entered(Set[str]):
    """Entry points of a view: of the product, or of all but tests where it has none. A repository has thousands, and a
    question meets few: each is asked for."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._known: dict[object, bool] = {}

    @cached_property
    def _aside(self) -> bool:
        return not self._view.enters(lambda id_: not is_test_case(id_) and not is_aside(path_of(id_)))

    def _holds(self, id_: object) -> bool:
        if not isinstance(id_, str) or not self._view.entry(id_) or is_test_case(id_):
            return False
        return not is_aside(path_of(id_)) or self._aside

    def __contains__(self, id_: object) -> bool:
        if id_ not in self._known:
            self._known[id_] = self._holds(id_)
        return self._known[id_]

    def __iter__(self) -> Iterator[str]:
        return filter(self.__contains__, self._view.entries())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> frozenset[Any]:
        return frozenset(it)


def anywhere(before: Project, after: Project) -> NearFiles:
    return NearFiles(
        frozenset(before.files) | frozenset(after.files), None, frozenset(entry.id for entry in entry_points(after))
    )


def above(before: Overlay, after: Overlay) -> NearFiles:
    """`before` is laid over `after`."""
    paths, ids = before.touched
    return NearFiles(
        frozenset([path for path in paths if _can_differ(before.file(path), after.file(path))]),
        frozenset(ids),
        Entered(after),
    )


def _can_differ(one: FileRow | None, other: FileRow | None) -> bool:
    """What could not be read is kept without its mark, on both sides alike."""
    return one != other or (one is not None and not one.blob)


class Partners(Mapping[str, str]):
    """Ids of one state -> ids of the other. What is in none of the files that can differ is its own partner."""

    def __init__(self, paired: Mapping[str, str], paths: Container[str], known: Mapping[str, object]) -> None:
        self._paired, self._paths, self._known = paired, paths, known

    def __getitem__(self, id_: str) -> str:
        if id_ in self._paired:
            return self._paired[id_]
        if path_of(id_) in self._paths or id_ not in self._known:
            raise KeyError(id_)
        return id_

    def __iter__(self) -> Iterator[str]:
        return iter([id_ for id_ in {**self._known, **self._paired} if id_ in self])

    def __len__(self) -> int:
        return sum(1 for _ in self)


def partners(
    pairs: Sequence[tuple[str, str]], before: Project, after: Project, near: NearFiles
) -> tuple[Partners, Partners]:
    """(from before to after, from after to before)."""
    there, back = {a: b for a, b in pairs if a and b}, {b: a for a, b in pairs if a and b}
    return Partners(there, near.paths, before.functions), Partners(back, near.paths, after.functions)
