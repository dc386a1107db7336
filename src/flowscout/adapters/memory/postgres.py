"""Remembered root causes of an organisation in one PostgreSQL database, behind the same port as the SQLite file.

FLOWSCOUT_MEMORY is its address, `postgresql://user@host/name`; the password is PostgreSQL's own business (PGPASSWORD,
~/.pgpass, a service file). Words are found by PostgreSQL's text search, vectors compared here as for SQLite, so that no
extension is needed. Tables are made in the schema `flowscout` when they are not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg

from ...errors import UserError
from ...rca.memory import CauseDocument, Filters, SimilarDocument
from ...rca.memory.embedding import HASHED, Embedding
from ...rca.memory.rows import body_of, decoded, matches, merged, text_of, vectors_of
from ...rca.memory.vectors import NAME

WAIT: Final = 5  # seconds to reach the server
CANDIDATES: Final = 500
_WORD: Final = re.compile(r"\w{2,60}")
_TABLES: Final = """
CREATE SCHEMA IF NOT EXISTS flowscout;
CREATE TABLE IF NOT EXISTS flowscout.documents (id text PRIMARY KEY, fingerprint text, language text, error_type text, confidence real, quality real,
  updated bigint, body text NOT NULL, words tsvector);
CREATE INDEX IF NOT EXISTS documents_words ON flowscout.documents USING gin (words);
CREATE TABLE IF NOT EXISTS flowscout.vectors (id text REFERENCES flowscout.documents ON DELETE CASCADE, model text, vector bytea NOT NULL, PRIMARY KEY (id, model));
CREATE TABLE IF NOT EXISTS flowscout.votes (voter text, id text, up boolean, change real, PRIMARY KEY (voter, id));
"""
_UPSERT: Final = """
INSERT INTO flowscout.documents VALUES (%s, %s, %s, %s, %s, %s, %s, %s, to_tsvector('simple', %s))
ON CONFLICT (id) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, language = EXCLUDED.language, error_type = EXCLUDED.error_type,
  confidence = EXCLUDED.confidence, quality = EXCLUDED.quality, updated = EXCLUDED.updated, body = EXCLUDED.body, words = EXCLUDED.words
"""
_PASSING: Final = (
    "d.confidence >= %s AND d.quality >= %s AND (%s = '' OR d.language = %s) AND (%s = '' OR d.error_type = %s) "
    "AND (%s::text IS NULL OR d.body::json->>'repository' = %s)"
)
_BY_WORDS: Final = f"""
SELECT d.body, v.vector FROM flowscout.documents d JOIN flowscout.vectors v ON v.id = d.id AND v.model = %s
WHERE {_PASSING} AND d.words @@ to_tsquery('simple', %s) ORDER BY ts_rank(d.words, to_tsquery('simple', %s)) DESC, d.id LIMIT %s
"""
_BY_MODEL: Final = f"""
SELECT d.body, v.vector FROM flowscout.documents d JOIN flowscout.vectors v ON v.id = d.id AND v.model = %s
WHERE {_PASSING} ORDER BY d.updated DESC, d.id LIMIT %s
"""


class PostgresMemory:
    """See `rca.memory.Memory`. Raises UserError when the database cannot be reached or refuses us."""

    def __init__(
        self, address: str, embedding: Embedding = HASHED, say: Callable[[str], None] = lambda said: None
    ) -> None:
        self._embedding, self._say = embedding, say
        try:
            self._db = psycopg.connect(address, connect_timeout=WAIT, autocommit=True, application_name="flowscout")
            self._db.execute("SELECT pg_advisory_lock(7305)")  # two that begin at once make the tables once
            self._db.execute(_TABLES)
            self._db.execute("SELECT pg_advisory_unlock(7305)")
        except psycopg.Error as error:
            raise _refused(error) from None

    def close(self) -> None:
        self._db.close()

    def _ask(self, query: Any, values: tuple[object, ...] = ()) -> Any:
        try:
            return self._db.execute(query, values)
        except psycopg.Error as error:
            raise _refused(error) from None

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """All that is asked for within, or nothing of it."""
        try:
            with self._db.transaction():
                yield
        except psycopg.Error as error:
            raise _refused(error) from None

    def add(self, one: CauseDocument) -> str:
        one = merged(self.get(one.id), one)
        text = _plain(text_of(one))
        row = (one.id, one.fingerprint, one.language, one.error_type, one.confidence, one.quality_score, one.updated_at)
        with self._whole():
            self._ask(_UPSERT, (*map(_plain, row), body_of(one), text))
            for name, data in vectors_of(text, self._embedding, self._say):
                self._ask(
                    "INSERT INTO flowscout.vectors VALUES (%s, %s, %s) ON CONFLICT (id, model) DO UPDATE SET vector = EXCLUDED.vector",
                    (one.id, name, data),
                )
        return one.id

    def get(self, id_: str) -> CauseDocument | None:
        row = self._ask("SELECT body FROM flowscout.documents WHERE id = %s", (id_,)).fetchone()
        return decoded(row[0]) if row else None

    def find(self, start: str) -> list[CauseDocument]:
        return self._listed("WHERE left(id, %s) = %s ORDER BY id", (len(start), start))

    def history(self, limit: int) -> list[CauseDocument]:
        return self._listed("ORDER BY updated DESC, id LIMIT %s", (limit,))

    def all(self) -> Iterable[CauseDocument]:
        return self._listed("ORDER BY id", ())

    def _listed(self, rest: str, values: tuple[object, ...]) -> list[CauseDocument]:
        rows = self._ask(f"SELECT body FROM flowscout.documents {rest}".encode(), values)
        return [one for (body,) in rows if (one := decoded(body))]

    def similar(self, text: str, filters: Filters) -> list[SimilarDocument]:
        made = dict(vectors_of(text, self._embedding, self._say))
        by_name = (filters.language, filters.language, filters.error_type, filters.error_type)
        passing = (filters.min_confidence, filters.min_quality_score, *by_name, filters.repository, filters.repository)
        if self._embedding is not HASHED and self._embedding.name in made:
            rows = self._ask(_BY_MODEL, (self._embedding.name, *passing, CANDIDATES))
            return matches(rows, made[self._embedding.name], self._embedding, filters.limit, filters.repository)
        words = " | ".join(dict.fromkeys(_WORD.findall(text)[:64]))
        if not words:
            return []
        rows = self._ask(_BY_WORDS, (NAME, *passing, words, words, CANDIDATES))
        return matches(rows, made[NAME], HASHED, filters.limit, filters.repository)

    def delete(self, ids: Iterable[str]) -> int:
        wanted = list(ids)
        with self._whole():
            self._ask("DELETE FROM flowscout.votes WHERE id = ANY(%s)", (wanted,))
            return int(self._ask("DELETE FROM flowscout.documents WHERE id = ANY(%s)", (wanted,)).rowcount)

    def voted(self, voter: str, id_: str, up: bool, boost: float) -> bool:
        done = self._ask(
            "INSERT INTO flowscout.votes VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING", (voter, id_, up, boost)
        )
        return bool(done.rowcount == 1)

    def votes(self) -> list[tuple[bool, float]]:
        rows = self._ask("SELECT up, change FROM flowscout.votes ORDER BY voter, id")
        return [(bool(up), round(change, 3)) for up, change in rows]


def _refused(error: psycopg.Error) -> UserError:
    said = str(error).strip().split("\n")[0]
    return UserError(f"the memory's database: {said}", "FLOWSCOUT_MEMORY=off does without")


def _plain(value: Any) -> Any:
    """PostgreSQL keeps no NUL in a text."""
    return value.replace("\0", "") if isinstance(value, str) else value
