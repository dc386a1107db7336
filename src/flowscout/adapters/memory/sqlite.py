"""Remembered root causes in one SQLite file: JSON documents, FTS5 to find candidates, hashed vectors to order them.

Kept in the user's cache directory, so that `cache clear` never touches it; FLOWSCOUT_MEMORY names another file, or
`off`. Nothing is unpickled; a document that is not as ours are is left out.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from ...rca.memory import CauseDocument, Filters, SimilarDocument
from ...rca.memory.embedding import HASHED, Embedding
from ...rca.memory.rows import body_of, decoded, matches, merged, text_of, vectors_of
from ...rca.memory.vectors import NAME

POSTGRES: Final = ("postgresql://", "postgres://")
BUSY_MS: Final = 5_000
CANDIDATES: Final = 500
_WORD: Final = re.compile(r"\w{2,}")
_TABLES: Final = (
    (
        "CREATE TABLE IF NOT EXISTS documents (id TEXT PRIMARY KEY, fingerprint TEXT, language TEXT, error_type TEXT, confidence REAL,"
        " quality REAL, updated INTEGER, body TEXT NOT NULL, model TEXT, vector BLOB) WITHOUT ROWID"
    ),
    "CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(id UNINDEXED, text, tokenize = \"unicode61 tokenchars '_'\")",
    "CREATE TABLE IF NOT EXISTS vectors (id TEXT, model TEXT, vector BLOB NOT NULL, PRIMARY KEY (id, model)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS votes (voter TEXT, id TEXT, up INTEGER, change REAL, PRIMARY KEY (voter, id)) WITHOUT ROWID",
)


def memory_path(environment: Mapping[str, str]) -> Path | None:
    """None where remembering is off, or an organisation's database does it."""
    chosen = environment.get("FLOWSCOUT_MEMORY", "")
    if chosen == "off" or chosen.startswith(POSTGRES):
        return None
    if chosen:
        return Path(chosen)
    home = environment.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home) / "flowscout" / "memory.sqlite3"


class SqliteMemory:
    """See `rca.memory.Memory`. Raises sqlite3.DatabaseError when the file is no memory of ours."""

    def __init__(
        self, path: Path, embedding: Embedding = HASHED, say: Callable[[str], None] = lambda said: None
    ) -> None:
        """say: gets a word for the user, when the embedding does not answer."""
        self._embedding, self._say = embedding, say
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._db = sqlite3.connect(path, timeout=BUSY_MS / 1000, isolation_level=None)
        if os.name == "posix":
            os.chmod(path, 0o600)
        self._db.execute("PRAGMA journal_mode=WAL")
        for table in _TABLES:
            self._db.execute(table)

    def close(self) -> None:
        self._db.close()

    def add(self, one: CauseDocument) -> str:
        one = merged(self.get(one.id), one)
        text = text_of(one)
        made = dict(vectors_of(text, self._embedding, self._say))
        row = (one.id, one.fingerprint, one.language, one.error_type, one.confidence, one.quality_score, one.updated_at)
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute(
                "INSERT OR REPLACE INTO documents VALUES (?,?,?,?,?,?,?,?,?,?)",
                (*row, body_of(one), NAME, made.pop(NAME)),
            )
            for name, data in made.items():
                self._db.execute("INSERT OR REPLACE INTO vectors VALUES (?,?,?)", (one.id, name, data))
            self._db.execute("DELETE FROM words WHERE id = ?", (one.id,))
            self._db.execute("INSERT INTO words (id, text) VALUES (?, ?)", (one.id, text))
        return one.id

    def get(self, id_: str) -> CauseDocument | None:
        row = self._db.execute("SELECT body FROM documents WHERE id = ?", (id_,)).fetchone()
        return decoded(row[0]) if row else None

    def find(self, start: str) -> list[CauseDocument]:
        rows = self._db.execute(
            "SELECT body FROM documents WHERE substr(id, 1, ?) = ? ORDER BY id", (len(start), start)
        )
        return [one for (body,) in rows if (one := decoded(body))]

    def history(self, limit: int) -> list[CauseDocument]:
        rows = self._db.execute("SELECT body FROM documents ORDER BY updated DESC, id LIMIT ?", (limit,))
        return [one for (body,) in rows if (one := decoded(body))]

    def similar(self, text: str, filters: Filters) -> list[SimilarDocument]:
        made = dict(vectors_of(text, self._embedding, self._say))
        if self._embedding is not HASHED and self._embedding.name in made:
            rows = self._of_model(filters)
            return matches(rows, made[self._embedding.name], self._embedding, filters.limit, filters.repository)
        return matches(self._candidates(text, filters), made[NAME], HASHED, filters.limit, filters.repository)

    def _candidates(self, text: str, filters: Filters) -> Iterator[tuple[str, bytes]]:
        """Rows that pass the filters and share a word with the text, the likeliest CANDIDATES by bm25."""
        words = " OR ".join(f'"{word}"' for word in dict.fromkeys(_WORD.findall(text)[:64]))
        if not words:
            return iter(())
        query = f"SELECT d.body, d.vector FROM words w JOIN documents d ON d.id = w.id WHERE words MATCH ? AND {_PASSING} AND d.model = ? ORDER BY bm25(words) LIMIT ?"
        return iter(self._db.execute(query, (words, *_passing(filters), NAME, CANDIDATES)))

    def _of_model(self, filters: Filters) -> Iterator[tuple[str, bytes]]:
        """Rows that pass the filters and have a vector of the model: meaning needs no shared word."""
        query = f"SELECT d.body, v.vector FROM vectors v JOIN documents d ON d.id = v.id WHERE v.model = ? AND {_PASSING} ORDER BY d.updated DESC LIMIT ?"
        return iter(self._db.execute(query, (self._embedding.name, *_passing(filters), CANDIDATES)))

    def all(self) -> Iterable[CauseDocument]:
        return [one for (body,) in self._db.execute("SELECT body FROM documents ORDER BY id") if (one := decoded(body))]

    def delete(self, ids: Iterable[str]) -> int:
        gone = 0
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            for id_ in ids:
                gone += self._db.execute("DELETE FROM documents WHERE id = ?", (id_,)).rowcount
                self._db.execute("DELETE FROM words WHERE id = ?", (id_,))
                self._db.execute("DELETE FROM vectors WHERE id = ?", (id_,))
                self._db.execute("DELETE FROM votes WHERE id = ?", (id_,))
        return gone

    def voted(self, voter: str, id_: str, up: bool, boost: float) -> bool:
        done = self._db.execute("INSERT OR IGNORE INTO votes VALUES (?, ?, ?, ?)", (voter, id_, int(up), boost))
        return done.rowcount == 1

    def votes(self) -> list[tuple[bool, float]]:
        return [
            (bool(up), change) for up, change in self._db.execute("SELECT up, change FROM votes ORDER BY voter, id")
        ]


_PASSING: Final = (
    "d.confidence >= ? AND d.quality >= ? AND (? = '' OR d.language = ?) AND (? = '' OR d.error_type = ?) "
    "AND (? IS NULL OR json_extract(d.body, '$.repository') = ?)"
)


def _passing(filters: Filters) -> tuple[object, ...]:
    by_name = (filters.language, filters.language, filters.error_type, filters.error_type)
    return (filters.min_confidence, filters.min_quality_score, *by_name, filters.repository, filters.repository)
