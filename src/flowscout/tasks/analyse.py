"""A snapshot -> facts of every file -> a Project.

A file is one unit of work. Files go to the executor in batches of about half a megabyte, answers come back as our own
codec's bytes. Headers whose language their path and content leave open wait for the others: who includes them decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from functools import partial
from pathlib import PurePosixPath
from typing import NamedTuple

from ..model.facts import FileFacts
from ..model.facts_codec import decode_facts, encode_facts
from ..model.settings import Settings
from ..pipeline import Project, assemble
from ..ports import Entry, LanguageOf, Parse, Progress, Snapshot

BATCH_BYTES = 500_000
POOL_FROM_BYTES = 600_000  # below, starting processes costs more than it saves


class Frontend(NamedTuple):
    """What reads files: the two ports, and the suffixes worth opening."""

    parse: Parse
    language_of: LanguageOf
    suffixes: frozenset[str]


def silent(done: int, total: int, what: str, /) -> None:
    """The progress that says nothing."""


def analyse(
    snapshot: Snapshot,
    frontend: Frontend,
    settings: Settings,
    wanted: Callable[[str], bool] = lambda path: True,
    pool: Callable[[], Executor] | None = None,
    progress: Progress = silent,
) -> Project:
    """The project of a snapshot's files that are wanted and that some language reads."""
    entries = [e for e in snapshot.entries() if PurePosixPath(e.path).suffix.lower() in frontend.suffixes and wanted(e.path)]
    by_path = {entry.path: entry for entry in entries}
    files = facts_of(snapshot, entries, frontend, pool, progress)
    return assemble(files, _Sources(snapshot, by_path), settings)


def facts_of(
    snapshot: Snapshot, entries: Iterable[Entry], frontend: Frontend,
    pool: Callable[[], Executor] | None, progress: Progress,
) -> dict[str, FileFacts]:
    """Facts by path."""
    entries = list(entries)
    data = snapshot.read(entries)
    tasks: list[tuple[str, str, bytes]] = []
    open_headers: list[tuple[str, bytes]] = []
    for path in sorted(data):
        language = frontend.language_of(path, data[path], frozenset())
        if language.endswith("?"):
            open_headers.append((path, data[path]))
        elif language:
            tasks.append((path, language, data[path]))
    big = sum(len(d) for d in data.values()) >= POOL_FROM_BYTES
    del data
    executor = pool() if pool and big else None
    try:
        done = dict(_run(tasks, frontend.parse, executor, progress, len(tasks) + len(open_headers)))
        includers = _includers(done)
        late = [
            (path, frontend.language_of(path, text, includers.get(PurePosixPath(path).name, frozenset({"c"}))), text)
            for path, text in open_headers
        ]
        done.update(_run(late, frontend.parse, executor, progress, len(tasks) + len(late), len(tasks)))
    finally:
        if executor:
            executor.shutdown(cancel_futures=True)
    return done


def _run(
    tasks: list[tuple[str, str, bytes]], parse: Parse, executor: Executor | None, progress: Progress, total: int,
    before: int = 0,
) -> Iterator[tuple[str, FileFacts]]:
    if executor is None:
        for count, (path, language, data) in enumerate(tasks, before + 1):
            yield path, parse(data, language)
            progress(count, total, path)
        return
    batches = list(_batches(tasks))
    work = executor.map(partial(_parse_batch, parse), [[(lang, data) for _, lang, data in b] for b in batches])
    count = before
    for batch, answers in zip(batches, work, strict=True):
        for (path, _, _), answer in zip(batch, answers, strict=True):
            count += 1
            yield path, decode_facts(answer)
        progress(count, total, batch[-1][0])


def _parse_batch(parse: Parse, batch: list[tuple[str, bytes]]) -> list[bytes]:
    return [encode_facts(parse(data, language)) for language, data in batch]


def _batches(tasks: list[tuple[str, str, bytes]]) -> Iterator[list[tuple[str, str, bytes]]]:
    batch: list[tuple[str, str, bytes]] = []
    size = 0
    for task in tasks:
        batch.append(task)
        size += len(task[2])
        if size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _includers(files: Mapping[str, FileFacts]) -> dict[str, frozenset[str]]:
    """Languages that include a header, by its base name."""
    found: dict[str, set[str]] = {}
    for facts in files.values():
        for item in facts.imports:
            if item.kind == "include":
                found.setdefault(PurePosixPath(item.module).name, set()).add(facts.language)
    return {name: frozenset(languages) for name, languages in found.items()}


class _Sources:
    """Bytes of a file when a chart asks for them; the last few are kept."""

    def __init__(self, snapshot: Snapshot, entries: Mapping[str, Entry]) -> None:
        self._snapshot, self._entries = snapshot, entries
        self._kept: dict[str, bytes] = {}

    def __call__(self, path: str) -> bytes:
        if path not in self._kept:
            if len(self._kept) >= 64:
                self._kept.pop(next(iter(self._kept)))
            self._kept[path] = self._snapshot.read([self._entries[path]]).get(path, b"")
        return self._kept[path]
