"""A view, a snapshot and what reads files -> the view brought up to date, and the project it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from ...engine.digest import digest
from ...model.codec import Refused, dumps, loads
from ...model.facts import FACTS_FORMAT, FileFacts
from ...model.facts_codec import decode_facts
from ...model.record import NamedTuple
from ...model.settings import Settings
from ...pipeline import FileIndex, Project
from ...ports import Compiler, Entry, Memo, Progress, Snapshot, Spread, View, Workers
from ..analyse import Sources
from ..facts import FactsReading, Frontend, keys_of, languages, silent
from ..held import HeldFacts
from .arrived import ArrivalReader
from .overlay import Overlay
from .stored import StoredProject
from .update import MadeBy, Work, update

if TYPE_CHECKING:
    from ..compiling import Compilation

Made = TypeVar("Made")
VIEW_FORMAT = 51  # what the rows of a view mean; a view of another format is made anew
LARGEST = 32_000_000  # bytes of what is laid over a view that are remembered


class Means(NamedTuple):
    """What a run may use: a memo, worker processes, processes that see this one's memory, somebody to tell, a compiler."""

    memo: Memo
    pool: Workers | None = None
    spread: Spread | None = None
    parts: int = 1
    progress: Progress = silent
    compiler: Compiler | None = None


class Laid(NamedTuple):
    project: StoredProject
    view: Overlay


def laid_over(
    below: View,
    snapshot: Snapshot,
    entries: Iterable[Entry],
    frontend: Frontend,
    settings: Settings,
    means: Means,
    rank: Callable[[Project, str], str],
    formats: str = "",
) -> Laid | None:
    """The project of another snapshot, by what differs from a view that stands still meanwhile; None where the view is
    not whole or was made under other settings or formats. What was laid over the same rows before comes from the memo."""
    if not made_so(below, settings, formats):
        return None
    chosen = sorted(entries)
    key = _key(below, chosen)
    known = _laid_before(below, means.memo, key)
    view = known or Overlay(below)
    project, work = bring(view, snapshot, chosen, frontend, settings, means, rank, formats)
    if (known is None or work.resolved) and view.touched[0] and view.state() and all(view.blobs().values()):
        kept = view.encoded()
        means.memo.put({key: kept} if key and len(kept) <= LARGEST else {})
    return Laid(project, view)


def _key(below: View, entries: list[Entry]) -> str:
    """What is laid follows from what lies below and from the files; "" where a file below could not be read."""
    blobs = below.blobs()
    if not all(blobs.values()):
        return ""
    return f"laid:{digest(below.state(), sorted(blobs.items()), [(e.path, e.blob) for e in entries])}"


def _laid_before(below: View, memo: Memo, key: str) -> Overlay | None:
    kept = memo.get([key]).get(key) if key else None
    try:
        return Overlay.decoded(below, kept) if kept is not None else None
    except (ValueError, TypeError, LookupError):
        return None


def bring(
    view: View,
    snapshot: Snapshot,
    entries: Iterable[Entry],
    frontend: Frontend,
    settings: Settings,
    means: Means,
    rank: Callable[[Project, str], str],
    formats: str = "",
) -> tuple[StoredProject, Work]:
    """`formats`: of whatever else the rows depend on. What was made under other settings or formats is made anew."""
    chosen = sorted(entries)
    compiled = compilation_of(snapshot, chosen, frontend, means)
    made_by = made_of(settings, formats)._replace(units=digest(sorted(compiled.keys.items())) if compiled else "syntax")
    by_path = {entry.path: entry for entry in chosen}
    reading = FactsReading(snapshot, frontend, means.pool, means.memo, means.progress, 0)
    fresh = HeldFacts()

    def read(tasks: list[tuple[Entry, str]]) -> Mapping[str, FileIndex]:
        reading.expect(len(tasks))
        fresh.join(reading(tasks))
        return reading.indexes

    def facts(path: str) -> FileFacts:
        if path not in fresh:
            row = view.file(path)
            if row is None:
                raise KeyError(path)
            remembered = _remembered(means.memo, by_path[path], row.language)
            if remembered is None:
                read([(by_path[path], row.language)])
            else:
                fresh.put(path, remembered)
        return fresh[path]

    def recall(
        what: str, paths: Sequence[str], make: Callable[[str], Made], decode: Callable[[object], Made]
    ) -> Mapping[str, Made]:
        rows = view.files()
        return _recalled(
            means.memo, {p: f"{what}:{keys_of(by_path[p], rows[p].language)[0]}" for p in paths}, make, decode
        )

    project = StoredProject(view, facts, Sources(snapshot, by_path), settings, recall)
    reader = ArrivalReader(
        read,
        lambda some: languages(snapshot, some, frontend, means.memo),
        lambda path, includers: frontend.language_of(path, b"", includers or frozenset({"c"})),
    )
    if view.stands(" ".join(made_by), {entry.path: entry.blob for entry in chosen}):
        return project, Work(frozenset(), frozenset(), frozenset(), view.count(), frozenset())
    try:
        work = update(view, chosen, reader, project, facts, rank, made_by, means.spread, means.parts, compiled)
    finally:
        reading.close()
    project.begin(facts)
    return project, work


def made_of(settings: Settings, formats: str = "") -> MadeBy:
    """Of what is made under these settings, whatever a compiler says of it."""
    return MadeBy(
        digest(VIEW_FORMAT, FACTS_FORMAT, formats, settings.semantics, settings.source_roots, settings.max_file_size),
        digest(settings.charts), digest(settings.detail, settings.style), "",
    )  # fmt: skip


def made_so(view: View, settings: Settings, formats: str = "") -> bool:
    """Whether a view is whole and was made under these settings, of whatever files and units."""
    return view.state().split()[:3] == list(made_of(settings, formats)[:3])


def compilation_of(snapshot: Snapshot, entries: list[Entry], frontend: Frontend, means: Means) -> Compilation | None:
    if means.compiler is None:
        return None
    from ..compiling import compilation

    return compilation(snapshot, entries, frontend.language_of, means.compiler, means.memo, means.progress)


def _remembered(memo: Memo, entry: Entry, language: str) -> FileFacts | None:
    key = keys_of(entry, language)[0]
    row = memo.get([key]).get(key)
    try:
        return decode_facts(row) if row is not None else None
    except Refused:
        return None


def _recalled(
    memo: Memo, keys: Mapping[str, str], make: Callable[[str], Made], decode: Callable[[object], Made]
) -> Mapping[str, Made]:
    """keys: of the memo, by the path of what is made."""
    kept = memo.get(keys.values())
    found, fresh = dict[str, Made](), dict[str, bytes]()
    for path, key in keys.items():
        try:
            found[path] = decode(loads(kept[key].decode("utf-8", "surrogatepass")))
        except (ValueError, TypeError, LookupError, RecursionError):
            found[path] = make(path)
            fresh[key] = dumps(found[path]).encode("utf-8", "surrogatepass")
    memo.put(fresh)
    return found
