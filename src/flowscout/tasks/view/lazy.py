"""What is known of a project as mappings that read a view's rows when they are asked, each once.

A row that cannot be what we wrote is `Damaged`: whoever opened the view then makes it anew.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from ... import shelf
from ...engine.keys import key_of
from ...model.codec import loads
from ...model.facts import FileFacts
from ...model.identity import function_ids
from ...model.language import Language
from ...pipeline import Located
from ...ports import Damaged, FunctionRecord, Offer, View

UNREAD = "unread"  # offered by files that could not be read
P = ParamSpec("P")
Made = TypeVar("Made")


def whole(read: Callable[P, Made]) -> Callable[P, Made]:
    """A reader of rows that tells what is wrong with them from what is wrong with us."""

    @wraps(read)
    def reading(*given: P.args, **named: P.kwargs) -> Made:
        try:
            return read(*given, **named)
        except (ValueError, TypeError, LookupError) as error:
            raise Damaged(type(error).__name__) from error

    return reading


class Lazy(Mapping[str, Any]):
    """A mapping that asks once and remembers; how many keys there are is nobody's question."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}

    @abstractmethod
    def find(self, key: str) -> Any:
        """None when there is none."""

    @abstractmethod
    def keys_(self) -> Iterator[str]: ...

    def __getitem__(self, key: str) -> Any:
        if key not in self._known:
            self._known[key] = self.find(key)
        found = self._known[key]
        if found is None:
            raise KeyError(key)
        return found

    def __contains__(self, key: object) -> bool:
        try:
            self[key]  # type: ignore[index]
        except KeyError:
            return False
        return True

    def __iter__(self) -> Iterator[str]:
        return self.keys_()

    def __len__(self) -> int:
        return sum(1 for _ in self.keys_())


class LazyFiles(Lazy):
    def __init__(self, view: View, facts: Callable[[str], FileFacts]) -> None:
        super().__init__()
        self._view, self._facts = view, facts
        self._paths: frozenset[str] | None = None

    def let_go(self, path: str) -> None:
        self._known.pop(path, None)

    def find(self, key: str) -> FileFacts | None:
        return self._facts(key)

    def __contains__(self, key: object) -> bool:
        return key in self._there()  # no facts are read for it

    def keys_(self) -> Iterator[str]:
        return iter(sorted(self._there()))

    def _there(self) -> frozenset[str]:
        if self._paths is None:
            self._paths = frozenset(self._view.blobs())
        return self._paths


class Unread(Lazy):
    def __init__(self, view: View, files: Mapping[str, FileFacts]) -> None:
        super().__init__()
        self._view, self._files = view, files

    def find(self, key: str) -> FileFacts | None:
        return self._files[key]

    def keys_(self) -> Iterator[str]:
        return iter(sorted(path for path, _ in self._view.offers(key_of(UNREAD, ""))))


class Ids(Lazy):
    def __init__(self, files: Mapping[str, FileFacts]) -> None:
        super().__init__()
        self._files = files

    def hold(self, path: str, ids: tuple[str, ...]) -> None:
        self._known[path] = ids

    def find(self, key: str) -> tuple[str, ...]:
        facts: FileFacts = self._files[key]
        language: Language = shelf.load("flowscout.languages", facts.language)
        return function_ids(key, facts.functions, language.separator)

    def keys_(self) -> Iterator[str]:
        return iter(self._files)


class Records(Lazy):
    def __init__(self, view: View) -> None:
        super().__init__()
        self._view = view

    @whole
    def find(self, key: str) -> FunctionRecord | None:
        return self._view.function(key)

    def keys_(self) -> Iterator[str]:
        return iter(self._view.ids())


class Places(Lazy):
    """Path and position of a function."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self._view = view

    @whole
    def find(self, key: str) -> tuple[str, int] | None:
        return self._view.place(key)

    def keys_(self) -> Iterator[str]:
        return iter(self._view.ids())


class LazyFunctions(Lazy):
    """`part`: those alone are gone through whose id holds it."""

    def __init__(self, places: Places, files: Mapping[str, FileFacts], view: View, part: str = "") -> None:
        super().__init__()
        self._places, self._files, self._view, self._part = places, files, view, part

    @whole
    def find(self, key: str) -> Located | None:
        place: tuple[str, int] | None = self._places.get(key)
        if place is None:
            return None
        path, position = place
        facts: FileFacts = self._files[path]
        language: Language = shelf.load("flowscout.languages", facts.language)
        return Located(key, path, position, facts.functions[position], language)

    def __contains__(self, key: object) -> bool:
        return key in self._places  # no facts are read for it

    def __len__(self) -> int:
        return len(self._view.ids(self._part)) if self._part else self._view.count()

    def keys_(self) -> Iterator[str]:
        return iter(self._view.ids(self._part))


class LazyCallers(Lazy):
    def __init__(self, view: View) -> None:
        super().__init__()
        self._view = view

    @whole
    def find(self, key: str) -> tuple[str, ...] | None:
        return self._view.callers(key) or None

    def keys_(self) -> Iterator[str]:
        return iter(self._view.called())


class Lookups(Lazy):
    """The lookup of each family of languages."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self._view = view

    def find(self, key: str) -> StoredLookup:
        return StoredLookup(self._view, key)

    def keys_(self) -> Iterator[str]:
        return iter(())


class StoredLookup:
    """Satisfies ports.Lookup. Names of one family mean nothing in another: their keys differ."""

    def __init__(self, view: View, family: str) -> None:
        self._view, self._family = view, family
        self._known: dict[tuple[str, str], tuple[Offer, ...]] = {}

    def __call__(self, kind: str, name: str, /) -> tuple[Offer, ...]:
        known = self._known.get((kind, name))
        if known is None:
            known = self._known[kind, name] = self._read(kind, name)
        return known

    @whole
    def _read(self, kind: str, name: str) -> tuple[Offer, ...]:
        rows = ((path, loads(offer)) for path, offer in self._view.offers(key_of(f"{self._family}:{kind}", name)))
        offers = (Offer(k, n, path, tuple(value)) for path, (k, n, value) in rows)
        return tuple(sorted(o for o in offers if (o.kind, o.name) == (kind, name)))
