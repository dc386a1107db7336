"""Fits the confidence model on the labelled logs and prints its coefficients.

    PYTHONPATH=src:tests python -m rca.calibration [FOLDER …]

Logistic regression by Newton's method with a ridge of 1 towards a prior (more points, more lead: surer), so that a few
logs cannot turn a sign.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path

from flowscout.rca.rank.confidence import COEFFICIENTS
from rca.labelled import Judged, calibration, judged, labels

RIDGE = 2.0
ROUNDS = 30


def rows_of(judgements: Sequence[Judged]) -> list[tuple[tuple[float, ...], float]]:
    return [(row.first.features, float(row.hit)) for row in judgements if row.first and row.label.kind != "none"]


def fitted(rows: Sequence[tuple[tuple[float, ...], float]], prior: Sequence[float]) -> list[float]:
    weights = list(prior)
    size = len(prior)
    for _ in range(ROUNDS):
        gradient = [RIDGE * (p - w) for p, w in zip(prior, weights, strict=True)]
        hessian = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
        for x, right in rows:
            sure = 1 / (1 + math.exp(-sum(a * b for a, b in zip(weights, x, strict=True))))
            for i in range(size):
                gradient[i] += (right - sure) * x[i]
                for j in range(size):
                    hessian[i][j] += sure * (1 - sure) * x[i] * x[j]
        weights = [w + step for w, step in zip(weights, solved(hessian, gradient), strict=True)]
    return [round(w, 3) for w in weights]


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gaussian elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for r in range(size):
            if r != column:
                factor = rows[r][column] / rows[column][column]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column], strict=True)]
    return [rows[r][size] / rows[r][r] for r in range(size)]


def main(folders: list[str]) -> None:
    judgements = [judged(label) for label in (labels([Path(f) for f in folders]) if folders else labels())]
    print(calibration(judgements))
    print("prior ", list(COEFFICIENTS))
    print("fitted", fitted(rows_of(judgements), COEFFICIENTS))


if __name__ == "__main__":
    main(sys.argv[1:])
