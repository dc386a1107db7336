"""The work of one run after an edit, as a person reads it; see `driver` for how a case says what was edited.

    changed 1, recomputed 2, cut off 1, reused 3      what the run says of functions
    read        pay.py                                files parsed; what was met before is remembered
    looked up   pay.py, shop.py                       files whose calls were resolved again
    changed     pay.py::pay                           functions whose text is new
    recomputed  pay.py::pay, shop.py::sell            functions whose effects were computed again
    cut off     shop.py::sell                         of these, those that came out as before and woke nobody
    drew        pay.py::pay                           charts drawn again; all others are remembered
    wrote       docs/flowcharts/pay.py.md             documents that differ now
    deleted     …
    left alone  README.md:3                           a document that somebody edited by hand

A row without anything to name is left out. Every function is charted unless a `toml` fence says otherwise.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterable, Mapping

from flowscout.adapters.store.database import Store
from flowscout.config import settings as configured
from flowscout.model.facts import FileFacts
from flowscout.model.settings import Settings
from flowscout.pipeline import Project
from flowscout.ports import Compiler, Entry
from flowscout.tasks.analyse import Frontend
from flowscout.tasks.globs import ignored
from flowscout.tasks.refresh import Expected, plan
from flowscout.tasks.standing import standing
from flowscout.tasks.view import Means, Work, bring
from flowscout.tasks.view.drawn import Drawn
from flowscout.wiring import frontend

from .driver import Case, Edit


class Memory:
    """A snapshot of files held in memory."""

    label = "memory"

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files

    def paths(self) -> list[str]:
        return sorted(self.files)

    def entries(self, paths: Iterable[str] | None = None) -> tuple[Entry, ...]:
        wanted = self.files.keys() if paths is None else self.files.keys() & {*paths}
        return tuple(Entry(path, hashlib.sha1(self.files[path]).hexdigest()) for path in sorted(wanted))

    def skipped(self) -> tuple[tuple[str, str], ...]:
        return ()

    def read(self, entries: Iterable[Entry]) -> Mapping[str, bytes]:
        return {e.path: self.files[e.path] for e in entries}


class Workplace:
    """A store, sources, documents and a configuration; `run` brings the documents up to date as a refresh does.

    dump: of the view, as it was left. rank: what the documents order functions by.
    """

    def __init__(self, rank: Callable[[Project, str], str] = standing) -> None:
        self.store = Store(None)
        self.rank = rank
        self.sources: dict[str, bytes] = {}
        self.documents: dict[str, bytes] = {}
        self.settings = Settings(charts=("*",))
        self.compiler: Compiler | None = None
        self.dump: list[str] = []
        self.charts: dict[str, list[str]] = {}
        self.project: Project | None = None  # of the last run
        self.put_together: set[str] = set()  # pages whose digest did not do

    def run(self, wanted: Callable[[str], bool] = lambda id_: False) -> str:
        """Says what was done. `wanted`: functions that are drawn even where no document shows them."""
        seen, parsed = Memory(self.sources), []
        reading = frontend(self.settings)

        def parse(data: bytes, language: str) -> FileFacts:
            parsed.append(data)
            return reading.parse(data, language)

        view = self.store.view("work")
        entries = [e for e in seen.entries() if not ignored(self.settings.exclude, e.path)]
        front = Frontend(parse, reading.language_of, reading.suffixes)
        project, work = bring(
            view, seen, entries, front, self.settings, Means(self.store, compiler=self.compiler), self.rank
        )
        drawn = Drawn(project, self.store)
        expected = Expected(project, drawn=drawn, at=drawn.at)
        doing = plan(expected, self.documents)
        self.put_together = {path for path, page in expected.pages.items() if "text" in vars(page)}
        self.charts = {id_: drawn(id_) for id_ in view.ids() if wanted(id_)}
        charts = drawn.fresh
        drawn.keep()
        self.documents.update({path: text.encode() for path, text in doing.write.items()})
        for path in doing.delete:
            del self.documents[path]
        self.dump = list(view.dump())
        self.project = project
        read = [path for path, data in self.sources.items() if data in parsed]
        return _said(work, read, charts, doing.write, doing.delete, [problem.path for problem in doing.problems])


def _said(
    work: Work,
    read: Iterable[str],
    drew: Iterable[str],
    wrote: Iterable[str],
    deleted: Iterable[str],
    alone: Iterable[str],
) -> str:
    rows = {
        "read": read, "looked up": work.resolved, "changed": work.changed, "recomputed": work.recomputed, "cut off": work.cut,
        "drew": drew, "wrote": wrote, "deleted": deleted, "left alone": alone,
    }  # fmt: skip
    return "\n".join(
        [work.said(), *(f"{title:<11} {', '.join(sorted(named))}" for title, named in rows.items() if named)]
    )


def work_of(case: Case) -> str:
    """What the run after the last edit of a case had to do."""
    place = Workplace()
    place.sources = {source.path: source.data for source in case.sources}
    place.documents = {source.path: source.data for source in case.documents}
    if case.toml:
        place.settings = _settings(case.toml)
    place.run()
    said = ""
    for edit in case.edits:
        _apply(edit, place)
        said = place.run()
    return said


def _apply(edit: Edit, place: Workplace) -> None:
    for before, after in edit.moved:
        place.sources[after] = place.sources.pop(before)
    for path in edit.gone:
        del (place.sources if path in place.sources else place.documents)[path]
    place.sources.update({source.path: source.data for source in edit.sources})
    place.documents.update({source.path: source.data for source in edit.documents})
    if edit.toml:
        place.settings = _settings(edit.toml)


def _settings(text: str) -> Settings:
    found = configured(tomllib.loads(text), "toml")
    return found if found.charts else found._replace(charts=("*",))
