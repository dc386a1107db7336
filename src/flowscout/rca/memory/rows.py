"""What a store keeps of a document and makes of it again, whichever database it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from .document import CauseDocument, SimilarDocument
from .embedding import HASHED, Embedding

BOOST: Final = 0.1  # of the score that quality decides
_TUPLES: Final = ("fix_guidelines", "tool_calls_made", "fixed_in", "path_files")


def text_of(one: CauseDocument) -> str:
    """What is searched and compared."""
    return f"{one.error_type} {one.error_message}"


def body_of(one: CauseDocument) -> str:
    return json.dumps(one._asdict(), ensure_ascii=False)


def decoded(body: str) -> CauseDocument | None:
    """None for what is no document of ours."""
    try:
        row: dict[str, Any] = json.loads(body)
        for name in _TUPLES:
            row[name] = tuple(str(item) for item in row.get(name, ()))
        return CauseDocument(**row)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def merged(known: CauseDocument | None, one: CauseDocument) -> CauseDocument:
    """What people said of it stays, and what fixed it, when it is stored again."""
    if known is None:
        return one
    if one.updated_at >= known.updated_at and not one.validation_feedback and known.validation_feedback:
        one = one._replace(
            confidence=known.confidence,
            quality_score=known.quality_score,
            user_validated=known.user_validated,
            validation_feedback=known.validation_feedback,
        )
    return one._replace(created_at=known.created_at, fixed_in=one.fixed_in or known.fixed_in)


def vectors_of(text: str, embedding: Embedding, say: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    """(name, vector) of each embedding that answers: the hashed one always does."""
    for each in dict.fromkeys((HASHED, embedding)):
        made = each.of(text)
        if made is not None:
            yield each.name, made
        else:
            say(f"{each.name} does not answer: the hashed vectors stand in for it")


def matches(
    rows: Iterable[tuple[str, bytes]], asked: bytes, embedding: Embedding, limit: int, repository: str | None = None
) -> list[SimilarDocument]:
    """Most alike first, quality as a boost. rows: (body, vector). repository: see `Filters`."""
    found = []
    for body, data in rows:
        one = decoded(body)
        if one is not None and repository in (None, one.repository):
            alike = embedding.alike(asked, bytes(data))
            found.append(
                SimilarDocument(one, round(alike, 3), round(alike * (1 - BOOST + BOOST * one.quality_score), 4))
            )
    return sorted(found, key=lambda match: (-match.score, match.document.id))[:limit]
