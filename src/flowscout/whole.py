"""What is known of a whole project, which the stages of one function ask: files, who calls whom, effects.

It is an interface with two makers. `Assembled` has all files' facts and resolves calls when they are asked for; a
view's rows (`tasks.view.stored`) say what an earlier run found. Both resolve and evaluate by the same `Resolving`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from . import shelf
from .border import within
from .engine.scc import components
from .file_index import FileIndex, Functions, Located, index_file, resolver_of
from .model.calls import Resolved, decode_sites, named
from .model.counts import Counted, Counts, counts_of
from .model.direct import Direct
from .model.facts import FileFacts, FunctionFacts
from .model.identity import path_of
from .model.imported import Imported, imported_of
from .model.language import Language
from .model.protocol import Protocol
from .model.record import NamedTuple
from .model.report import COMPLETED_SUCCESS
from .model.settings import Settings
from .model.summary import POSSIBLE, Effect, FunctionRow, decode_rows
from .ports import Lookup
from .stages.bind.escaping import escaping
from .stages.calls import product_candidates, travelling
from .stages.summarise import flows, gather, own_effects, unset_of
from .words.lexicon import CallClassifier

SCOPES_KEPT = 16  # of the resolvers' scopes, one file each


class Listed(NamedTuple):
    """best: (id, path) of what the docs want, best first; not read further than asked for. total: how many there are.
    crowded: how many of each path that has more than a page shows. ignored: how many carry `flowscout: ignore`."""

    best: Iterable[tuple[str, str]]
    total: int
    crowded: Mapping[str, int]
    ignored: int


class Whole(Protocol):
    """All mappings are read-only; ids are sorted."""

    files: Mapping[str, FileFacts]
    functions: Mapping[str, Located]
    ids: Mapping[str, tuple[str, ...]]
    lookups: Mapping[str, Lookup]
    unread: Mapping[str, FileFacts]

    @property
    def callers(self) -> Mapping[str, tuple[str, ...]]:
        """Ids that call each function over any edge, sorted; functions nobody calls are missing."""

    def named(self, name: str, /) -> Mapping[str, Located]:
        """Functions that a name may mean; all of them where narrowing down would cost more than it saves."""

    def place(self, id_: str, /) -> tuple[str, int]:
        """(path, position in its file) of a function; positions are in source order."""

    def sites_of(self, path: str, /) -> tuple[tuple[Resolved, ...], ...]:
        """Whom each function of a file calls."""

    def rows_of(self, path: str, lookup: Lookup | None = None, /) -> dict[str, FunctionRow]:
        """What the whole-project steps need of one file's functions; a unit of work. `lookup`: to resolve with, where
        somebody wants to know what is asked."""

    def row(self, id_: str, /) -> FunctionRow: ...

    def calling(self, id_: str, /) -> Mapping[str, int]:
        """Who calls a function, sorted, and how it is known by the surest of the ways."""

    def callees(self, id_: str, /) -> tuple[str, ...]:
        """Ids over the edges that effects travel, sorted."""

    def called(self, id_: str, /) -> tuple[str, ...]:
        """Ids over any edge, sorted."""

    def effects(self, id_: str, /) -> tuple[Effect, ...]:
        """Every atom that reaches a function, in canonical order, at most ATOM_CAP."""

    def height(self, id_: str, /) -> int:
        """Levels of calls below a function; the members of a cycle stand on one level."""

    def unsure(self, name: str, /) -> int:
        """How many calls of a name there are of which nobody can say whom they call."""

    def outside(self, name: str, /) -> Iterable[str]:
        """Ids; all that call something of this name which is not of the project are among them."""

    def doing(self, kinds: Collection[str], wanted: Callable[[Effect], bool], /) -> Iterable[str]:
        """Ids; all functions are among them that have such an effect of their own. kinds: of which it may be."""

    def reaching(self, kinds: Collection[str], wanted: Callable[[Effect], bool], /) -> Mapping[str, tuple[Effect, ...]]:
        """The functions that such effects reach, with these, in canonical order."""

    def imports(self) -> Mapping[str, tuple[str, Sequence[Imported]]]:
        """Of each file that is read its language, and what it imports."""

    def unset(self) -> Mapping[str, Sequence[str]]:
        """The state that functions delete or take out, by id; those that do not are missing."""

    def direct(self) -> Mapping[str, Sequence[Direct]] | None:
        """What functions do by calls of their own, by id, in the order of these, and what is known so of a file's macros,
        by its path; where that is kept."""

    def begins(self, id_: str, /) -> int:
        """The line where the definition of a function begins."""

    def counted(self) -> Counted: ...

    def entered(self) -> Mapping[str, str] | None:
        """Functions where the program is entered with the rank of the evidence and the evidence, where that is kept."""

    def entry(self, id_: str, /) -> str | None:
        """As `entered`, of one function; "" where the program is not entered there."""

    def leaves(self) -> Sequence[str]:
        """Ids of the functions that call none of the project, sorted."""

    def surely(self) -> Callable[[str], Sequence[str]]:
        """`callees` in no order, for who goes over the whole graph."""

    def typing(self, name: str, /) -> Iterable[str]:
        """Paths; all files that hold a type of this name are among them."""

    def listed(self, most: int, aside: str, ignored: str, /) -> Listed | None:
        """What the docs may show, where it is kept in order; None where it has to be ranked. most: functions of a page.
        aside, ignored: the ranks of what stands back and of what is left out."""

    def adopt(self, rows: Mapping[str, str], sites: Mapping[str, str], /) -> None:
        """Takes, encoded and by path, what `rows_of` and `sites_of` made elsewhere of this same project."""

    def let_go(self, path: str, /) -> None:
        """Forgets what was read of a file, for runs over every file that must stay small."""


class Resolving:
    """Whom the functions of a file call, and what is known of each. sites: as they were found, by path; encoded: found
    elsewhere."""

    def __init__(self, whole: Whole, settings: Settings) -> None:
        self._whole, self._settings = whole, settings
        self.sites: dict[str, tuple[tuple[Resolved, ...], ...]] = {}
        self.encoded: dict[str, str] = {}
        self._scopes: dict[str, Any] = {}
        self._classifiers: dict[str, CallClassifier] = {}

    def forget(self) -> None:
        self.sites.clear()
        self._scopes.clear()

    def sites_of(self, path: str) -> tuple[tuple[Resolved, ...], ...]:
        found = self.sites.get(path)
        if found is None:
            encoded = self.encoded.get(path)
            found = self.sites[path] = (
                decode_sites(encoded) if encoded is not None else self._resolved(path, self._lookup(path))
            )
        return found

    def rows_of(self, path: str, lookup: Lookup | None) -> dict[str, FunctionRow]:
        language: Language = shelf.load("flowscout.languages", self._whole.files[path].language)
        if lookup is not None:
            self.sites[path] = self._resolved(path, lookup)
        asked, made = lookup or self._lookup(path), {}
        for id_, facts, sites in zip(
            self._whole.ids[path], self._whole.files[path].functions, self._whole.sites_of(path), strict=True
        ):
            made[id_] = within(id_, partial(self._row, id_, facts, sites, language, asked), lambda: FunctionRow((), ()))
        return made

    def _lookup(self, path: str) -> Lookup:
        language: Language = shelf.load("flowscout.languages", self._whole.files[path].language)
        return self._whole.lookups[language.resolver]

    def _resolved(self, path: str, lookup: Lookup) -> tuple[tuple[Resolved, ...], ...]:
        """Nothing is called by the functions of a file that cannot be resolved."""

        def resolve() -> tuple[tuple[Resolved, ...], ...]:
            resolver = resolver_of(shelf.load("flowscout.languages", self._whole.files[path].language))
            found: tuple[tuple[Resolved, ...], ...] = resolver.resolve_file(self._scope(path, resolver), lookup)
            return tuple([product_candidates(sites, path) for sites in found])

        return within(path, resolve, lambda: ((),) * len(self._whole.ids[path]))

    def _row(
        self, id_: str, facts: FunctionFacts, sites: tuple[Resolved, ...], language: Language, lookup: Lookup
    ) -> FunctionRow:
        ends, sure = "", facts.ends
        if language.resolver == "cfamily":
            from .stages.bind.surely import surely

            ends, sure = surely(path_of(id_), facts, language, lookup)
        facts = escaping(facts, sites, language.name, lookup)
        own = own_effects(id_, facts, sites, language, self._classifier(language), ends, sure)
        return FunctionRow(tuple(sorted(own)), flows(facts, sites, sure))

    def _scope(self, path: str, resolver: Any) -> Any:
        if path not in self._scopes:
            if len(self._scopes) >= SCOPES_KEPT:
                self._scopes.pop(next(iter(self._scopes)))
            self._scopes[path] = resolver.prepare(path, self._whole.files[path], self._whole.ids[path])
        return self._scopes[path]

    def _classifier(self, language: Language) -> CallClassifier:
        if language.name not in self._classifiers:
            self._classifiers[language.name] = CallClassifier(language.lexicon, self._settings.semantics)
        return self._classifiers[language.name]


def travelled(row: FunctionRow, functions: Mapping[str, Located]) -> tuple[str, ...]:
    """Whom effects come from."""
    return tuple(
        dict.fromkeys([flow.target for flow in row.flows if flow.how != POSSIBLE and flow.target in functions])
    )


class Assembled:
    """Satisfies Whole: everything in memory, and resolved when it is asked for. Asking for one function resolves what
    it reaches."""

    def __init__(self, files: Mapping[str, FileFacts], settings: Settings, known: Mapping[str, FileIndex]) -> None:
        self.files = files if list(files) == sorted(files) else dict(sorted(files.items()))
        unread: list[str] = []
        offers: dict[str, dict[str, bytes]] = {}
        places: dict[str, tuple[str, int]] = {}
        ids_by_path: dict[str, tuple[str, ...]] = {}
        for path in self.files:
            row = known.get(path) or index_file(path, self.files[path])
            unread += [path] if row.status != COMPLETED_SUCCESS else []
            if not row.language:
                continue
            ids_by_path[path] = row.ids
            language: Language = shelf.load("flowscout.languages", row.language)
            offers.setdefault(language.resolver, {})[path] = row.offers
            places.update((id_, (path, position)) for position, id_ in enumerate(row.ids))
        self.ids: Mapping[str, tuple[str, ...]] = MappingProxyType(ids_by_path)
        # families of languages do not see each other
        from .engine.packed import PackedIndex  # a view has an index of its own

        self.lookups: Mapping[str, Lookup] = {resolver: PackedIndex(rows) for resolver, rows in offers.items()}
        self._places: Mapping[str, tuple[str, int]] = dict(sorted(places.items()))
        self.functions: Mapping[str, Located] = Functions(self.files, self._places)
        self.unread: Mapping[str, FileFacts] = {path: self.files[path] for path in unread}  # that could not be read
        self._resolving = Resolving(self, settings)
        self.place = self._places.__getitem__
        self.sites_of = self._resolving.sites_of
        self._encoded: dict[str, str] = {}
        self._rows: dict[str, FunctionRow] = {}
        self._effects: dict[str, tuple[Effect, ...]] = {}
        self._heights: dict[str, int] = {}
        self._callees: dict[str, tuple[str, ...]] = {}

    def rows_of(self, path: str, lookup: Lookup | None = None, /) -> dict[str, FunctionRow]:
        return self._resolving.rows_of(path, lookup)

    def let_go(self, path: str, /) -> None:
        self._resolving.sites.pop(path, None)

    def adopt(self, rows: Mapping[str, str], sites: Mapping[str, str], /) -> None:
        self._encoded.update(rows)
        self._resolving.encoded.update(sites)

    def row(self, id_: str, /) -> FunctionRow:
        if id_ not in self._rows:
            path = self.place(id_)[0]
            encoded = self._encoded.get(path)
            self._rows.update(
                dict(zip(self.ids[path], decode_rows(encoded), strict=True))
                if encoded is not None
                else self.rows_of(path)
            )
        return self._rows[id_]

    @cached_property
    def callers(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for id_ in self.functions:
            for target in {way.target for way in self.row(id_).flows}:
                found.setdefault(target, []).append(id_)
        return MappingProxyType({target: tuple(ids) for target, ids in found.items()})

    def calling(self, id_: str, /) -> dict[str, int]:
        rows = {caller: self.row(caller).flows for caller in self.callers.get(id_, ())}
        return {caller: min([flow.how for flow in flows if flow.target == id_]) for caller, flows in rows.items()}

    def callees(self, id_: str, /) -> tuple[str, ...]:
        if (found := self._callees.get(id_)) is None:
            found = self._callees[id_] = travelled(self.row(id_), self.functions)
        return found

    def called(self, id_: str, /) -> tuple[str, ...]:
        path, position = self.place(id_)
        return tuple(sorted({t for site in self.sites_of(path)[position] for t in site.targets if t in self.functions}))

    def effects(self, id_: str, /) -> tuple[Effect, ...]:
        if id_ not in self._effects:
            for component in components([id_], lambda f: () if f in self._effects else self.callees(f)):
                if component[0] not in self._effects:
                    self._effects.update(self._gathered(component))
        return self._effects[id_]

    def _gathered(self, component: tuple[str, ...]) -> dict[str, tuple[Effect, ...]]:
        gathered = partial(gather, component, self.row, lambda f: self._effects.get(f, ()))
        return within(component[0], gathered, lambda: {id_: self.row(id_).own for id_ in component})

    def height(self, id_: str, /) -> int:
        if id_ not in self._heights:
            for component in components([id_], lambda f: () if f in self._heights else self.callees(f)):
                below = {callee for member in component for callee in self.callees(member)} - set(component)
                level = max((self._heights[callee] + 1 for callee in below), default=0)
                self._heights.update((member, level) for member in component if member not in self._heights)
        return self._heights[id_]

    def named(self, name: str, /) -> Mapping[str, Located]:
        return self.functions

    def unsure(self, name: str, /) -> int:
        return sum(
            count
            for path in self.ids
            for called, count in named(self.files[path].functions, self.sites_of(path))
            if called == name
        )

    def outside(self, name: str, /) -> Iterable[str]:
        return self.functions

    def doing(self, kinds: Collection[str], wanted: Callable[[Effect], bool], /) -> Iterable[str]:
        return self.functions

    def reaching(self, kinds: Collection[str], wanted: Callable[[Effect], bool], /) -> dict[str, tuple[Effect, ...]]:
        some = {id_: [one for one in self.effects(id_) if one.kind in kinds and wanted(one)] for id_ in self.functions}
        return {id_: tuple(effects) for id_, effects in some.items() if effects}

    def imports(self) -> Mapping[str, tuple[str, Sequence[Imported]]]:
        read = [(path, facts) for path, facts in self.files.items() if facts.language]
        return {path: (facts.language, imported_of(facts)) for path, facts in read}

    def unset(self) -> dict[str, Sequence[str]]:
        every = {id_: unset_of(each.facts, self.row(id_)) for id_, each in self.functions.items()}
        return {id_: gone for id_, gone in every.items() if gone}

    def begins(self, id_: str, /) -> int:
        return self.functions[id_].facts.line

    def direct(self) -> None:
        return None

    def entered(self) -> None:
        return None

    def entry(self, id_: str, /) -> None:
        return None

    def leaves(self) -> list[str]:
        return [id_ for id_ in self.functions if not self.called(id_)]

    def surely(self) -> Callable[[str], Sequence[str]]:
        return self.callees

    def counted(self) -> Counted:
        return self._counted

    @cached_property
    def _counted(self) -> Counted:
        of, sure = list[tuple[str, Counts]](), dict[str, list[str]]()
        for path, ids in self.ids.items():
            facts, sites = self.files[path], self.sites_of(path)
            of.append((facts.language, counts_of(facts, sites)))
            sure.update((id_, travelling(found, self.functions)) for id_, found in zip(ids, sites, strict=True))
        sizes = map(len, components(tuple(self.functions), sure.__getitem__))
        return Counted(of, len(self.functions), [size for size in sizes if size > 1])

    def typing(self, name: str, /) -> Iterable[str]:
        return self.files

    def listed(self, most: int, aside: str, ignored: str, /) -> Listed | None:
        return None
