"""START HERE: the way from facts to a picture, on one page.

    per file       parse -> FileFacts                      (the frontend's; handed in)
    whole project  offers -> Index; resolve -> CallGraph   (`resolvers`, `stages.calls`, put together in `whole`)
    leaves first   effects travel up                       (`stages.summarise`)
    per function   bind -> flow -> actions -> scenario -> detail -> mermaid   (on demand: only what is shown)

No step reads a disk, a clock or a network; no stage imports another. A `Project` is a whole project, assembled or read
from rows, with the stages of one function in their order, each of which is imported where it runs; what they made is
remembered (`engine.units`). Everything it answers follows from the files, the sources and the settings.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from .border import within
from .engine.units import Recall, Units, anew
from .file_index import FileIndex, Functions, Located, header_index, index_file
from .model.action import COMPUTATION, SemanticAction
from .model.bound import BoundFunction
from .model.calls import CallGraph, Resolved
from .model.facts import FileFacts, FunctionFacts
from .model.flow import FunctionCFG
from .model.lines import line_starts
from .model.settings import Settings
from .model.sfm import DEEP, HIGH, ScenarioFlowModel
from .model.summary import Effect, SemanticSummary
from .model.undrawn import WHY, is_undrawn, lacking, unbound, undrawn, unflowed
from .ports import Lookup
from .stages.calls import calls, order, travelling
from .stages.summarise import endings, outside, summarise
from .whole import Assembled, Whole

__all__ = ["FileIndex", "Functions", "Located", "Project", "assemble", "header_index", "index_file"]

Made = TypeVar("Made")
ROUTES_KEPT = 1024  # effects whose ways are remembered
STEPS = ("bound", "cfg", "actions", "unworded", "summary", "sentence", "scenario")  # of one function


def assemble(
    files: Mapping[str, FileFacts],
    sources: Callable[[str], bytes],
    settings: Settings = Settings(),
    known: Mapping[str, FileIndex] = MappingProxyType({}),
) -> Project:
    """A project of these files. `sources(path)` gives a file's bytes; it is asked only for functions that are shown.
    `known`: indexes of files by path, where somebody has them already: no facts are read for those."""
    return Project(Assembled(files, settings, known), sources, settings)


class Project:
    """See the module, and `Whole` for what is known of the project."""

    def __init__(
        self, whole: Whole, sources: Callable[[str], bytes], settings: Settings, recall: Recall = anew
    ) -> None:
        self.whole, self.sources, self.settings, self._recall = whole, sources, settings, recall
        self.place, self.sites_of, self.rows_of, self.row = whole.place, whole.sites_of, whole.rows_of, whole.row
        self.callees, self.called, self.effects, self.height = whole.callees, whole.called, whole.effects, whole.height
        self.adopt, self.let_go, self.listed = whole.adopt, whole.let_go, whole.listed
        self.named, self.unsure, self.outside, self.doing = whole.named, whole.unsure, whole.outside, whole.doing
        self.typing, self.counted, self.entered = whole.typing, whole.counted, whole.entered
        self.begins, self.reaching, self.unset = whole.begins, whole.reaching, whole.unset
        self.imports, self.direct = whole.imports, whole.direct
        self.leaves, self.surely, self.calling, self.entry = whole.leaves, whole.surely, whole.calling, whole.entry
        self.forget_all()

    def forget_all(self) -> None:
        """To be called when the whole has changed."""
        self._units = Units()
        self._routes: dict[tuple[str, str, str], dict[str, int]] = {}

    @property
    def files(self) -> Mapping[str, FileFacts]:
        return self.whole.files

    @property
    def functions(self) -> Mapping[str, Located]:
        return self.whole.functions

    @property
    def ids(self) -> Mapping[str, tuple[str, ...]]:
        return self.whole.ids

    @property
    def unread(self) -> Mapping[str, FileFacts]:
        return self.whole.unread

    @property
    def callers(self) -> Mapping[str, tuple[str, ...]]:
        return self.whole.callers

    @property
    def lookups(self) -> Mapping[str, Lookup]:
        return self.whole.lookups

    @lookups.setter
    def lookups(self, lookups: Mapping[str, Lookup]) -> None:
        self.whole.lookups = lookups

    def of_files(self, what: str, make: Callable[[str], Made], decode: Callable[[object], Made]) -> Mapping[str, Made]:
        """By the path of each file what follows from its facts and its bytes alone. what: of which kind and form. A result is remembered as
        JSON, where anything is; `decode` raises ValueError, TypeError or LookupError for what cannot be one."""
        found: Mapping[str, Made] = self._recall(what, list(self.files), make, decode)
        return found

    # -- the call graph ---------------------------------------------------------------------------------------------

    def resolved(self, id_: str) -> tuple[Resolved, ...]:
        path, position = self.place(id_)
        return self.sites_of(path)[position]

    @cached_property
    def graph(self) -> CallGraph:
        resolved = {id_: self.resolved(id_) for id_ in self.functions}
        return calls(resolved, {id_: self.lines(id_) for id_, sites in resolved.items() if sites})

    @cached_property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """Those of `graph`; no line is looked up for them."""
        return order(tuple(self.functions), lambda f: travelling(self.resolved(f), self.functions))

    def lines(self, id_: str) -> tuple[int, ...]:
        """Line in the file of each call site of a function."""
        where = self.functions[id_]
        starts = self._line_starts(where.path)
        return tuple(bisect_right(starts, where.facts.start + call.start) for call in where.facts.calls)

    def line(self, path: str, offset: int) -> int:
        """Line of an offset in a file, from 1."""
        return bisect_right(self._line_starts(path), offset)

    def via(self, id_: str, effect: Effect) -> tuple[str, ...]:
        """Ids from a function to an atom's origin: the shortest path, then the least."""
        from .engine.routes import route  # only what is told to people needs the way

        key = effect[:3]
        known = self._routes.get(key)
        if known is None:
            if len(self._routes) >= ROUTES_KEPT:
                self._routes.pop(next(iter(self._routes)))
            known = self._routes[key] = {}
        steps = self.callees if effect.kind != "raises" else lambda f: self._letting(f, effect)
        return route(id_, effect.origin, steps, known, lambda f: key in self._atoms(f)) or (id_, effect.origin)

    def _lasting(self, id_: str) -> list[Effect]:
        """The effects that reach a function, without those on what ends below it or with it."""
        known = self.functions
        inner = {e for e in self.effects(id_) if e.origin in known and known[e.origin].facts.parent >= 0}
        return [e for e in self.effects(id_) if e not in inner or not self.held_around(e, self.via(id_, e))]

    def held_around(self, effect: Effect, path: Sequence[str]) -> bool:
        """Whether it is done to a local of one of those by whose calls it is done, which ends with it."""
        if effect.kind != "state" or effect.origin not in self.functions or len(path) < 2:
            return False
        from .stages.summarise.around import held_around

        where, at = self.place(effect.origin)
        language = self.functions[effect.origin].language
        return held_around(
            effect.target, at, self.files[where].functions, self.ids[where], frozenset(path[:-1]), language
        )

    def _letting(self, id_: str, effect: Effect) -> tuple[str, ...]:
        """As `callees`, without those whose every call stands where the effect is caught."""
        from .stages.summarise.effects import covered

        open_ = {flow.target for flow in self.row(id_).flows if not covered(effect.kind, effect.target, flow)}
        return tuple(callee for callee in self.callees(id_) if callee in open_)

    def _atoms(self, id_: str) -> frozenset[tuple[str, str, str]]:
        """(kind, target, origin) of the effects of a function."""
        return self._units.once(
            "atoms", id_, lambda f: frozenset((e.kind, e.target, e.origin) for e in self.effects(f))
        )

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
        return self._unit(
            "summary",
            id_,
            lambda f: summarise(
                self.bound(f),
                self.cfg(f),
                self.actions(f),
                self._lasting(f),
                lambda e: self.via(f, e),
                self.sentence(f),
            ),
            self._unsaid,
        )

    def sentence(self, id_: str) -> str:
        """What a function does, in one sentence; "" where its name says it all."""
        from .stages.summarise.left_open import without_open_end

        return without_open_end(self.said(id_))

    def said(self, id_: str) -> str:
        """The same with its end, where that only says that it may be left otherwise: for who tells when."""
        return self._unit("sentence", id_, self._speak, lambda f: "")

    def scenario(self, id_: str, besides: Set[tuple[int, int]] = frozenset()) -> ScenarioFlowModel:
        """besides: blocks and ops of what is drawn although it is talk by the way."""
        if not besides:
            return self._unit("scenario", id_, self._tell, self._undrawn)
        return within(id_, lambda: self._tell(id_, besides), lambda: self._undrawn(id_))

    def chart(self, id_: str, level: str) -> ScenarioFlowModel:
        """As it is drawn."""
        from .stages.detail import listed

        return within(id_, lambda: listed(self._detailed(id_, level)), lambda: self._undrawn(id_, level))

    def steps(
        self, id_: str, level: str, apart: Set[str] = frozenset(), besides: Set[tuple[int, int]] = frozenset()
    ) -> ScenarioFlowModel:
        """`chart` with every validation by itself, assertions too: for who compares. apart: groups that stand for nothing. besides: see
        `scenario`."""
        return within(id_, lambda: self._detailed(id_, level, True, apart, besides), lambda: self._undrawn(id_, level))

    def _detailed(
        self,
        id_: str,
        level: str,
        contracts: bool = False,
        apart: Set[str] = frozenset(),
        besides: Set[tuple[int, int]] = frozenset(),
    ) -> ScenarioFlowModel:
        from .stages.detail import detail, opened, wanted

        model = self.scenario(id_, besides)
        groups = tuple(group for group in model.groups if group.step_id not in apart)
        drawn = detail(model._replace(groups=groups) if apart else model, level, contracts)
        if level != DEEP:
            return drawn
        below = {callee: self._detailed(callee, HIGH) for callee in wanted(drawn) if callee in self.callees(id_)}
        sound = {callee: model for callee, model in below.items() if not is_undrawn(model)}
        return lacking(opened(drawn, sound), sorted(below.keys() - sound.keys()))

    def mermaid(self, id_: str, level: str) -> str:
        from .stages.mermaid import mermaid

        style = self.settings.style
        return within(
            id_, lambda: mermaid(self.chart(id_, level), style), lambda: mermaid(self._undrawn(id_, level), style)
        )

    def forget(self, id_: str = "") -> None:
        """Drops what is remembered, of one function or of all: runs over every function must stay small."""
        self._units.forget(id_, STEPS if id_ else ())

    def _unit(self, kind: str, id_: str, make: Callable[[str], Made], instead: Callable[[str], Made]) -> Made:
        if id_ not in self.functions:
            raise KeyError(id_)
        return self._units.unit(kind, id_, make, instead)

    def _text(self, where: Located) -> bytes:
        return self.sources(where.path)[where.facts.start : where.facts.end]

    def _bind(self, id_: str) -> BoundFunction:
        from .stages.bind import bind

        where = self.functions[id_]
        return bind(
            id_,
            where.facts,
            where.language,
            self._text(where),
            self.lookups[where.language.resolver],
            self.settings,
            self._ends(id_),
            outside(where.facts, self.resolved(id_), where.language),
        )

    def _ends(self, id_: str) -> dict[int, str]:
        """How calls never return; see `endings`."""
        return endings(
            self.resolved(id_), self.functions, self.effects, one=self.functions[id_].language.resolver == "cfamily"
        )

    def _unbound(self, id_: str) -> BoundFunction:
        where = self.functions[id_]
        return unbound(id_, where.language.name, where.facts, self._text(where))

    def _tell(self, id_: str, besides: Set[tuple[int, int]] = frozenset()) -> ScenarioFlowModel:
        from .stages.scenario import scenario

        bound, cfg, acts = self.bound(id_), self.cfg(id_), self.actions(id_)
        if id_ in self._units.broken:
            return self._undrawn(id_)
        if besides:
            acts = tuple([act._replace(type=COMPUTATION) if (act.block, act.op) in besides else act for act in acts])
        return scenario(bound, cfg, acts, self.functions[id_].language)

    def _speak(self, id_: str) -> str:
        from .stages.bind.told_elsewhere import told_elsewhere
        from .stages.summarise.saying import sentence

        where = self.functions[id_]
        said = told_elsewhere(where.path, where.facts, where.language, self.lookups[where.language.resolver])
        return sentence(said, lambda: self._text(where), where.language, lambda name: self._inside(id_, name))

    def _inside(self, id_: str, name: str) -> tuple[FunctionFacts, bytes] | None:
        """A function within another one, by its name."""
        path, position = self.place(id_)
        inner = [each for each in self.files[path].functions if each.parent == position and each.name == name]
        return (inner[0], self.sources(path)[inner[0].start : inner[0].end]) if len(inner) == 1 else None

    def _undrawn(self, id_: str, level: str = "") -> ScenarioFlowModel:
        return undrawn(id_, self.functions[id_].facts.name, level)

    def _unsaid(self, id_: str) -> SemanticSummary:
        return SemanticSummary(id_, f"{WHY}.", (), (), (), (), (), self.effects(id_))

    def _act(self, id_: str, worded: bool) -> tuple[SemanticAction, ...]:
        from .stages.actions import actions

        language = self.functions[id_].language
        return actions(
            self.bound(id_), self.cfg(id_), self.resolved(id_), language, self.settings.semantics, self.effects, worded
        )

    def _line_starts(self, path: str) -> Sequence[int]:
        return self._units.once("lines", path, lambda p: line_starts(self.sources(p)))
