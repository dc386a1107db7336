"""A project read from a view: what is not asked for is not loaded.

`Stored` answers as `Assembled` does, from the rows that earlier runs wrote, each of which is read when it is first asked
for. `StoredProject` puts the stages of one function on top. A row that cannot be what we wrote is `Damaged`: whoever
opened the view then makes it anew."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from ... import shelf
from ...engine.keys import key_of
from ...engine.units import Recall, anew
from ...model.calls import Resolved, decode_sites
from ...model.codec import loads
from ...model.counts import Counted, Counts
from ...model.direct import Direct
from ...model.facts import FileFacts
from ...model.imported import Imported
from ...model.settings import Settings
from ...model.summary import Effect, Flow, FunctionRow
from ...pipeline import Located, Project
from ...ports import Charted, FunctionRecord, Lookup, View
from ...whole import Listed, Resolving
from ..names import last_part
from .lazy import Ids, LazyCallers, LazyFiles, LazyFunctions, Lookups, Places, Records, Unread, whole


class Stored:
    """Satisfies Whole, from the rows of a view. `facts(path)` gives a file's facts."""

    def __init__(self, view: View, facts: Callable[[str], FileFacts], settings: Settings) -> None:
        self.view = view
        self._resolving = Resolving(self, settings)
        self.begin(facts)

    def begin(self, facts: Callable[[str], FileFacts]) -> None:
        """Forgets what was read; to be called when the view has changed. What the update of this run found stays true."""
        self.facts = facts
        self._files = LazyFiles(self.view, facts)
        self._ids = Ids(self._files)
        self.files: Mapping[str, FileFacts] = self._files
        self.ids: Mapping[str, tuple[str, ...]] = self._ids
        self.records = Records(self.view)
        self.shown: dict[str, Charted] = {}
        self._places = Places(self.view)
        self.functions: Mapping[str, Located] = LazyFunctions(self._places, self.files, self.view)
        self.lookups: Mapping[str, Lookup] = Lookups(self.view)
        self._callers = LazyCallers(self.view)
        self.unread: Mapping[str, FileFacts] = Unread(self.view, self.files)
        self._rows: dict[str, FunctionRow] = {}
        self._effects: dict[str, tuple[Effect, ...]] = {}
        self._callees: dict[str, tuple[str, ...]] = {}
        self._direct: Mapping[str, Sequence[Direct]] | None = None
        self._imports: Mapping[str, tuple[str, Sequence[Imported]]] | None = None
        self._lines: dict[str, Sequence[int]] = {}
        self._resolving.forget()

    def hold_ids(self, path: str, ids: tuple[str, ...]) -> None:
        """Of a file's functions, where somebody has them: its facts need not be read for them."""
        self._ids.hold(path, ids)

    def let_go(self, path: str, /) -> None:
        self._resolving.sites.pop(path, None)
        self._files.let_go(path)

    def adopt(self, rows: Mapping[str, str], sites: Mapping[str, str], /) -> None:
        self._resolving.encoded.update(sites)

    def named(self, name: str, /) -> Mapping[str, Located]:
        """Functions whose id holds the last part of a name; all that can be meant by it are among them."""
        return LazyFunctions(self._places, self.files, self.view, last_part(name))

    def place(self, id_: str, /) -> tuple[str, int]:
        known = self.shown.get(id_)
        if known is not None:
            return known.path, known.position
        found: tuple[str, int] = self._places[id_]
        return found

    def charted(self, id_: str) -> Charted:
        known = self.shown.get(id_)
        if known is None:
            record: FunctionRecord = self.records[id_]
            known = self.shown[id_] = Charted(id_, record.path, record.position, record.rank, record.chart)
        return known

    def listed(self, most: int, aside: str, ignored: str, /) -> Listed:
        """It is kept in order, and with all else that is known of a function."""
        end = next((end for end in (aside, ignored) if self.view.holds_rank(end)), ignored)
        total, crowded, left_out = self.view.ranks(end, ignored, most)
        best = ((charted.id, charted.path) for charted in map(self._known, self.view.ranked(end)))
        return Listed(best, total, crowded, left_out)

    def _known(self, charted: Charted) -> Charted:
        self.shown[charted.id] = charted
        return charted

    def sites_of(self, path: str, /) -> tuple[tuple[Resolved, ...], ...]:
        resolving = self._resolving
        if path not in resolving.sites and path not in resolving.encoded:
            kept = self._kept_sites(path)
            resolving.sites.update({} if kept is None else {path: kept})
        return resolving.sites_of(path)

    @whole
    def _kept_sites(self, path: str) -> tuple[tuple[Resolved, ...], ...] | None:
        kept = self.view.sites(path)
        found = None if kept is None else decode_sites(kept)
        if found is not None and len(found) != len(self.ids[path]):
            raise ValueError(path)
        return found

    def rows_of(self, path: str, lookup: Lookup | None = None, /) -> dict[str, FunctionRow]:
        return self._resolving.rows_of(path, lookup)

    @whole
    def unsure(self, name: str, /) -> int:
        return sum(unsure for _, unsure in self.view.named(name))

    @whole
    def outside(self, name: str, /) -> list[str]:
        return sorted(
            id_ for path, unsure in self.view.named(name.rpartition(".")[2]) if not unsure for id_ in self.ids[path]
        )

    @whole
    def doing(self, kinds: Collection[str], wanted: Callable[[Effect], bool], /) -> list[str]:
        return self.view.doing(kinds, wanted)

    @whole
    def reaching(self, kinds: Collection[str], wanted: Callable[[Effect], bool], /) -> Mapping[str, tuple[Effect, ...]]:
        return self.view.reaching(kinds, wanted)

    @whole
    def imports(self) -> Mapping[str, tuple[str, Sequence[Imported]]]:
        if self._imports is None:
            kept, files = self.view.imports(), self.view.files()
            self._imports = {
                path: (row.language, [Imported._make(each) for each in loads(kept[path])])
                for path, row in sorted(files.items())
                if row.language
            }
        return self._imports

    @whole
    def unset(self) -> Mapping[str, Sequence[str]]:
        return self.view.unset()

    @whole
    def direct(self) -> Mapping[str, Sequence[Direct]]:
        if self._direct is None:
            self._direct = self.view.direct()
        return self._direct

    @whole
    def begins(self, id_: str, /) -> int:
        path, position = self.place(id_)
        if path not in self._lines:
            self._lines[path] = self.view.lines(path)
        return self._lines[path][position]

    @whole
    def entered(self) -> Mapping[str, str]:
        return self.view.entries()

    @whole
    def entry(self, id_: str, /) -> str:
        return self.view.entry(id_)

    @whole
    def leaves(self) -> list[str]:
        return self.view.leaves()

    @whole
    def surely(self) -> Callable[[str], Sequence[str]]:
        return self.view.sure().__getitem__

    @whole
    def counted(self) -> Counted:
        counts = self.view.counts()
        of = [(row.language, Counts._make(counts[path])) for path, row in self.view.files().items()]
        return Counted(of, self.view.count(), self.view.cycles())

    @whole
    def typing(self, name: str, /) -> list[str]:
        plain = name.partition("<")[0]
        return sorted(
            {
                path
                for family in shelf.names("flowscout.resolvers")
                for path, _ in self.view.offers(key_of(f"{family}:type", plain))
            }
        )

    @whole
    def row(self, id_: str, /) -> FunctionRow:
        if id_ not in self._rows:
            kept = self.view.row(id_)
            if kept is None:
                raise KeyError(id_)
            self._rows[id_] = decode_row(kept)
        return self._rows[id_]

    @whole
    def effects(self, id_: str, /) -> tuple[Effect, ...]:
        if id_ not in self._effects:
            kept = self.view.effects(id_)
            if kept is None:
                raise KeyError(id_)
            self._effects[id_] = kept
        return self._effects[id_]

    def height(self, id_: str, /) -> int:
        level: int = self.records[id_].height
        return level

    @property
    def callers(self) -> Mapping[str, tuple[str, ...]]:
        return self._callers

    @whole
    def calling(self, id_: str, /) -> Mapping[str, int]:
        return self.view.calling(id_)

    @whole
    def callees(self, id_: str, /) -> tuple[str, ...]:
        if id_ not in self._callees:
            self._callees[id_] = self.view.callees(id_, travelling=True)
        return self._callees[id_]

    @whole
    def called(self, id_: str, /) -> tuple[str, ...]:
        return self.view.callees(id_)


class StoredProject(Project):
    """A project whose whole is a view's rows. `facts(path)` gives a file's facts."""

    def __init__(
        self,
        view: View,
        facts: Callable[[str], FileFacts],
        sources: Callable[[str], bytes],
        settings: Settings,
        recall: Recall = anew,
    ) -> None:
        self.stored = Stored(view, facts, settings)
        super().__init__(self.stored, sources, settings, recall)
        self.view, self.charted, self.hold_ids = view, self.stored.charted, self.stored.hold_ids

    def begin(self, facts: Callable[[str], FileFacts] | None = None) -> None:
        """Forgets what was read; to be called when the view has changed."""
        self.stored.begin(facts or self.stored.facts)
        self.forget_all()

    @property
    def records(self) -> Mapping[str, FunctionRecord]:
        return self.stored.records

    @property
    def shown(self) -> Mapping[str, Charted]:
        """What is known of functions that the docs may show."""
        return self.stored.shown


def decode_row(text: str) -> FunctionRow:
    own, flows = loads(text)
    return FunctionRow(
        tuple([Effect._make(e) for e in own]),
        tuple([Flow(target, how, tuple(catches), surely) for target, how, catches, surely in flows]),
    )
