"""Logs with their labels, and whether a finding is right.

    PYTHONPATH=src:tests python -m rca.labelled [FOLDER …]     one line per miss, a table by kind, a calibration table

A label is a line of `labels.jsonl` in the form of its folder: id, kind, root_lines (every line that states the first true
cause), location {file, line} or null, source and licence. Kind `none` is a build that did not fail.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from flowscout.rca.formats import extractor
from flowscout.rca.locate import repository_path
from flowscout.rca.log import LogRead, analysed
from flowscout.rca.rank import Cause
from flowscout.rca.source import of_bytes

LOGS = Path(__file__).parent.parent / "logs"
NEAR = 2  # lines off that are still right
BANDS = (0.0, 0.5, 0.7, 0.8, 0.9, 1.01)


class Label(NamedTuple):
    log: Path
    kind: str
    roots: tuple[int, ...]
    file: str
    line: int
    source: str


class Judged(NamedTuple):
    label: Label
    read: LogRead
    hit: bool
    located: bool | None  # None: the label has no location

    @property
    def first(self) -> Cause | None:
        return self.read.ranking.causes[0] if self.read.ranking.causes else None


def labels(folders: Iterable[Path] = (LOGS, LOGS / "real", LOGS / "tools")) -> list[Label]:
    return [label for folder in folders if (folder / "labels.jsonl").exists() for label in _labels(folder)]


def _labels(folder: Path) -> Iterator[Label]:
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        place = row.get("location") or {}
        plain = folder / f"{row['id']}.log"
        log = plain if plain.exists() else folder / f"{row['id']}.log.gz"
        yield Label(
            log,
            row["kind"],
            tuple(row["root_lines"]),
            place.get("file") or "",
            place.get("line") or 0,
            row.get("source", ""),
        )


def judged(label: Label) -> Judged:
    read = analysed(of_bytes(label.log.read_bytes()), extractor())
    causes = read.ranking.causes
    if label.kind == "none":
        return Judged(label, read, not causes, None)
    hit = bool(causes) and any(abs(causes[0].record.line - root) <= NEAR for root in label.roots)
    return Judged(label, read, hit, _located(label, causes[0] if causes else None) if label.file else None)


def _located(label: Label, cause: Cause | None) -> bool:
    if cause is None:
        return False
    record = cause.record
    found, wanted = repository_path(record.file), repository_path(label.file)
    same = bool(found) and (found.endswith(wanted) or wanted.endswith(found))
    return same and (not label.line or record.file_line == label.line)


def table(rows: Iterable[Judged]) -> str:
    by_kind: dict[str, list[Judged]] = defaultdict(list)
    for row in rows:
        by_kind[row.label.kind].append(row)
        by_kind["all"].append(row)
    lines = [f"{'kind':<24}{'logs':>5}{'hit':>7}{'place':>10}"]
    for kind in sorted(by_kind, key=lambda k: (k == "all", k)):
        of = by_kind[kind]
        places = [row.located for row in of if row.located is not None]
        place = f"{sum(places)}/{len(places)}" if places else "-"
        lines.append(f"{kind:<24}{len(of):>5}{sum(row.hit for row in of) / len(of):>7.0%}{place:>10}")
    return "\n".join(lines)


def calibration(rows: Iterable[Judged]) -> str:
    said = [(row.first.confidence, row.hit) for row in rows if row.first and row.label.kind != "none"]
    lines = [f"{'said':<12}{'logs':>5}{'mean':>7}{'right':>7}"]
    for low, high in pairwise(BANDS):
        band = [(sure, right) for sure, right in said if low <= sure < high]
        if band:
            mean, right = sum(s for s, _ in band) / len(band), sum(r for _, r in band) / len(band)
            lines.append(f"{low:.1f}-{min(high, 1.0):.1f}{'':<5}{len(band):>5}{mean:>7.2f}{right:>7.2f}")
    return "\n".join(lines)


def main(folders: list[str]) -> None:
    rows = [judged(label) for label in (labels([Path(f) for f in folders]) if folders else labels())]
    for row in rows:
        if row.hit and row.located is not False:
            continue
        print(
            f"{'miss' if not row.hit else 'place'}  {row.label.log.name}  {row.label.kind} {row.label.roots[:3]} {row.label.file}:{row.label.line}"
        )
        for cause in row.read.ranking.causes[:2]:
            r = cause.record
            print(
                f"      {r.line} {r.format}/{r.type} {cause.points} {cause.confidence} {r.file}:{r.file_line} {r.message[:80]}"
            )
    print(f"\n{table(rows)}\n\n{calibration(rows)}")


if __name__ == "__main__":
    main(sys.argv[1:])
