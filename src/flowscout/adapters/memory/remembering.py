"""Which memory the environment chooses, opened: the SQLite file of the user, or an organisation's PostgreSQL; and which
embedding: `FLOWSCOUT_EMBEDDINGS` is `hashed`, `ollama:MODEL` or `openai:MODEL`."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol
from urllib.parse import urlsplit

from ...errors import ConfigError, UserError
from ...rca.memory import Memory
from ...rca.memory.embedding import HASHED, Embedding, of_model
from .sqlite import POSTGRES, SqliteMemory, memory_path

PROVIDERS: Final = ("ollama", "openai")
VARIABLE: Final = "FLOWSCOUT_EMBEDDINGS"
Say = Callable[[str], None]


class OpenMemory(Memory, Protocol):
    """A memory that is closed when it is done with."""

    def close(self) -> None: ...


def remembers(environment: Mapping[str, str]) -> bool:
    return environment.get("FLOWSCOUT_MEMORY", "") != "off"


def where(environment: Mapping[str, str]) -> str:
    """For people: the file, or the database without its password."""
    address = environment.get("FLOWSCOUT_MEMORY", "")
    if not address.startswith(POSTGRES):
        return str(memory_path(environment))
    parts = urlsplit(address)
    return f"postgresql://{parts.hostname or ''}{parts.path}"


def opened(environment: Mapping[str, str], say: Say = lambda said: None) -> OpenMemory:
    """Raises UserError where it cannot be opened, or remembering is off."""
    address, embedding = environment.get("FLOWSCOUT_MEMORY", ""), chosen_embedding(environment)
    if address.startswith(POSTGRES):
        try:
            from .postgres import PostgresMemory
        except ImportError:
            raise UserError("a memory in PostgreSQL needs psycopg", 'pip install "flowscout[postgres]"') from None
        return PostgresMemory(address, embedding, say)
    path = memory_path(environment)
    if path is None:
        raise UserError("remembering is off", "unset FLOWSCOUT_MEMORY")
    try:
        return SqliteMemory(path, embedding, say)
    except (sqlite3.DatabaseError, UnicodeError) as error:
        raise UserError(f"{path}: {error}", "move the file away; it is made anew") from None


def chosen_embedding(environment: Mapping[str, str]) -> Embedding:
    """Raises ConfigError on a name that is none."""
    said = environment.get(VARIABLE, "").strip()
    if said in ("", "hashed"):
        return HASHED
    provider, _, model = said.partition(":")
    if provider not in PROVIDERS or not model:
        raise ConfigError(f"no embeddings {said!r}", f"{VARIABLE} is hashed, ollama:MODEL or openai:MODEL")
    from ...llm.access import chosen
    from ...llm.provider import Failure

    same = environment.get("FLOWSCOUT_PROVIDER", "").lower() == provider
    reached = {k: v for k, v in environment.items() if same or k not in ("FLOWSCOUT_BASE_URL", "FLOWSCOUT_API_KEY")}
    got = chosen({**reached, "FLOWSCOUT_PROVIDER": provider, "FLOWSCOUT_MODEL": model}, {})

    def embed(text: str) -> Sequence[float] | None:
        if got.provider.embed is None:
            return None
        answer = got.provider.embed(got.access, [text])
        return None if isinstance(answer, Failure) or len(answer) != 1 else answer[0]

    return of_model(said, embed)
