"""What earlier failures were found to be: documents, how alike they are, how good, and what people said of them.

A document is one root cause of one job at one commit; storing it again updates it. Likeness is by meaning of the words
(`vectors`), quality by one formula (`quality`), and a thumb up or down moves the confidence (`feedback`). Where documents are
kept is an adapter's business (`Memory` is its port).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from .document import Document, Filters, Match, document, document_id

__all__ = ["Document", "Filters", "Match", "Memory", "document", "document_id"]


class Memory(Protocol):
    """Where documents are kept. Times are milliseconds since 1970."""

    def add(self, one: Document, /) -> str:
        """Stores or updates by id; what people said of it stays."""
        ...

    def get(self, id_: str, /) -> Document | None: ...

    def find(self, start: str, /) -> list[Document]:
        """Documents whose id begins so."""
        ...

    def history(self, limit: int, /) -> list[Document]:
        """Newest first."""
        ...

    def similar(self, text: str, filters: Filters, /) -> list[Match]:
        """Most alike first, quality as a boost."""
        ...

    def all(self) -> Iterable[Document]: ...

    def delete(self, ids: Iterable[str], /) -> int: ...

    def voted(self, voter: str, id_: str, up: bool, boost: float, /) -> bool:
        """Notes a vote; False where this voter has voted on it before."""
        ...

    def votes(self) -> list[tuple[bool, float]]:
        """(up, change of confidence) of every vote."""
        ...
