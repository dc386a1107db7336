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

from ..model.codec import Refused
from ..model.facts import FACTS_FORMAT, FileFacts
from ..model.facts_codec import decode_facts, encode_facts
from ..model.report import COMPLETED_SUCCESS, FAILED_FILE_NOT_FOUND
from ..model.settings import Settings
from ..pipeline import Project, assemble
from ..ports import Entry, LanguageOf, Memo, Parse, Progress, Snapshot

BATCH_BYTES = 500_000
POOL_FROM_BYTES = 600_000  # below, starting processes costs more than it saves
SLICE = 2_000  # files whose bytes are held at once
ANY = frozenset({"c"})  # a header nobody includes and whose content tells nothing


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
    memo: Memo | None = None,
    progress: Progress = silent,
) -> Project:
    """The project of a snapshot's files that are wanted and that some language reads."""
    entries = [e for e in snapshot.entries() if PurePosixPath(e.path).suffix.lower() in frontend.suffixes and wanted(e.path)]
    files = facts_of(snapshot, entries, frontend, pool, memo, progress)
    return assemble(files, _Sources(snapshot, {entry.path: entry for entry in entries}), settings)


def facts_of(
    snapshot: Snapshot,
    entries: Iterable[Entry],
    frontend: Frontend,
    pool: Callable[[], Executor] | None = None,
    memo: Memo | None = None,
    progress: Progress = silent,
) -> dict[str, FileFacts]:
    """Facts by path. What the memo holds is not parsed, nor even read."""
    entries = sorted(entries)
    languages = _languages(snapshot, entries, frontend, memo)
    first = [(e, languages[e.path]) for e in entries if languages[e.path] and not languages[e.path].endswith("?")]
    late = [e for e in entries if languages[e.path].endswith("?")]
    run = _Run(snapshot, frontend, pool, memo, progress, len(first) + len(late))
    try:
        done = run(first)
        includers = _includers(done) if late else {}
        done.update(run([(e, frontend.language_of(e.path, b"", includers.get(PurePosixPath(e.path).name, ANY))) for e in late]))
    finally:
        run.close()
    return dict(sorted(done.items()))


def _languages(snapshot: Snapshot, entries: list[Entry], frontend: Frontend, memo: Memo | None) -> dict[str, str]:
    """By path alone where that tells, else by content, which is remembered by blob."""
    found = {e.path: frontend.language_of(e.path, b"", frozenset()) for e in entries}
    open_ = [e for e in entries if found[e.path].endswith("?")]
    known = {k: v.decode() for k, v in memo.get(_language_key(e) for e in open_).items()} if memo else {}
    unread = [e for e in open_ if _language_key(e) not in known]
    for path, data in snapshot.read(unread).items() if unread else ():
        found[path] = frontend.language_of(path, data, frozenset())
    if memo:
        memo.put({_language_key(e): found[e.path].encode() for e in unread})
    found.update({e.path: known[_language_key(e)] for e in open_ if _language_key(e) in known})
    return found


def _language_key(entry: Entry) -> str:
    return f"language:{FACTS_FORMAT}:{entry.blob}"


class _Run:
    """Parses what the memo does not hold, in this process or in a pool that starts when the work is worth it."""

    def __init__(
        self, snapshot: Snapshot, frontend: Frontend, pool: Callable[[], Executor] | None, memo: Memo | None,
        progress: Progress, total: int,
    ) -> None:
        self._snapshot, self._frontend, self._pool, self._memo = snapshot, frontend, pool, memo
        self._progress, self._total, self._count = progress, total, 0
        self._executor: Executor | None = None

    def __call__(self, tasks: list[tuple[Entry, str]]) -> dict[str, FileFacts]:
        keys = {entry.path: f"facts:{FACTS_FORMAT}:{language}:{entry.blob}" for entry, language in tasks}
        known = self._memo.get(keys.values()) if self._memo else {}
        done = {path: _remembered(known[key]) for path, key in keys.items() if key in known}
        missing = [(entry, language) for entry, language in tasks if done.get(entry.path) is None]
        self._count += len(tasks) - len(missing)
        fresh: dict[str, bytes] = {}
        for start in range(0, len(missing), SLICE):
            for path, facts, row in self._parse(missing[start:start + SLICE]):
                done[path] = facts
                self._count += 1
                self._progress(self._count, self._total, path)
                if self._memo and facts.status == COMPLETED_SUCCESS:
                    fresh[keys[path]] = row or encode_facts(facts)
        if self._memo:
            self._memo.put(fresh)
        return {path: facts for path, facts in done.items() if facts is not None}

    def close(self) -> None:
        if self._executor:
            self._executor.shutdown(cancel_futures=True)

    def _parse(self, missing: list[tuple[Entry, str]]) -> Iterator[tuple[str, FileFacts, bytes]]:
        data = self._snapshot.read([entry for entry, _ in missing]) if missing else {}
        tasks = [(e.path, language, data[e.path]) for e, language in missing if e.path in data]
        yield from ((e.path, _vanished(language), b"") for e, language in missing if e.path not in data)
        if self._pool and not self._executor and sum(len(text) for _, _, text in tasks) >= POOL_FROM_BYTES:
            self._executor = self._pool()
        if self._executor is None:
            yield from ((path, self._frontend.parse(text, language), b"") for path, language, text in tasks)
            return
        batches = list(_batches(tasks))
        work = partial(_parse_batch, self._frontend.parse)
        answers = self._executor.map(work, [[(language, text) for _, language, text in b] for b in batches])
        for batch, rows in zip(batches, answers, strict=True):
            yield from ((path, decode_facts(row), row) for (path, _, _), row in zip(batch, rows, strict=True))


def _remembered(row: bytes) -> FileFacts | None:
    """None when the row is not what it should be: a bad memo is only a miss."""
    try:
        return decode_facts(row)
    except Refused:
        return None


def _vanished(language: str) -> FileFacts:
    return FileFacts(language, "", FAILED_FILE_NOT_FOUND, "the file could not be read", 0, (), (), (), (), (), (), (), "", ())


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
