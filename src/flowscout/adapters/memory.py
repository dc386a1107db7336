"""Remembered root causes in one SQLite file: JSON documents, FTS5 to find candidates, hashed vectors to order them.

Kept in the user's cache directory, so that `cache clear` never touches it; FLOWSCOUT_MEMORY names another file, or `off`.
Nothing is unpickled; a document that is not as ours are is left out.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from ..rca.memory import Document, Filters, Match
from ..rca.memory.vectors import NAME, packed, similarity, unpacked, vector

BUSY_MS: Final = 5_000
CANDIDATES: Final = 500
BOOST: Final = 0.1  # of the score that quality decides
_WORD: Final = re.compile(r"\w{2,}")
_TABLES: Final = (
    (
        "CREATE TABLE IF NOT EXISTS documents (id TEXT PRIMARY KEY, fingerprint TEXT, language TEXT, error_type TEXT, confidence REAL,"
        " quality REAL, updated INTEGER, body TEXT NOT NULL, model TEXT, vector BLOB) WITHOUT ROWID"
    ),
    "CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(id UNINDEXED, text, tokenize = \"unicode61 tokenchars '_'\")",
    "CREATE TABLE IF NOT EXISTS votes (voter TEXT, id TEXT, up INTEGER, change REAL, PRIMARY KEY (voter, id)) WITHOUT ROWID",
)


def memory_path(environment: Mapping[str, str]) -> Path | None:
    """None where remembering is off."""
    chosen = environment.get("FLOWSCOUT_MEMORY", "")
    if chosen == "off":
        return None
    if chosen:
        return Path(chosen)
    home = environment.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home) / "flowscout" / "memory.sqlite3"


class SqliteMemory:
    """See `rca.memory.Memory`. Raises sqlite3.DatabaseError when the file is no memory of ours."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._db = sqlite3.connect(path, timeout=BUSY_MS / 1000, isolation_level=None)
        if os.name == "posix":
            os.chmod(path, 0o600)
        self._db.execute("PRAGMA journal_mode=WAL")
        for table in _TABLES:
            self._db.execute(table)

    def close(self) -> None:
        self._db.close()

    def add(self, one: Document) -> str:
        known = self.get(one.id)
        if (
            known is not None
            and one.updated_at >= known.updated_at
            and not one.validation_feedback
            and known.validation_feedback
        ):
            one = one._replace(
                confidence=known.confidence,
                quality_score=known.quality_score,
                user_validated=known.user_validated,
                validation_feedback=known.validation_feedback,
            )
        one = one._replace(created_at=known.created_at) if known is not None else one
        text = f"{one.error_type} {one.error_message}"
        row = (one.id, one.fingerprint, one.language, one.error_type, one.confidence, one.quality_score, one.updated_at)
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute(
                "INSERT OR REPLACE INTO documents VALUES (?,?,?,?,?,?,?,?,?,?)",
                (*row, json.dumps(one._asdict(), ensure_ascii=False), NAME, packed(vector(text))),
            )
            self._db.execute("DELETE FROM words WHERE id = ?", (one.id,))
            self._db.execute("INSERT INTO words (id, text) VALUES (?, ?)", (one.id, text))
        return one.id

    def get(self, id_: str) -> Document | None:
        row = self._db.execute("SELECT body FROM documents WHERE id = ?", (id_,)).fetchone()
        return _decoded(row[0]) if row else None

    def find(self, start: str) -> list[Document]:
        rows = self._db.execute(
            "SELECT body FROM documents WHERE substr(id, 1, ?) = ? ORDER BY id", (len(start), start)
        )
        return [one for (body,) in rows if (one := _decoded(body))]

    def history(self, limit: int) -> list[Document]:
        rows = self._db.execute("SELECT body FROM documents ORDER BY updated DESC, id LIMIT ?", (limit,))
        return [one for (body,) in rows if (one := _decoded(body))]

    def similar(self, text: str, filters: Filters) -> list[Match]:
        asked = vector(text)
        found = [match for body, data in self._candidates(text, filters) if (match := _match(body, data, asked))]
        return sorted(found, key=lambda match: (-match.score, match.document.id))[: filters.limit]

    def _candidates(self, text: str, filters: Filters) -> Iterator[tuple[str, bytes]]:
        """Rows that pass the filters and share a word with the text, the likeliest CANDIDATES by bm25."""
        words = " OR ".join(f'"{word}"' for word in dict.fromkeys(_WORD.findall(text)[:64]))
        if not words:
            return iter(())
        where = "d.confidence >= ? AND d.quality >= ? AND d.model = ? AND (? = '' OR d.language = ?) AND (? = '' OR d.error_type = ?)"
        values = (
            filters.min_confidence, filters.min_quality_score, NAME,
            filters.language, filters.language, filters.error_type, filters.error_type,
        )  # fmt: skip
        query = f"SELECT d.body, d.vector FROM words w JOIN documents d ON d.id = w.id WHERE words MATCH ? AND {where} ORDER BY bm25(words) LIMIT ?"
        return iter(self._db.execute(query, (words, *values, CANDIDATES)))

    def all(self) -> Iterable[Document]:
        return [
            one for (body,) in self._db.execute("SELECT body FROM documents ORDER BY id") if (one := _decoded(body))
        ]

    def delete(self, ids: Iterable[str]) -> int:
        gone = 0
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            for id_ in ids:
                gone += self._db.execute("DELETE FROM documents WHERE id = ?", (id_,)).rowcount
                self._db.execute("DELETE FROM words WHERE id = ?", (id_,))
                self._db.execute("DELETE FROM votes WHERE id = ?", (id_,))
        return gone

    def voted(self, voter: str, id_: str, up: bool, boost: float) -> bool:
        done = self._db.execute("INSERT OR IGNORE INTO votes VALUES (?, ?, ?, ?)", (voter, id_, int(up), boost))
        return done.rowcount == 1

    def votes(self) -> list[tuple[bool, float]]:
        return [
            (bool(up), change) for up, change in self._db.execute("SELECT up, change FROM votes ORDER BY voter, id")
        ]


def _match(body: str, data: bytes, asked: dict[int, float]) -> Match | None:
    one = _decoded(body)
    if one is None:
        return None
    alike = similarity(asked, unpacked(data))
    return Match(one, round(alike, 3), round(alike * (1 - BOOST + BOOST * one.quality_score), 4))


def _decoded(body: str) -> Document | None:
    try:
        row: dict[str, Any] = json.loads(body)
        for name in ("fix_guidelines", "tool_calls_made", "fixed_in"):
            row[name] = tuple(str(item) for item in row[name])
        return Document(**row)
    except (ValueError, TypeError, KeyError):
        return None
