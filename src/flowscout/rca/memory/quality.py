"""How good the documents are, and which to keep."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any, Final, NamedTuple

from .document import CauseDocument

THRESHOLD: Final = 0.3  # below it a document is pruned
MAX_AGE: Final = 180 * 86_400_000  # milliseconds
NEARING: Final = 0.9  # of the age: flagged
HIGH: Final = 0.6
_BANDS: Final = (("excellent", 0.8), ("good", 0.6), ("fair", 0.4), ("poor", 0.0))


class QualityEvaluation(NamedTuple):
    """recommendation: keep | prune | flag."""

    id: str
    quality: float
    age_ms: int
    below_threshold: bool
    expired: bool
    nearing_expiration: bool
    recommendation: str


def evaluated(one: CauseDocument, now: int, threshold: float = THRESHOLD, max_age: int = MAX_AGE) -> QualityEvaluation:
    age = max(0, now - one.updated_at)
    low, old, nearly = one.quality_score < threshold, age > max_age, age > NEARING * max_age
    said = "prune" if low or old else "flag" if nearly else "keep"
    return QualityEvaluation(one.id, one.quality_score, age, low, old, nearly, said)


def metrics(documents: Sequence[CauseDocument], now: int) -> dict[str, Any]:
    """The published QualityMetrics."""
    scores = [one.quality_score for one in documents]
    rated = [evaluated(one, now) for one in documents]
    bands = dict.fromkeys((name for name, _ in _BANDS), 0)
    for score in scores:
        bands[next(name for name, low in _BANDS if score >= low)] += 1
    return {
        "totalDocuments": len(scores),
        "highQualityCount": sum(score >= HIGH for score in scores),
        "lowQualityCount": sum(one.below_threshold for one in rated),
        "validatedCount": sum(one.user_validated for one in documents),
        "oldDocumentsCount": sum(one.expired for one in rated),
        "averageQuality": round(sum(scores) / len(scores), 3) if scores else 0.0,
        "medianQuality": round(median(scores), 3) if scores else 0.0,
        "qualityDistribution": bands,
    }
