"""A candidate's score: what is known of it, each fact times the weight it was learned to have.

The rules' own points are facts like the others. The weights come from labelled logs (`tests/rca/training.py`), so that
an answer is the sum of a few dozen numbers that `rca --why` prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...model.logformat import Record
from ..reading import RunnerMark
from .evidence import UNKNOWN, WeighedRecord
from .features import described, scene
from .telling import Signs
from .verdict import Verdict
from .weights import WEIGHTS


class Scored(NamedTuple):
    """points: by the rules alone. why: (fact, its share of the score). facts: the same before they were weighed."""

    record: Record
    points: float
    score: float
    why: tuple[tuple[str, float], ...]
    facts: tuple[tuple[str, float], ...]


def scored(
    causes: Sequence[WeighedRecord],
    records: Sequence[Record],
    marks: Sequence[RunnerMark],
    said: Verdict,
    signs: Mapping[int, Signs],
) -> list[Scored]:
    of = scene([cause.record for cause in causes], records, marks, said)
    return [_scored(cause, (*cause.why, *described(cause.record, of), *_form(cause.record, signs))) for cause in causes]


def _form(record: Record, signs: Mapping[int, Signs]) -> Signs:
    """What its line tells by its form, where no format knows more of it."""
    return signs.get(record.line, ()) if record.kind == UNKNOWN else ()


def _scored(cause: WeighedRecord, facts: tuple[tuple[str, float], ...]) -> Scored:
    why = tuple((name, round(WEIGHTS.get(name, 0.0) * value, 3)) for name, value in facts)
    return Scored(cause.record, cause.points, round(sum(share for _, share in why), 3), why, facts)
