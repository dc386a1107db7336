"""What earlier failures were found to be: documents, how alike they are, how good, and what people said of them.

A document is one root cause of one job at one commit; storing it again updates it. Likeness is by meaning of the words
(`vectors`), quality by one formula (`quality`), and a thumb up or down moves the confidence (`feedback`). Where documents are
kept is an adapter's business (`Memory` is its port).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from .document import CauseDocument, Filters, SimilarDocument, document, document_id

__all__ = ["CauseDocument", "Filters", "Memory", "SimilarDocument", "document", "document_id"]


class Memory(Protocol):
    """Where documents are kept. Times are milliseconds since 1970."""

    def add(self, one: CauseDocument, /) -> str:
        """Stores or updates by id; what people said of it stays."""
        ...

    def get(self, id_: str, /) -> CauseDocument | None: ...

    def find(self, start: str, /) -> list[CauseDocument]:
        """Documents whose id begins so."""
        ...

    def history(self, limit: int, /) -> list[CauseDocument]:
        """Newest first."""
        ...

    def similar(self, text: str, filters: Filters, /) -> list[SimilarDocument]:
        """Most alike first, quality as a boost."""
        ...

    def all(self) -> Iterable[CauseDocument]: ...

    def delete(self, ids: Iterable[str], /) -> int: ...

    def voted(self, voter: str, id_: str, up: bool, boost: float, /) -> bool:
        """Notes a vote; False where this voter has voted on it before."""
        ...

    def votes(self) -> list[tuple[bool, float]]:
        """(up, change of confidence) of every vote."""
        ...
