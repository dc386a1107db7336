"""Facts and offers of the files of a snapshot: remembered, or parsed here or in a pool.

A file is one unit of work. Files go to the executor in batches of about half a megabyte; a batch and its answer are bytes of
our own codec, and the function that reads it, `read_batch`, is found by its name on the machine that runs it. An answer says
who made it: that of a worker with another flowscout is not used. Headers whose language their path and content leave open
wait for the others: who includes them decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from functools import partial
from pathlib import PurePosixPath
from typing import NamedTuple

from .. import __version__
from ..model.codec import Refused
from ..model.facts import FACTS_FORMAT, FileFacts
from ..model.facts_codec import decode_facts, encode_facts
from ..model.frames import frame, unframe
from ..model.report import COMPLETED_SUCCESS, FAILED_FILE_NOT_FOUND
from ..pipeline import offers_of
from ..ports import Entry, LanguageOf, Memo, Offer, Parse, Progress, Snapshot, decode_offers, encode_offers

MADE_BY = f"{__version__} {FACTS_FORMAT}".encode()
BATCH_BYTES = 500_000
POOL_FROM_BYTES = 600_000  # below, starting processes costs more than it saves
SLICE = 2_000  # files whose bytes are held at once
RECALLED = 200  # files whose encoded rows are held at once
ANY = frozenset({"c"})  # a header nobody includes and whose content tells nothing


class Frontend(NamedTuple):
    """What reads files: the two ports, and the suffixes worth opening."""

    parse: Parse
    language_of: LanguageOf
    suffixes: frozenset[str]


def silent(done: int, total: int, what: str, /) -> None:
    """The progress that says nothing."""


def facts_of(
    snapshot: Snapshot,
    entries: Iterable[Entry],
    frontend: Frontend,
    pool: Callable[[], Executor] | None = None,
    memo: Memo | None = None,
    progress: Progress = silent,
) -> tuple[dict[str, FileFacts], dict[str, tuple[Offer, ...]]]:
    """Facts and offers by path. What the memo holds is not parsed, nor even read."""
    entries = sorted(entries)
    known = languages(snapshot, entries, frontend, memo)
    first = [(e, known[e.path]) for e in entries if known[e.path] and not known[e.path].endswith("?")]
    late = [e for e in entries if known[e.path].endswith("?")]
    run = Reading(snapshot, frontend, pool, memo, progress, len(first) + len(late))
    try:
        done = run(first)
        includers = _includers(done) if late else {}
        done.update(run([(e, frontend.language_of(e.path, b"", includers.get(PurePosixPath(e.path).name, ANY))) for e in late]))
    finally:
        run.close()
    return done, run.offers


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


class Reading:
    """Parses what the memo does not hold, in this process or in a pool that starts when the work is worth it."""

    def __init__(
        self, snapshot: Snapshot, frontend: Frontend, pool: Callable[[], Executor] | None, memo: Memo | None,
        progress: Progress, total: int,
    ) -> None:
        self._snapshot, self._frontend, self._pool, self._memo = snapshot, frontend, pool, memo
        self._progress, self._total, self._count = progress, total, 0
        self._executor: Executor | None = None
        self.offers: dict[str, tuple[Offer, ...]] = {}

    def __call__(self, tasks: list[tuple[Entry, str]]) -> dict[str, FileFacts]:
        keys = {entry.path: keys_of(entry, language) for entry, language in tasks}
        done = {path: facts for some in _chunks(list(keys)) for path, facts in self._known(some, keys)}
        missing = [(entry, language) for entry, language in tasks if done.get(entry.path) is None]
        self._count += len(tasks) - len(missing)
        for start in range(0, len(missing), SLICE):
            fresh: dict[str, bytes] = {}
            for path, facts, rows in self._parse(missing[start:start + SLICE]):
                done[path] = facts
                self._count += 1
                self._progress(self._count, self._total, path)
                if self._memo and facts.status == COMPLETED_SUCCESS:
                    fresh.update(zip(keys[path], rows or _encoded(facts, self.offers[path]), strict=True))
            if self._memo:
                self._memo.put(fresh)
        return {path: facts for path, facts in done.items() if facts is not None}

    def expect(self, more: int) -> None:
        """So many files more are to come."""
        self._total += more

    def close(self) -> None:
        if self._executor:
            self._executor.shutdown(cancel_futures=True)

    def _known(self, paths: list[str], keys: Mapping[str, tuple[str, str]]) -> list[tuple[str, FileFacts | None]]:
        """Facts from the memo, None for what it does not hold."""
        known = self._memo.get(key for path in paths for key in keys[path]) if self._memo else {}
        return [(path, self._remembered(path, [known.get(key) for key in keys[path]])) for path in paths]

    def _remembered(self, path: str, rows: list[bytes | None]) -> FileFacts | None:
        """None when a row is missing or is not what it should be: a bad memo is only a miss."""
        if rows[0] is None or rows[1] is None:
            return None
        try:
            facts = decode_facts(rows[0])
            self.offers[path] = decode_offers(path, rows[1])
        except Refused:
            return None
        return facts

    def _parse(self, missing: list[tuple[Entry, str]]) -> Iterator[tuple[str, FileFacts, list[bytes]]]:
        data = self._snapshot.read([entry for entry, _ in missing]) if missing else {}
        tasks = [(e.path, language, data[e.path]) for e, language in missing if e.path in data]
        yield from ((e.path, _vanished(language), []) for e, language in missing if e.path not in data)
        if self._pool and not self._executor and sum(len(text) for _, _, text in tasks) >= POOL_FROM_BYTES:
            self._executor = self._pool()
        if self._executor is None:
            for path, language, text in tasks:
                facts = self._frontend.parse(text, language)
                self.offers[path] = offers_of(path, facts)
                yield path, facts, []
            return
        batches = list(_batches(tasks))
        messages = (frame(_batch_pieces(batch)) for batch in batches)
        unit = partial(read_batch, self._frontend.parse)
        for batch, answer in zip(batches, self._executor.map(unit, messages), strict=True):
            rows = _rows(answer, len(batch)) or _rows(unit(frame(_batch_pieces(batch))), len(batch))
            for (path, _, _), row in zip(batch, rows, strict=True):
                self.offers[path] = decode_offers(path, row[1])
                yield path, decode_facts(row[0]), row


def _chunks(paths: list[str]) -> Iterator[list[str]]:
    """So many that their encoded rows are held at once."""
    return (paths[start:start + RECALLED] for start in range(0, len(paths), RECALLED))


def keys_of(entry: Entry, language: str) -> tuple[str, str]:
    """Of a file's facts, which depend on its content alone, and of its offers, which name its path too."""
    return f"facts:{FACTS_FORMAT}:{language}:{entry.blob}", f"offers:{FACTS_FORMAT}:{language}:{entry.blob}:{entry.path!a}"


def _encoded(facts: FileFacts, offers: Iterable[Offer]) -> list[bytes]:
    return [encode_facts(facts), encode_offers(offers)]


def _vanished(language: str) -> FileFacts:
    return FileFacts(language, "", FAILED_FILE_NOT_FOUND, "the file could not be read", 0, (), (), (), (), (), (), (), "", ())


def read_batch(parse: Parse, message: bytes) -> bytes:
    """The unit of work, in any process on any machine. message: who asks, then path, language and bytes of each file.
    Answer: who answers, then facts and offers of each file; nothing but the former when the asker is another flowscout."""
    asker, *pieces = unframe(message)
    answer = [MADE_BY]
    for path, language, data in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True) if asker == MADE_BY else ():
        facts = parse(data, language.decode())
        answer += _encoded(facts, offers_of(path.decode("utf-8", "surrogatepass"), facts))
    return frame(answer)


def _rows(answer: bytes, count: int) -> list[list[bytes]]:
    """Facts and offers of each file; none when another flowscout answered."""
    try:
        pieces = unframe(answer)
    except Refused:
        return []
    return [pieces[at:at + 2] for at in range(1, 2 * count, 2)] if pieces[:1] == [MADE_BY] and len(pieces) == 2 * count + 1 else []


def _batch_pieces(batch: list[tuple[str, str, bytes]]) -> Iterator[bytes]:
    yield MADE_BY
    for path, language, data in batch:
        yield from (path.encode("utf-8", "surrogatepass"), language.encode(), data)


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
