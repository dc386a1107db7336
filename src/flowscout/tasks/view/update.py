"""Bringing a view up to date with a snapshot: the work follows the change.

1. **files**      entries are compared with the view's blobs; what differs is parsed (or remembered)
2. **offers**     of each changed file, before and after: the names whose answers differ
                  (and of each unit that a compiler is asked about anew: `compiled`)
3. **resolve**    changed files, and the files that asked for one of those names, are resolved again
4. **propagate**  functions whose own effects or callees differ are evaluated again, and their callers while effects differ
5. **rank**       what the docs order by, for functions whose effects, callers or facts differ
6. **charts**     of functions whose drawing may differ are forgotten: of those above, where what it is made of differs; of
                  their callers, where effects or sentence do, or at deep anything; of all functions of files that looked a
                  changed name up to draw

All of it is one transaction. A headers' language may hang on who includes it: that is a lookup like any other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from ...border import Watch, within
from ...engine.index import Recorder
from ...engine.keys import key_of
from ...engine.propagation import Propagation, propagate
from ...model.codec import dumps_ascii
from ...model.facts import FileFacts
from ...model.frames import frame, unframe
from ...model.paths import name_of
from ...model.record import NamedTuple
from ...model.sfm import DEEP
from ...model.summary import POSSIBLE, Effect
from ...pipeline import Project
from ...ports import (
    DRAWING,
    RANKING,
    Entry,
    FunctionRecord,
    Lookup,
    Offer,
    Spread,
    View,
    encode_offers,
)
from ...stages.summarise import gather
from ..closures import makers_of
from ..entrypoints import entry_of
from ..shares import share
from .arrived import INCLUDERS, ArrivalReader, Arrived
from .direct import worded
from .graph import Graph, record_of, there
from .inputs import heard_of, inputs_of, says_of
from .rows import answers, evaluated, family_of, targets, travelling
from .stored import StoredProject

if TYPE_CHECKING:
    from ..compiling import Compilation

FEW = 8  # files: their names are as soon looked up in the rows
Value = tuple[tuple[Effect, ...], int]


class Work(NamedTuple):
    """Ids of functions: changed in text (or new), recomputed, cut off (recomputed for another's sake and found as
    before). reused: how many were not recomputed. resolved: paths of the files whose calls were looked up again."""

    changed: frozenset[str]
    recomputed: frozenset[str]
    cut: frozenset[str]
    reused: int
    resolved: frozenset[str]

    def said(self) -> str:
        counts = (len(self.changed), len(self.recomputed), len(self.cut), self.reused)
        return "changed {:,}, recomputed {:,}, cut off {:,}, reused {:,}".format(*counts)


class MadeBy(NamedTuple):
    """Digests of the formats and of the configuration that each kind of result depends on: rows, ranks, charts. units:
    of what a compiler was asked, which is followed unit by unit."""

    rows: str
    ranks: str
    charts: str
    units: str = ""


def update(
    view: View,
    entries: Iterable[Entry],
    reader: ArrivalReader,
    project: StoredProject,
    facts: Callable[[str], FileFacts],
    rank: Callable[[Project, str], str],
    made_by: MadeBy,
    spread: Spread | None = None,
    parts: int = 1,
    compiled: Compilation | None = None,
) -> Work:
    """`project` reads this view; `facts(path)` gives facts of any file of the new state; what something else than
    `made_by` made is made anew, and so is all where a defect of ours was met."""
    with view.transaction(), Watch() as spoilt:
        earlier = MadeBy._make((*view.state().split(), "", "", "", "")[:4])
        if earlier.rows != made_by.rows:
            view.clear()
        files = Arrived(view, list(entries), reader)
        spoilt.clear()  # a file that could not be read says so in its row
        project.begin(facts)
        if compiled is not None or made_by.units != earlier.units:
            from .compiled import bring_units

            files.invalidated |= bring_units(view, compiled, files.indexes, facts, lambda path: project.ids[path])
            project.begin(facts)
        affected = files.changed | (view.askers(files.invalidated) - files.removed)
        redrawn, reranked = (view.askers(files.invalidated, purpose) - files.removed for purpose in (DRAWING, RANKING))
        step = _Resolved(view, project, affected, files)
        step.run(spread if len(affected) > 200 else None, parts)
        done = step.propagate()
        step.rank_and_forget(
            done, rank, redrawn, reranked, ranks=earlier.ranks != made_by.ranks, charts=earlier.charts != made_by.charts
        )
        view.set_state("" if spoilt else " ".join(made_by))
    recomputed = frozenset(done.values)
    return Work(
        frozenset(step.new_text), recomputed, done.backdated, view.count() - len(recomputed), frozenset(affected)
    )


class _Resolved:
    """Steps 3 to 6. `old` holds the records as they were, by id."""

    def __init__(self, view: View, project: StoredProject, affected: frozenset[str] | set[str], files: Arrived) -> None:
        self._view, self._project, self._files = view, project, files
        self._affected = affected
        self.old: dict[str, FunctionRecord] = dict(files.gone)
        self.new: dict[str, FunctionRecord] = {}
        self._kept: dict[str, FunctionRecord] = {}  # as the view holds them
        self.rewired: set[str] = set()
        self.dirty: set[str] = set()
        self.new_text: set[str] = set()
        self.added: set[str] = set()
        self._recalled: set[str] = set()
        self._called: set[str] = set()  # of whose calls something differs
        self._held: Mapping[str, Lookup] | None = None  # what the rows say, in memory

    def run(self, spread: Spread | None, parts: int) -> None:
        paths = sorted(self._affected)
        for path in paths:
            for record in self._view.functions_of(path):
                self.old[record.id] = self._kept[record.id] = record
        if spread or len(paths) == len(self._files.indexes) == len(self._view.files()) > FEW:
            self._hold()  # of a first run nothing has to be read for it
        if spread:
            for part, answer in enumerate(
                spread(lambda part: frame(answers(self._project, share(paths, part, parts), sparing=True)), parts)
            ):
                self._take(share(paths, part, parts), unframe(answer))
        else:
            self._take(paths, answers(self._project, paths))
        gone = self.old.keys() - self.new.keys()
        for id_ in gone:
            self._recalled.update(targets(self.old[id_].row))
        self._view.drop_functions(sorted(gone))
        self._view.put_edges({id_: {} for id_ in sorted(gone)})
        self._keep(self.new)
        self._view.put_edges({id_: targets(record.row) for id_, record in self.new.items() if self._edges_differ(id_)})

    def _hold(self) -> None:
        """Everything that resolving reads, in memory: a process that is forked off must not use this one's database."""
        from ...engine.packed import PackedIndex

        indexes = self._files.indexes
        kept: dict[str, list[Offer]] = {}
        for path, row in self._view.every_offer() if len(indexes) < len(self._view.files()) else ():
            if path not in indexes:
                kind, name, value = json.loads(row)
                kept.setdefault(path, []).append(Offer(kind, name, path, tuple(value)))
        rows: dict[str, dict[str, bytes]] = {}
        for path, file in self._view.files().items():
            offers = indexes[path].offers if path in indexes else encode_offers(kept.get(path, ()))
            rows.setdefault(family_of(file.language), {})[path] = offers
        self._held = self._project.lookups = {family: PackedIndex(found) for family, found in rows.items()}
        for path in self._affected:
            if path in indexes:
                self._project.hold_ids(path, indexes[path].ids)
            else:
                _ = self._project.ids[path]

    def _take(self, paths: list[str], answers: Iterable[bytes]) -> None:
        for path, answer in zip(paths, answers, strict=True):
            asked, functions, sites, names, counts, lines, imports, unset, direct = json.loads(
                answer.decode("utf-8", "surrogatepass")
            )
            self._project.adopt({}, {path: sites})
            keys = {*asked, key_of(INCLUDERS, name_of(path))} if path in self._files.open else asked
            self._view.put_asks(path, keys)
            self._view.put_sites(path, sites)
            self._view.put_named(path, names)
            self._view.put_counts(path, counts)
            self._view.put_lines(path, lines)
            self._view.put_imports(path, imports)
            self._view.put_unset(path, unset)
            self._view.put_direct(path, worded(direct, partial(self._project.sources, path)))
            for position, (id_, text, said, row) in enumerate(functions):
                self._take_function(path, position, id_, text, said, row)

    def _take_function(self, path: str, position: int, id_: str, text: str, said: str, row: str) -> None:
        before = self.old.get(id_)
        if before is None:
            self.new[id_] = FunctionRecord(id_, path, position, text, said, row, (), 0, "", "", "", "")
            self.rewired.add(id_)
            self.added.add(id_)
        else:
            self.new[id_] = before._replace(path=path, position=position, digest=text, said=said, row=row)
            if before.row != row:
                self._called.add(id_)
            if before.row != row and evaluated(before.row) != evaluated(row):
                self.dirty.add(id_)
                if travelling(before.row) != travelling(row):
                    self.rewired.add(id_)
        if before is None or before.digest != text:
            self.new_text.add(id_)
        if before is None or before.row != row:
            self._recalled.update(targets(row).keys() ^ (targets(before.row).keys() if before else set()))

    def _edges_differ(self, id_: str) -> bool:
        return id_ not in self.old or targets(self.old[id_].row) != targets(self.new[id_].row)

    def propagate(self) -> Propagation[str, Value]:
        done = propagate(self.dirty, self.rewired, Graph(self._view, self.old, self.new), self._evaluate, self._before)
        said = {cycle: dumps_ascii(sorted(cycle)) if cycle else "" for cycle in done.cycles.values()}
        for id_ in sorted(done.values.keys() | done.cycles.keys()):
            record = self.record(id_)
            effects, height = done.values.get(id_) or (record.effects, record.height)
            cycle = done.cycles.get(id_)
            self.new[id_] = record._replace(
                effects=effects, height=height, cycle=record.cycle if cycle is None else said[cycle]
            )
        return done

    def rank_and_forget(
        self, done: Propagation[str, Value], rank: Callable[[Project, str], str], redrawn: Collection[str], reranked: Collection[str], *,
        ranks: bool, charts: bool,
    ) -> None:  # fmt: skip
        """`redrawn`, `reranked`: files that looked something up to draw or to rank which is now answered differently.
        ranks, charts: all of them."""
        project = self._project
        self._keep(self.new)
        ranked = {*done.changed, *self.new_text, *self._called, *there(self._view, self.new, self._recalled)}
        project.begin()
        project.lookups = self._held or project.lookups
        forgotten = self._forgotten(done, redrawn)
        everything = self._view.ids() if ranks or charts else []
        ranked.update(
            everything if ranks else [record.id for path in reranked for record in self._view.functions_of(path)]
        )
        forgotten.update(everything if charts else ())
        for path in redrawn:
            self._view.put_asks(path, (), DRAWING, anew=True)
        found = self._ranks(sorted(ranked), rank, reranked)
        for id_ in sorted(forgotten | ranked):
            record = self.record(id_)
            place, entry = found.get(id_, (record.rank, record.entry))
            self.new[id_] = record._replace(rank=place, entry=entry, chart="" if id_ in forgotten else record.chart)
        self._keep(forgotten | ranked)

    def _ranks(
        self, ids: Iterable[str], rank: Callable[[Project, str], str], anew: Collection[str]
    ) -> dict[str, tuple[str, str]]:
        """Rank and evidence of an entry point by id; what ranking looks up is added to what its file asks for. anew:
        files whose functions are all among them."""
        lookups, found, asked = self._project.lookups, dict[str, tuple[str, str]](), dict[str, set[int]]()
        try:
            for id_ in ids:
                path = self.record(id_).path
                family = self._project.functions[id_].language.resolver
                asking = Recorder(lookups[family])
                self._project.lookups = {family: asking}
                found[id_] = rank(self._project, id_), entry_of(self._project, id_)
                asked.setdefault(path, set()).update(key_of(f"{family}:{kind}", name) for kind, name in asking.asked)
        finally:
            self._project.lookups = lookups
        for path in sorted({*asked, *anew}):
            self._view.put_asks(path, asked.get(path, ()), RANKING, anew=path in anew)
        return found

    def _keep(self, ids: Iterable[str]) -> None:
        """Writes the records that are not as they were."""
        fresh = [self.new[id_] for id_ in sorted(ids) if self.new[id_] != self._kept.get(id_)]
        self._view.put_functions(fresh)
        self._kept.update((record.id, record) for record in fresh)

    def _forgotten(self, done: Propagation[str, Value], redrawn: Collection[str]) -> set[str]:
        """Ids of functions whose drawing may differ from before."""
        said = {
            id_ for id_, record in self.new.items() if id_ in self.old and self.old[id_].said != record.said
        } | self.added
        forgotten = {*done.changed, *self.added}
        if self._view.holds_more(len(forgotten)):
            forgotten.update(caller for id_ in done.changed for caller in self._view.callers(id_, travelling=True))
            forgotten.update([caller for id_ in sorted(said) for caller in self._told_otherwise(id_, forgotten)])
        forgotten.update(record.id for path in redrawn for record in self._view.functions_of(path))
        drawn = (
            record
            for id_, record in self.new.items()
            if record.chart and id_ not in forgotten and record.path in self._affected
        )
        forgotten.update(
            [record.id for record in drawn if record.chart.split()[0] != inputs_of(self._project, record.id)]
        )
        if self._view.holds_more(len(forgotten)):  # else they are all among them
            forgotten.update([maker for id_ in sorted(forgotten) for maker in self._makers(id_)])
        if self._project.settings.detail == DEEP:  # such a chart holds its callees' flows
            near = forgotten | {record.id for record in self.new.values() if record.path in self._affected}
            forgotten.update(caller for id_ in sorted(near) for caller in self._view.callers(id_, travelling=True))
        return forgotten

    def _makers(self, id_: str) -> list[str]:
        """Functions whose charts hold one that they make; read only where its id looks as if it were such a one."""
        _, _, name = id_.partition("::")
        inside = "<lambda>" in name or ("." in name and self._view.function(id_.rpartition(".")[0]) is not None)
        return list(makers_of(self._project, id_)) if inside and id_ in self._project.functions else []

    def _told_otherwise(self, id_: str, known: Collection[str]) -> list[str]:
        """Callers whose pages show another sentence of a function."""
        charts = {
            caller: self.record(caller).chart
            for caller in self._view.callers(id_, travelling=True)
            if caller not in known
        }
        shown = {
            caller: said for caller, chart in charts.items() if chart and (said := heard_of(chart.split()[1], id_))
        }
        says = says_of(self._project, id_) if shown else ""
        return [caller for caller, said in shown.items() if said != says]

    def record(self, id_: str) -> FunctionRecord:
        return record_of(self._view, self.new, id_)

    def _before(self, id_: str) -> Value | None:
        known = self.old.get(id_)
        if known is None:
            known = None if id_ in self.new else self._view.function(id_)
        return (known.effects, known.height) if known else None

    def _evaluate(self, component: tuple[str, ...], fresh: Mapping[str, Value]) -> Mapping[str, Value]:
        rows = {id_: self._project.row(id_) for id_ in component}
        outside = {f.target for row in rows.values() for f in row.flows if f.how != POSSIBLE} - rows.keys()
        values = {id_: value for id_ in outside if (value := fresh.get(id_) or self._before(id_)) is not None}
        known = {id_: value[0] for id_, value in values.items()}
        atoms = within(
            component[0],
            lambda: gather(component, rows.__getitem__, lambda f: known.get(f, ())),
            lambda: {f: row.own for f, row in rows.items()},
        )
        height = max((value[1] + 1 for value in values.values()), default=0)
        return {id_: (atoms[id_], height) for id_ in component}
