"""Facts and offers of the files of a snapshot: remembered, or parsed here or in a pool.

A file is one unit of work. Files go to the executor in batches of about half a megabyte; a batch and its answer are bytes of
our own codec, and the function that reads it, `read_batch`, is found by its name on the machine that runs it. An answer says
who made it: that of a worker with another flowscout is not used. Headers whose language their path and content leave open
wait for the others: who includes them decides.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from .. import __version__
from ..border import alone, within
from ..model.codec import Refused, dumps
from ..model.facts import FACTS_FORMAT, FileFacts
from ..model.facts_codec import decode_facts, encode_facts
from ..model.frames import frame, unframe
from ..model.paths import name_of, suffix_of
from ..model.record import NamedTuple
from ..model.report import COMPLETED_SUCCESS, FAILED_DEFECT, FAILED_FILE_NOT_FOUND
from ..pipeline import FileIndex, header_index, index_file
from ..ports import Entry, LanguageOf, Memo, Parse, Progress, Snapshot, decode_offers
from .held import HeldFacts

if TYPE_CHECKING:
    from concurrent.futures import Executor

MADE_BY = f"{__version__} {FACTS_FORMAT}".encode()
BATCH_BYTES = 500_000
POOL_FROM_BYTES = 1_000_000  # below, starting processes costs more than it saves
SLICE = 1_000  # files whose bytes are held at once
RECALLED = 200  # files whose encoded rows are held at once
ANY = frozenset({"c"})  # a header nobody includes and whose content tells nothing


Task = tuple[str, str, bytes]
"""Path, language and bytes of a file to be read."""


class FactsRow(NamedTuple):
    """What reading a file brings. facts: encoded."""

    facts: bytes
    file_index: FileIndex


class Frontend(NamedTuple):
    """What reads files: the two ports, and the suffixes worth opening. scout: as parse, for points of interest alone."""

    parse: Parse
    language_of: LanguageOf
    suffixes: frozenset[str]
    scout: Parse | None = None


def silent(done: int, total: int, what: str, /) -> None:
    """The progress that says nothing."""


def readable(snapshot: Snapshot, frontend: Frontend, wanted: Callable[[str], bool]) -> tuple[Entry, ...]:
    """The files that are wanted and that some language may read, as scripts too."""
    opened = {*frontend.suffixes, ""}
    return snapshot.entries([path for path in snapshot.paths() if suffix_of(path) in opened and wanted(path)])


def facts_of(
    snapshot: Snapshot,
    entries: Iterable[Entry],
    frontend: Frontend,
    pool: Callable[[], Executor] | None = None,
    memo: Memo | None = None,
    progress: Progress = silent,
    heads: bool = False,
) -> tuple[HeldFacts, dict[str, FileIndex]]:
    """Facts by path, and what each file brings. What the memo holds is not parsed, nor even read. heads: see `Reading`."""
    entries = sorted(entries)
    known = languages(snapshot, entries, frontend, memo)
    first = [(e, known[e.path]) for e in entries if known[e.path] and not known[e.path].endswith("?")]
    late = [e for e in entries if known[e.path].endswith("?")]
    run = FactsReading(snapshot, frontend, pool, memo, progress, len(first) + len(late), heads)
    try:
        done = run(first)
        includers = _includers(run.indexes) if late else {}
        done.join(run([(e, frontend.language_of(e.path, b"", includers.get(name_of(e.path), ANY))) for e in late]))
    finally:
        run.close()
    return done, run.indexes


def languages(snapshot: Snapshot, entries: list[Entry], frontend: Frontend, memo: Memo | None) -> dict[str, str]:
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


class FactsReading:
    """Parses what the memo does not hold, in this process or in a pool that starts when the work is worth it."""

    def __init__(
        self,
        snapshot: Snapshot,
        frontend: Frontend,
        pool: Callable[[], Executor] | None,
        memo: Memo | None,
        progress: Progress,
        total: int,
        heads: bool = False,
    ) -> None:
        """heads: only what points of interest need is read; functions and offers are not brought then."""
        self._heads = heads
        self._read = frontend.scout if heads and frontend.scout else frontend.parse
        self._snapshot, self._frontend, self._pool, self._memo = snapshot, frontend, pool, memo
        self._progress, self._total, self._count = progress, total, 0
        self._executor: Executor | None = None
        self.indexes: dict[str, FileIndex] = {}

    def __call__(self, tasks: list[tuple[Entry, str]]) -> HeldFacts:
        keys = {entry.path: keys_of(entry, language) for entry, language in tasks}
        done = HeldFacts()
        for some in _chunks(list(keys)):
            self._recall(some, keys, done)
        if self._heads:
            keys = {entry.path: (f"heads:{keys[entry.path][0]}", "") for entry, _ in tasks}
            for some in _chunks([path for path in keys if path not in done]):
                self._recall(some, keys, done)
        missing = [(entry, language) for entry, language in tasks if entry.path not in done]
        self._count += len(tasks) - len(missing)
        fresh: dict[str, bytes] = {}
        for path, facts, row in self._parse(missing):
            self.indexes[path] = row.file_index
            if facts is None:
                done.put_row(path, row.facts)
            else:
                done.put(path, facts)
            self._count += 1
            self._progress(self._count, self._total, path)
            if self._memo and row.file_index.status == COMPLETED_SUCCESS:
                fresh.update(
                    zip(keys[path][: 1 if self._heads else 2], (row.facts, row.file_index.offers), strict=False)
                )
                if len(fresh) >= RECALLED:
                    self._memo.put(fresh)
                    fresh.clear()
        if self._memo:
            self._memo.put(fresh)
        return done

    def expect(self, more: int) -> None:
        """So many files more are to come."""
        self._total += more

    def close(self) -> None:
        """What is asked for later is read in this process."""
        if self._executor:
            self._executor.shutdown(cancel_futures=True)
        self._executor = self._pool = None

    def _recall(self, paths: list[str], keys: Mapping[str, tuple[str, str]], done: HeldFacts) -> None:
        """Facts and offers from the memo. A row that is not what it should be is only a miss."""
        known = self._memo.get(key for path in paths for key in keys[path]) if self._memo else {}
        for path in paths:
            facts, offers = (known.get(key) for key in keys[path])
            if facts is None:
                continue
            try:
                read = decode_facts(facts)
                self.indexes[path] = header_index(read) if self._heads else _recalled(path, read, offers)
            except Refused:
                continue
            done.put_row(path, facts)

    def _parse(self, missing: list[tuple[Entry, str]]) -> Iterator[tuple[str, FileFacts | None, FactsRow]]:
        """Path, facts where they were read here, and them encoded."""
        for start in range(0, len(missing), SLICE):
            part = missing[start : start + SLICE]
            data = self._snapshot.read([entry for entry, _ in part])
            for entry, language in part:
                if entry.path not in data:
                    facts = unread(language, FAILED_FILE_NOT_FOUND, "the file could not be read")
                    yield entry.path, facts, _row(entry.path, facts, encoding=False)
            tasks = [(e.path, language, data[e.path]) for e, language in part if e.path in data]
            if self._pool and not self._executor and sum(len(text) for _, _, text in tasks) >= POOL_FROM_BYTES:
                for known in sorted({language for _, language, _ in tasks}):
                    _row(
                        "", self._read(b"", known), offering=not self._heads
                    )  # grammars are loaded once, then shared by forking
                self._executor = self._pool()
            yield from self._spread(tasks, self._executor) if self._executor else self._read_here(tasks)

    def _read_here(self, tasks: list[Task]) -> Iterator[tuple[str, FileFacts | None, FactsRow]]:
        for path, language, text in tasks:
            yield path, *_read(self._read, path, text, language, self._memo is not None, not self._heads)

    def _spread(self, tasks: list[Task], executor: Executor) -> Iterator[tuple[str, FileFacts | None, FactsRow]]:
        batches = list(_batches(tasks))
        messages = (frame(_batch_pieces(batch)) for batch in batches)
        unit = partial(read_batch, self._read, offering=not self._heads)
        for batch, answer in zip(batches, executor.map(unit, messages), strict=True):
            rows = _rows(answer, len(batch))
            if not rows:
                yield from self._read_here(batch)
            for (path, _, _), row in zip(batch, rows, strict=bool(rows)):
                yield path, None, row


def _chunks(paths: list[str]) -> Iterator[list[str]]:
    """So many that their encoded rows are held at once."""
    return (paths[start : start + RECALLED] for start in range(0, len(paths), RECALLED))


def keys_of(entry: Entry, language: str) -> tuple[str, str]:
    """Of a file's facts, which depend on its content alone, and of its offers, which name its path too."""
    return (
        f"facts:{FACTS_FORMAT}:{language}:{entry.blob}",
        f"offers:{FACTS_FORMAT}:{language}:{entry.blob}:{entry.path!a}",
    )


def _row(path: str, facts: FileFacts, encoding: bool = True, offering: bool = True) -> FactsRow:
    return FactsRow(
        encode_facts(facts) if encoding else b"", index_file(path, facts) if offering else header_index(facts)
    )


def _read(
    parse: Parse, path: str, text: bytes, language: str, encoding: bool = True, offering: bool = True
) -> tuple[FileFacts, FactsRow]:
    """A defect in a file costs that file its functions; nobody remembers such a reading."""

    def read() -> tuple[FileFacts, FactsRow]:
        facts = parse(text, language)
        return facts, _row(path, facts, encoding, offering)

    return within(path, read, lambda: _failed(language, encoding))


def _failed(language: str, encoding: bool) -> tuple[FileFacts, FactsRow]:
    facts = unread(language, FAILED_DEFECT, "a defect of flowscout")
    return facts, FactsRow(encode_facts(facts) if encoding else b"", FileIndex(language, FAILED_DEFECT))


def _recalled(path: str, facts: FileFacts, offers: bytes | None) -> FileIndex:
    """What remembered facts bring: with offers that were remembered, too, unless the same bytes had another name. Raises Refused."""
    if offers is not None:
        decode_offers(path, offers)
    return index_file(path, facts, offers)


def unread(language: str, status: str, why: str) -> FileFacts:
    return FileFacts(language, "", status, why, 0, (), (), (), (), (), (), (), "", ())


def read_batch(parse: Parse, message: bytes, offering: bool = True) -> bytes:
    """The unit of work, in any process on any machine. message: who asks, then path, language and bytes of each file.
    Answer: who answers, then facts and what is brought of each file; nothing but the former when the asker is another flowscout,
    or when reading meets a defect of ours."""
    asker, *pieces = unframe(message)
    tasks = zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True) if asker == MADE_BY else ()
    return alone(lambda: frame([MADE_BY, *_answer(parse, tasks, offering)]), frame([MADE_BY]))


def _answer(parse: Parse, tasks: Iterable[tuple[bytes, bytes, bytes]], offering: bool) -> Iterator[bytes]:
    for path, language, data in tasks:
        _, row = _read(parse, path.decode("utf-8", "surrogatepass"), data, language.decode(), offering=offering)
        yield from (row.facts, row.file_index.offers, dumps(row.file_index[:-1]).encode("utf-8", "surrogatepass"))


def _rows(answer: bytes, count: int) -> list[FactsRow]:
    """One for each file; none when another flowscout answered."""
    rows = []
    try:
        pieces = unframe(answer)
        if pieces[:1] != [MADE_BY] or len(pieces) != 3 * count + 1:
            return []
        for facts, offers, head in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
            language, status, ids, includes = json.loads(head.decode("utf-8", "surrogatepass"))
            rows.append(FactsRow(facts, FileIndex(language, status, tuple(ids), tuple(includes), offers)))
    except (ValueError, TypeError):
        return []
    return rows


def _batch_pieces(batch: list[Task]) -> Iterator[bytes]:
    yield MADE_BY
    for path, language, data in batch:
        yield from (path.encode("utf-8", "surrogatepass"), language.encode(), data)


def _batches(tasks: list[Task]) -> Iterator[list[Task]]:
    batch: list[Task] = []
    size = 0
    for task in tasks:
        batch.append(task)
        size += len(task[2])
        if size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _includers(files: Mapping[str, FileIndex]) -> dict[str, frozenset[str]]:
    """Languages that include a header, by its base name."""
    found: dict[str, set[str]] = {}
    for row in files.values():
        for name in row.includes:
            found.setdefault(name, set()).add(row.language)
    return {name: frozenset(languages) for name, languages in found.items()}
