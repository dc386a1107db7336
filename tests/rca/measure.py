"""How often the first answer is right, and the second and third: on logs of strangers, as a table.

    PYTHONPATH=src:tests python -m rca.measure [FOLDER …]

hit@1 and hit@3 are of the causes that are shown; file and place of the first one. A green log counts as right where
nothing is said. `--by source` and `--by kind` break the figures down.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from flowscout.model.logformat import Record
from flowscout.rca.locate import repository_path
from rca.labelled import LOGS, NEAR, Judged, Label, judged, labels

STRANGERS = LOGS / "strangers"
TENTHS = tuple(tenth / 10 for tenth in range(11))


class Figures(NamedTuple):
    """Counts; the first of each pair are right."""

    first: tuple[int, int]
    three: tuple[int, int]
    file: tuple[int, int]
    place: tuple[int, int]
    silent: tuple[int, int]


def near(record: Record, label: Label) -> bool:
    return any(abs(record.line - root) <= NEAR for root in label.roots)


def right_file(record: Record, label: Label) -> bool:
    found, wanted = repository_path(record.file), repository_path(label.file)
    return bool(found) and (found.endswith(wanted) or wanted.endswith(found))


def figures(rows: Sequence[Judged]) -> Figures:
    failing = [row for row in rows if row.label.kind != "none"]
    green = [row for row in rows if row.label.kind == "none"]
    filed = [row for row in failing if row.label.file]
    placed = [row for row in filed if row.label.line]
    return Figures(
        (sum(row.hit for row in failing), len(failing)),
        (sum(any(near(c.record, row.label) for c in row.read.ranking.causes) for row in failing), len(failing)),
        (sum(row.first is not None and right_file(row.first.record, row.label) for row in filed), len(filed)),
        (sum(bool(row.located) for row in placed), len(placed)),
        (sum(row.hit for row in green), len(green)),
    )


def line(name: str, of: Figures) -> str:
    return f"{name:<36}" + "".join(
        f"{right:>5}/{all_:<4}{right / all_:>5.0%}" if all_ else f"{'-':>15}" for right, all_ in of
    )


def tenths(rows: Sequence[Judged]) -> str:
    """What was said of the first cause, beside how often it was right."""
    said = [(row.first.confidence, row.hit) for row in rows if row.first and row.label.kind != "none"]
    lines = [f"{'said':<10}{'logs':>6}{'mean':>7}{'right':>7}"]
    for low, high in pairwise(TENTHS):
        band = [(sure, hit) for sure, hit in said if low <= sure < high or (high == 1 and sure == 1)]
        if band:
            mean, hits = sum(s for s, _ in band) / len(band), sum(h for _, h in band) / len(band)
            lines.append(f"{low:.1f}-{high:.1f}{'':<3}{len(band):>6}{mean:>7.2f}{hits:>7.2f}")
    return "\n".join(lines)


def report(rows: Sequence[Judged], by: str = "") -> str:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for row in rows:
        if by:
            groups[row.label.kind if by == "kind" else row.label.source.split("@")[0]].append(row)
    head = f"{'':<36}" + "".join(f"{name:>15}" for name in ("hit@1", "hit@3", "file", "file:line", "green silent"))
    body = [line(name, figures(of)) for name, of in sorted(groups.items())]
    return "\n".join([head, *body, line("all", figures(rows)), "", tenths(rows)])


def main(arguments: list[str]) -> None:
    by = arguments[arguments.index("--by") + 1] if "--by" in arguments else ""
    folders = [Path(each) for each in arguments if each not in ("--by", by)] or [STRANGERS]
    print(report([judged(label) for label in labels(folders)], by))


if __name__ == "__main__":
    main(sys.argv[1:])
