"""START HERE: the way from facts to a picture, on one page.

    per file       parse -> FileFacts                      (the frontend's; handed in)
    whole project  offers -> Index; resolve -> CallGraph   (`resolvers`, `stages.calls`)
    leaves first   effects travel up                       (`stages.summarise`)
    per function   bind -> flow -> actions -> scenario -> detail -> mermaid   (on demand: only what is shown)

No step reads a disk, a clock or a network; no stage imports another. A `Project` is a value with a memory: everything it answers follows from the
files, the sources and the settings. Asking for one function resolves what it reaches. The stages of one function are imported where they run.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, TypeVar

from . import shelf
from .border import within
from .brought import Brought, Functions, Located, brought, glimpsed, resolver_of
from .engine.scc import components
from .model.action import SemanticAction
from .model.bound import BoundFunction
from .model.calls import CallGraph, Resolved, decode_sites, named
from .model.facts import FileFacts, FunctionFacts
from .model.flow import FunctionCFG
from .model.identity import path_of
from .model.language import Language
from .model.lines import line_starts
from .model.report import COMPLETED_SUCCESS
from .model.settings import Settings
from .model.sfm import DEEP, HIGH, ScenarioFlowModel
from .model.summary import POSSIBLE, Effect, FunctionRow, SemanticSummary, decode_rows
from .model.undrawn import WHY, is_undrawn, lacking, unbound, undrawn, unflowed
from .ports import Lookup
from .stages.calls import calls, order, product_candidates, travelling
from .stages.summarise import endings, flows, gather, own_effects, summarise
from .words.lexicon import Classifier

__all__ = ["Brought", "Functions", "Located", "Project", "assemble", "brought", "glimpsed"]

Made = TypeVar("Made")
ROUTES_KEPT = 1024  # effects whose ways are remembered
SCOPES_KEPT = 16  # of the resolvers' scopes, one file each


def assemble(
    files: Mapping[str, FileFacts],
    sources: Callable[[str], bytes],
    settings: Settings = Settings(),
    known: Mapping[str, Brought] = MappingProxyType({}),
) -> Project:
    """A project of these files. `sources(path)` gives a file's bytes; it is asked only for functions that are shown.
    `known`: `brought` by path, where somebody has that already: no facts are read for it then."""
    return Project(files, sources, settings, known)


class Project:
    """See the module. All mappings are read-only; ids are sorted."""

    def __init__(
        self,
        files: Mapping[str, FileFacts],
        sources: Callable[[str], bytes],
        settings: Settings,
        known: Mapping[str, Brought],
    ) -> None:
        self.files = files if list(files) == sorted(files) else dict(sorted(files.items()))
        self.sources = sources
        self.settings = settings
        unread: list[str] = []
        offers: dict[str, dict[str, bytes]] = {}
        places: dict[str, tuple[str, int]] = {}
        ids_by_path: dict[str, tuple[str, ...]] = {}
        for path in self.files:
            row = known.get(path) or brought(path, self.files[path])
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
        self.encoded_rows: dict[str, str] = {}
        self.encoded_sites: dict[str, str] = {}
        self._forget_all()

    def _forget_all(self) -> None:
        self._scopes: dict[str, Any] = {}
        self._sites: dict[str, tuple[tuple[Resolved, ...], ...]] = {}
        self._rows: dict[str, FunctionRow] = {}
        self._effects: dict[str, tuple[Effect, ...]] = {}
        self._heights: dict[str, int] = {}
        self._callees: dict[str, tuple[str, ...]] = {}
        self._routes: dict[tuple[str, str, str], dict[str, int]] = {}
        self._memo: dict[tuple[str, str], Any] = {}
        self._classifiers: dict[str, Classifier] = {}
        self._broken: set[str] = set()  # functions that a defect costs their picture

    # -- the whole project ------------------------------------------------------------------------------------------

    def named(self, name: str) -> Mapping[str, Located]:
        """Functions that a name may mean; all of them where narrowing down would cost more than it saves."""
        return self.functions

    def place(self, id_: str) -> tuple[str, int]:
        """(path, position in its file) of a function; positions are in source order."""
        return self._places[id_]

    def resolved(self, id_: str) -> tuple[Resolved, ...]:
        path, position = self.place(id_)
        return self.sites_of(path)[position]

    def sites_of(self, path: str) -> tuple[tuple[Resolved, ...], ...]:
        """`resolved` of each function of a file."""
        found = self._sites.get(path)
        if found is None:
            encoded = self.encoded_sites.get(path)
            found = self._sites[path] = decode_sites(encoded) if encoded is not None else self._resolve(path)
        return found

    def _resolve(self, path: str) -> tuple[tuple[Resolved, ...], ...]:
        language: Language = shelf.load("flowscout.languages", self.files[path].language)
        return self._resolved_with(path, language, self.lookups[language.resolver])

    def _resolved_with(self, path: str, language: Language, lookup: Lookup) -> tuple[tuple[Resolved, ...], ...]:
        """Nothing is called by the functions of a file that cannot be resolved."""
        def resolve() -> tuple[tuple[Resolved, ...], ...]:
            found: tuple[tuple[Resolved, ...], ...] = resolver_of(language).resolve_file(self._scope(path), lookup)
            return tuple([product_candidates(sites, path) for sites in found])

        return within(path, resolve, lambda: ((),) * len(self.ids[path]))

    def row(self, id_: str) -> FunctionRow:
        if id_ not in self._rows:
            path = self.place(id_)[0]
            encoded = self.encoded_rows.get(path)
            rows = dict(zip(self.ids[path], decode_rows(encoded), strict=True)) if encoded is not None else self.rows_of(path)
            self._rows.update(rows)
        return self._rows[id_]

    def rows_of(self, path: str, lookup: Lookup | None = None) -> dict[str, FunctionRow]:
        """What the whole-project steps need of one file's functions; a unit of work (see `adopt`). `lookup`: to resolve with,
        where somebody wants to know what is asked."""
        language: Language = shelf.load("flowscout.languages", self.files[path].language)
        if lookup is not None:
            self._sites[path] = self._resolved_with(path, language, lookup)
        lookup = lookup or self.lookups[language.resolver]
        made = {}
        for id_, facts, sites in zip(self.ids[path], self.files[path].functions, self.sites_of(path), strict=True):
            made[id_] = within(id_, partial(self._row, id_, facts, sites, language, lookup), lambda: FunctionRow((), ()))
        return made

    def _row(self, id_: str, facts: FunctionFacts, sites: tuple[Resolved, ...], language: Language, lookup: Lookup) -> FunctionRow:
        ends, sure = "", facts.ends
        if language.resolver == "cfamily":
            from .stages.bind.surely import surely

            ends, sure = surely(path_of(id_), facts, language, lookup)
        own = own_effects(id_, facts, sites, language, self._classifier(language), ends)
        return FunctionRow(tuple(sorted(own)), flows(facts, sites, sure))

    def let_go(self, path: str) -> None:
        """Forgets what was read of a file, for runs over every file that must stay small."""
        self._sites.pop(path, None)

    def adopt(self, rows: Mapping[str, str], sites: Mapping[str, str]) -> None:
        """Takes, encoded and by path, what `rows_of` and `sites_of` made elsewhere of this same project."""
        self.encoded_rows.update(rows)
        self.encoded_sites.update(sites)

    @cached_property
    def graph(self) -> CallGraph:
        resolved = {id_: self.resolved(id_) for id_ in self.functions}
        return calls(resolved, {id_: self.lines(id_) for id_, sites in resolved.items() if sites})

    @cached_property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """Those of `graph`; no line is looked up for them."""
        return order(tuple(self.functions), lambda f: travelling(self.resolved(f), self.functions))

    @cached_property
    def callers(self) -> Mapping[str, tuple[str, ...]]:
        """Ids that call each function over any edge, sorted; functions nobody calls are missing."""
        found: dict[str, list[str]] = {}
        for id_ in self.functions:
            for target in {way.target for way in self.row(id_).flows}:
                found.setdefault(target, []).append(id_)
        return MappingProxyType({target: tuple(ids) for target, ids in found.items()})

    def callees(self, id_: str) -> tuple[str, ...]:
        """Ids over the edges that effects travel, sorted."""
        if (found := self._callees.get(id_)) is None:
            found = self._callees[id_] = tuple(dict.fromkeys(f.target for f in self.row(id_).flows if f.how != POSSIBLE and f.target in self.functions))
        return found

    def called(self, id_: str) -> tuple[str, ...]:
        """Ids over any edge, sorted."""
        return tuple(sorted({t for site in self.resolved(id_) for t in site.targets if t in self.functions}))

    def unsure(self, name: str) -> int:
        """How many calls of a name there are of which nobody can say whom they call."""
        return sum(count for path in self.ids for called, count in named(self.files[path].functions, self.sites_of(path)) if called == name)

    def outside(self, name: str) -> Iterable[str]:
        """Ids; all that call something of this name which is not of the project are among them."""
        return self.functions

    def doing(self, wanted: Callable[[Effect], bool], inherited: bool) -> Iterable[str]:
        """Ids; all functions are among them that have such an effect: of their own, or with `inherited` any."""
        return self.functions

    def typing(self, name: str) -> Iterable[str]:
        """Paths; all files that hold a type of this name are among them."""
        return self.files

    def lines(self, id_: str) -> tuple[int, ...]:
        """Line in the file of each call site of a function."""
        where = self.functions[id_]
        starts = self._line_starts(where.path)
        return tuple(bisect_right(starts, where.facts.start + call.start) for call in where.facts.calls)

    def effects(self, id_: str) -> tuple[Effect, ...]:
        """Every atom that reaches a function, in canonical order, at most ATOM_CAP."""
        if id_ not in self._effects:
            for component in components([id_], lambda f: () if f in self._effects else self.callees(f)):
                if component[0] not in self._effects:
                    self._effects.update(self._gathered(component))
        return self._effects[id_]

    def _gathered(self, component: tuple[str, ...]) -> dict[str, tuple[Effect, ...]]:
        gathered = partial(gather, component, self.row, lambda f: self._effects.get(f, ()))
        return within(component[0], gathered, lambda: {id_: self.row(id_).own for id_ in component})

    def height(self, id_: str) -> int:
        """Levels of calls below a function; the members of a cycle stand on one level."""
        if id_ not in self._heights:
            for component in components([id_], lambda f: () if f in self._heights else self.callees(f)):
                below = {callee for member in component for callee in self.callees(member)} - set(component)
                level = max((self._heights[callee] + 1 for callee in below), default=0)
                self._heights.update((member, level) for member in component if member not in self._heights)
        return self._heights[id_]

    def via(self, id_: str, effect: Effect) -> tuple[str, ...]:
        """Ids from a function to an atom's origin: the shortest path, then the least."""
        from .engine.routes import route  # only what is told to people needs the way

        key = effect[:3]
        known = self._routes.get(key)
        if known is None:
            if len(self._routes) >= ROUTES_KEPT:
                self._routes.pop(next(iter(self._routes)))
            known = self._routes[key] = {}
        return route(id_, effect.origin, self.callees, known, lambda f: key in self._atoms(f)) or (id_, effect.origin)

    def _atoms(self, id_: str) -> frozenset[tuple[str, str, str]]:
        """(kind, target, origin) of the effects of a function."""
        return self._once("atoms", id_, lambda f: frozenset((e.kind, e.target, e.origin) for e in self.effects(f)))

    # -- one function -----------------------------------------------------------------------------------------------

    def bound(self, id_: str) -> BoundFunction:
        return self._unit("bound", id_, self._bind, self._unbound)

    def cfg(self, id_: str) -> FunctionCFG:
        from .stages.flow import flow

        return self._unit("cfg", id_, lambda f: flow(self.bound(f)), unflowed)

    def actions(self, id_: str, worded: bool = True) -> tuple[SemanticAction, ...]:
        """`worded`: with their `effect`, which takes as long as all the rest."""
        return self._unit("actions" if worded else "unworded", id_, lambda f: self._act(f, worded), lambda f: ())

    def summary(self, id_: str) -> SemanticSummary:
        return self._unit("summary", id_, lambda f: summarise(
            self.bound(f), self.cfg(f), self.actions(f), self.effects(f), lambda e: self.via(f, e), self.sentence(f)), self._unsaid)

    def sentence(self, id_: str) -> str:
        """What a function does, in one sentence; "" where its name says it all."""
        return self._unit("sentence", id_, self._speak, lambda f: "")

    def scenario(self, id_: str) -> ScenarioFlowModel:
        return self._unit("scenario", id_, self._tell, self._undrawn)

    def chart(self, id_: str, level: str) -> ScenarioFlowModel:
        """As it is drawn."""
        from .stages.detail import listed

        return within(id_, lambda: listed(self._detailed(id_, level)), lambda: self._undrawn(id_, level))

    def steps(self, id_: str, level: str) -> ScenarioFlowModel:
        """`chart` with every validation by itself, assertions too: for who compares."""
        return within(id_, lambda: self._detailed(id_, level, contracts=True), lambda: self._undrawn(id_, level))

    def _detailed(self, id_: str, level: str, contracts: bool = False) -> ScenarioFlowModel:
        from .stages.detail import detail, opened, wanted

        drawn = detail(self.scenario(id_), level, contracts)
        if level != DEEP:
            return drawn
        below = {callee: self._detailed(callee, HIGH) for callee in wanted(drawn) if callee in self.callees(id_)}
        sound = {callee: model for callee, model in below.items() if not is_undrawn(model)}
        return lacking(opened(drawn, sound), sorted(below.keys() - sound.keys()))

    def mermaid(self, id_: str, level: str) -> str:
        from .stages.mermaid import mermaid

        style = self.settings.style
        return within(id_, lambda: mermaid(self.chart(id_, level), style), lambda: mermaid(self._undrawn(id_, level), style))

    def forget(self, id_: str = "") -> None:
        """Drops what `_once` remembers, of one function or of all: runs over every function must stay small."""
        if not id_:
            self._memo.clear()
        for kind in ("bound", "cfg", "actions", "unworded", "summary", "sentence", "scenario"):
            self._memo.pop((kind, id_), None)

    def _once(self, kind: str, id_: str, make: Callable[[str], Made]) -> Made:
        key = (kind, id_)
        if key not in self._memo:
            self._memo[key] = make(id_)
        made: Made = self._memo[key]
        return made

    def _unit(self, kind: str, id_: str, make: Callable[[str], Made], instead: Callable[[str], Made]) -> Made:
        """A defect in one function costs that function its picture; whoever asks for the function gets what stands in for it."""
        if id_ not in self.functions:
            raise KeyError(id_)

        def broken() -> Made:
            self._broken.add(id_)
            return instead(id_)

        return self._once(kind, id_, lambda f: within(f, lambda: make(f), broken))

    def _text(self, where: Located) -> bytes:
        return self.sources(where.path)[where.facts.start:where.facts.end]

    def _bind(self, id_: str) -> BoundFunction:
        from .stages.bind import bind

        where = self.functions[id_]
        return bind(id_, where.facts, where.language, self._text(where), self.lookups[where.language.resolver], self.settings, self._ends(id_))

    def _ends(self, id_: str) -> dict[int, str]:
        """How calls never return; see `endings`."""
        return endings(self.resolved(id_), self.functions, self.effects, one=self.functions[id_].language.resolver == "cfamily")

    def _unbound(self, id_: str) -> BoundFunction:
        where = self.functions[id_]
        return unbound(id_, where.language.name, where.facts, self._text(where))

    def _tell(self, id_: str) -> ScenarioFlowModel:
        from .stages.scenario import scenario

        bound, cfg, acts = self.bound(id_), self.cfg(id_), self.actions(id_)
        if id_ in self._broken:
            return self._undrawn(id_)
        return scenario(bound, cfg, acts, self.functions[id_].language)

    def _speak(self, id_: str) -> str:
        from .stages.bind.described import documented
        from .stages.summarise.saying import sentence
        where = self.functions[id_]
        said = documented(where.path, where.facts, where.language, self.lookups[where.language.resolver])
        return sentence(said, lambda: self._text(where), where.language)

    def _undrawn(self, id_: str, level: str = "") -> ScenarioFlowModel:
        return undrawn(id_, self.functions[id_].facts.name, level)

    def _unsaid(self, id_: str) -> SemanticSummary:
        return SemanticSummary(id_, f"{WHY}.", (), (), (), (), (), self.effects(id_))

    def _act(self, id_: str, worded: bool) -> tuple[SemanticAction, ...]:
        from .stages.actions import actions

        language = self.functions[id_].language
        return actions(self.bound(id_), self.cfg(id_), self.resolved(id_), language, self.settings.semantics, self.effects, worded)

    def _scope(self, path: str) -> Any:
        if path not in self._scopes:
            if len(self._scopes) >= SCOPES_KEPT:
                self._scopes.pop(next(iter(self._scopes)))
            resolver = resolver_of(shelf.load("flowscout.languages", self.files[path].language))
            self._scopes[path] = resolver.prepare(path, self.files[path], self.ids[path])
        return self._scopes[path]

    def _classifier(self, language: Language) -> Classifier:
        if language.name not in self._classifiers:
            self._classifiers[language.name] = Classifier(language.lexicon, self.settings.semantics)
        return self._classifiers[language.name]

    def _line_starts(self, path: str) -> Sequence[int]:
        return self._once("lines", path, lambda p: line_starts(self.sources(p)))
