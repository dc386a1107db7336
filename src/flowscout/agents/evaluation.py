"""How good an answer is, from what stands of it alone: whether it is worth another round, and what that round is told.

The kinds of issues, their weights between 0 and 1 and the score are those of the agentic schema; those of its kinds that only a
search can have (types of symbols, languages) do not come up here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model.product import is_aside
from ..model.record import NamedTuple
from .said import Cited

ENOUGH: Final = 0.5  # score from which an answer is not asked for again
EMPTY: Final = "empty_results"
TOO_MANY: Final = "too_many_results"
ELSEWHERE: Final = "wrong_locations"
SEVERITY: Final = {EMPTY: 0.9, ELSEWHERE: 0.6, TOO_MANY: 0.3}
ADVICE: Final = {
    EMPTY: "look up what is missing, then say only what the results show, at the places that they show",
    ELSEWHERE: "look for the product's own code",
    TOO_MANY: "keep what answers the question",
}


class Issue(NamedTuple):
    issue_type: str
    description: str
    severity: float


class EvaluationReport(NamedTuple):
    success: bool
    issues: tuple[Issue, ...]
    suggestions: tuple[str, ...]
    score: float


def evaluated(question: str, offered: int, said: Sequence[Cited], most: int) -> EvaluationReport:
    """offered: how many sentences were given, of which `said` stand; most: how many are shown."""
    found = []
    if not said:
        found.append((EMPTY, f"none of {offered} sentences stands"))
    elif all(is_aside(line.path) for line in said) and "test" not in question.lower():
        found.append((ELSEWHERE, "every place that is cited is beside the product"))
    if offered > most:
        found.append((TOO_MANY, f"{offered} sentences, of which {most} are shown"))
    issues = tuple(Issue(kind, told, SEVERITY[kind]) for kind, told in found)
    score = max(0.0, 1.0 - sum(issue.severity for issue in issues))
    return EvaluationReport(score >= ENOUGH, issues, tuple(ADVICE[kind] for kind, _ in found), round(score, 2))
