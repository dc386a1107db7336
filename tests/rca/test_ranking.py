"""The first line that the program names is the cause that a person named, in real logs and in ones of real tools."""

from __future__ import annotations

import pytest

from rca.labelled import Judged, Label, calibration, judged, labels, table

HIT, PLACE = 0.9, 0.9
NOISY_GREEN = 15


@pytest.fixture(scope="module")
def rows() -> list[Judged]:
    return [judged(label) for label in labels()]


def test_the_first_finding_is_the_labelled_cause(rows: list[Judged]) -> None:
    failing = [row for row in rows if row.label.kind != "none"]
    print(table(rows))
    assert sum(row.hit for row in failing) / len(failing) >= HIT, table(rows)


def test_it_points_at_the_labelled_place(rows: list[Judged]) -> None:
    places = [row.located for row in rows if row.located is not None]
    assert sum(places) / len(places) >= PLACE, table(rows)


def test_a_green_log_is_met_with_silence(rows: list[Judged]) -> None:
    assert [row.label.log.name for row in rows if row.label.kind == "none" and not row.hit] == []


def test_confidence_means_what_it_says(rows: list[Judged]) -> None:
    said = [(row.first.confidence, row.hit) for row in rows if row.first and row.label.kind != "none"]
    off = abs(sum(sure for sure, _ in said) / len(said) - sum(right for _, right in said) / len(said))
    assert off <= 0.1, calibration(rows)


def test_labels_are_of_logs_that_are_there() -> None:
    missing: list[Label] = [label for label in labels() if not label.log.exists()]
    assert missing == []
