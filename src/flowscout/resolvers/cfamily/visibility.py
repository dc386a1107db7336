"""Several files define what is asked for: which of them is meant.

The file itself, then what it includes (and the source beside an included header), then the nearest folder. A static
function is seen in its own file only, and where its header is included; a fragment (`.inl`), and a source that another one includes as a part of itself, sees what its includer does; a test
that includes the source it tests is no such one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from ...ports import Lookup, Offer
from .scope import FRAGMENTS, SOURCES, FileScope, free_functions, is_header

_FARTHEST = 400  # headers looked through
_FAR = 2
_STATIC = "static"


class Visibility:
    def __init__(self, scope: FileScope, lookup: Lookup) -> None:
        self._scope = scope
        self._lookup = lookup
        self._ranks: dict[str, tuple[int, int, int]] = {scope.path: (0, 0, 0)}

    def nearest(self, offers: Sequence[Offer]) -> list[Offer]:
        """Those of the best rank; one rank means they cannot be told apart."""
        if len({offer.path for offer in offers}) < 2:
            return list(offers)
        ranked = sorted((self._rank(offer.path), offer) for offer in offers)
        return [offer for rank, offer in ranked if rank == ranked[0][0]]

    def overloads(self, offers: Sequence[Offer]) -> list[Offer]:
        """The nearest of each signature: a function of this file hides none that it includes and that takes something else."""
        near = [offer for offer in offers if self._rank(offer.path)[0] < _FAR]
        if len({offer.path for offer in near}) < 2:
            return self.nearest(offers)
        groups: dict[str, list[Offer]] = {}
        for offer in near:
            groups.setdefault(offer.value[6], []).append(offer)
        return [offer for group in groups.values() for offer in self.nearest(group)]

    def built(self, chosen: list[Offer], offers: Sequence[Offer]) -> list[Offer]:
        """With those that another build has: a header that has a `static` one under `#if` declares what it stands for."""
        stands = {offer.path for offer in chosen if _STATIC in offer.value[5].split()}
        declared = {offer.path for offer in offers if not offer.value[0] and _STATIC not in offer.value[5].split()}
        if not stands & declared:
            return chosen
        return [*chosen, *self.nearest([o for o in offers if o.value[0] and o.path not in stands & declared])]

    def _rank(self, path: str) -> tuple[int, int, int]:
        known = self._ranks.get(path)
        if known is None:
            near = path in self.included or _stem(path) in self._stems
            shared = _shared(path, self._scope.path)
            known = self._ranks[path] = (1 if near else _FAR, -shared, len(path.split("/")) - shared)
        return known

    def is_near(self, path: str) -> bool:
        """This file, one that it includes, or the source beside such a header."""
        return self._rank(path)[0] < _FAR

    def sees(self, path: str) -> bool:
        return path == self._scope.path or path in self.included

    def functions(self, name: str) -> list[Offer]:
        """Free functions of a name that can be seen from here."""
        return free_functions(self._lookup, name, self._sources if name in self._named else self._sources[1:])

    @cached_property
    def _sources(self) -> list[str]:
        """This file, and others that are no headers and are included all the same."""
        return [
            self._scope.path,
            *sorted(path for path in self.included if not is_header(path) and path != self._scope.path),
        ]

    @cached_property
    def _named(self) -> frozenset[str]:
        facts = self._scope.facts
        return frozenset(
            [function.name for function in facts.functions] + [declared.name for declared in facts.declared]
        )

    @cached_property
    def included(self) -> frozenset[str]:
        """Every file reached by `#include`, through others; of a fragment who includes it, too, with what that reaches."""
        return frozenset(self._reached())

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(map(_stem, self.included))

    def _reached(self) -> Iterable[str]:
        found: dict[str, None] = {}
        here = self._scope.path
        todo = [(here, [e.module for e in self._scope.facts.imports if e.kind == "include"])]
        for offer in self._lookup("includer", here.rpartition("/")[2]) if here.endswith((*FRAGMENTS, *SOURCES)) else ():
            if offer.path != here and located(self._lookup, offer.value[0], offer.path) == here:
                found[offer.path] = None
                todo += [(offer.path, list(each.value)) for each in self._lookup("include", offer.path)]
        while todo and len(found) < _FARTHEST:
            path, written = todo.pop()
            for text in written:
                target = located(self._lookup, text, path)
                if target and target not in found:
                    found[target] = None
                    todo += [(target, list(offer.value)) for offer in self._lookup("include", target)]
        return found


def located(ask: Lookup, text: str, includer: str) -> str:
    """The file that `#include` means: relative to the includer, else the one with the longest common ending."""
    wanted = [part for part in text.split("/") if part not in ("", ".")]
    while wanted and wanted[0] == "..":
        wanted.pop(0)
    if not wanted:
        return ""
    paths = [o.path for o in ask("file", wanted[-1]) if o.path.split("/")[-len(wanted) :] == wanted]
    return min(paths, key=lambda path: (-_shared(path, includer), len(path), path)) if paths else ""


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _shared(one: str, other: str) -> int:
    """How many leading folders two paths share."""
    count = 0
    for left, right in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if left != right:
            break
        count += 1
    return count
