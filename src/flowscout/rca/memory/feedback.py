"""What a thumb up or down does to a document: × 1.2 or × 0.5, within 0.1 to 1.0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from .document import CauseDocument, quality

UP: Final = 1.2
DOWN: Final = 0.5
LEAST, MOST = 0.1, 1.0


class Feedback(NamedTuple):
    """The published FeedbackResult. document: as it is to be stored."""

    document: CauseDocument
    kind: str
    previous: float
    new: float


def applied(one: CauseDocument, up: bool, now: int, words: str = "") -> Feedback:
    new = round(min(MOST, max(LEAST, one.confidence * (UP if up else DOWN))), 3)
    validated = up
    changed = one._replace(
        confidence=new,
        user_validated=validated,
        validation_feedback=words or ("positive" if up else "negative"),
        quality_score=quality(new, validated, bool(one.code_context)),
        updated_at=now,
    )
    return Feedback(changed, "positive" if up else "negative", one.confidence, new)


def stats(votes: Sequence[tuple[bool, float]]) -> dict[str, Any]:
    """The published FeedbackStats. votes: (up, change of confidence)."""
    ups = [change for up, change in votes if up]
    downs = [-change for up, change in votes if not up]
    return {
        "totalPositive": len(ups),
        "totalNegative": len(downs),
        "successRate": round(len(ups) / len(votes), 3) if votes else 0.0,
        "averagePositiveBoost": round(sum(ups) / len(ups), 3) if ups else 0.0,
        "averageNegativeReduction": round(sum(downs) / len(downs), 3) if downs else 0.0,
    }
