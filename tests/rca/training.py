"""Learns the weights of facts from labelled logs, and how sure an answer may be; writes them into `rank/weights.py`.

    PYTHONPATH=src:tests python -m rca.training            cross-validated figures, by source and by tool
    PYTHONPATH=src:tests python -m rca.training --write    the same, and the weights
    PYTHONPATH=src:tests python -m rca.training --keep FOLDER   adds the facts of a folder's logs to `elsewhere.jsonl.gz`

Every log is a race: the chance of each candidate is the exponential of its score over the sum of all, and the weights make
the labelled ones likely, held back towards the rules' own points. A fold holds whole sources (or whole tools), so no project is
on both sides. Logs that may not be kept are there as facts alone: `elsewhere.jsonl.gz`, no text of theirs.

What is said of the logs of a tool that nobody wrote a format for is learned from known ones, read without the format that knows the
cause: each real log is there twice, the second time as one of an *unseen* tool.
"""

from __future__ import annotations

import gzip
import json
import math
import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from flowscout.model.logformat import CAUSE
from flowscout.rca.extract import Extractor
from flowscout.rca.formats import extractor
from flowscout.rca.log import analysed
from flowscout.rca.rank import weights as shipped
from flowscout.rca.rank.confidence import ALONE, NEAR, features
from flowscout.rca.rank.learned import Scored
from flowscout.rca.rank.order import CAUSES, MARGIN
from flowscout.rca.source import of_bytes
from rca.labelled import LOGS, Label, labels
from rca.measure import near, right_file

ELSEWHERE = Path(__file__).parent / "elsewhere.jsonl.gz"
RULES = (
    "kind", "weight", "failed part", "passed part", "after the verdict", "far from the end", "severity", "file", "tool not seen", "not the test's",
    "another job failed first", "success after", "in the green log too",
)  # fmt: skip
REAL, UNSEEN, MADE = (
    1.0,
    0.5,
    0.25,
)  # what a log counts: of strangers, the same read without its format, and made for the formats
EVERYWHERE = frozenset(
    {"runner", "github_actions", "plain", "shell", "machine", "chatter", "unknown tool"}
)  # formats of no single tool
HELD, ROUNDS, STEP = 1.0, 60, 0.05
FOLDS, MOST = 8, 60

Facts = Mapping[str, float]


class Candidate(NamedTuple):
    """sure: what confidence is made of, but the lead and the score. file, place: whether it names the labelled file, and its line."""

    facts: Facts
    right: bool
    line: int
    sure: tuple[float, ...]
    file: bool = False
    place: bool = False


class Race(NamedTuple):
    """length: lines of the log, 0 where only its facts were kept. filed, placed: whether its label names a file, and a line. unseen:
    read without the formats that know its cause."""

    source: str
    tool: str
    real: bool
    candidates: tuple[Candidate, ...]
    length: int = 0
    filed: bool = False
    placed: bool = False
    unseen: bool = False

    @property
    def counts(self) -> float:
        return (UNSEEN if self.unseen else REAL) if self.real else MADE


def races(label: Label) -> list[Race]:
    """As it is read, and a real one without the formats that know its cause too."""
    known, tools = _race(label, extractor(), False)
    tools -= EVERYWHERE
    return [known] if not tools or not known.real else [known, _race(label, _without(tools), True)[0]]


@cache
def _without(tools: frozenset[str]) -> Extractor:
    return Extractor([each for each in extractor().formats if each.name not in tools])


def _race(label: Label, extract: Extractor, unseen: bool) -> tuple[Race, frozenset[str]]:
    read = analysed(of_bytes(label.log.read_bytes()), extract)
    real = not label.source.startswith("made by")
    found = [_candidate(one, label) for one in _capped(read.ranking.candidates)]
    tool = next((one.record.format for one in read.ranking.candidates if near(one.record, label)), "none")
    source = label.source if real else f"made: {re.split('[-.]', label.log.name)[0]}"
    tools = frozenset(record.format for record in read.records if record.role == CAUSE and near(record, label))
    return Race(
        source.split("@")[0],
        tool,
        real,
        tuple(found),
        read.lines,
        bool(label.file),
        bool(label.file and label.line),
        unseen,
    ), tools


def _candidate(one: Scored, label: Label) -> Candidate:
    file = bool(label.file) and right_file(one.record, label)
    return Candidate(
        dict(one.facts),
        near(one.record, label),
        one.record.line,
        features(one, [one]),
        file,
        file and one.record.file_line == label.line,
    )


def _capped(found: Sequence[Scored]) -> list[Scored]:
    kept = {one.record.line for one in sorted(found, key=lambda one: -one.points)[:MOST]}
    return [one for one in found if one.record.line in kept]


def score(weights: Facts, facts: Facts) -> float:
    return sum(weights.get(name, 0.0) * value for name, value in facts.items())


def picked(weights: Facts, of: Race) -> int:
    scores = [score(weights, one.facts) for one in of.candidates]
    return next(at for at, value in enumerate(scores) if value >= max(scores) - MARGIN)


def learned(every: Sequence[Race]) -> dict[str, float]:
    """By steps of one length, shortened towards the end: gradients over their running size."""
    told = [each for each in every if {one.right for one in each.candidates} == {True, False}]
    prior = {
        name: float(name in RULES) for each in every for one in each.candidates for name in one.facts
    } | dict.fromkeys(RULES, 1.0)
    weights, size, step = dict(prior), dict.fromkeys(prior, 1e-8), STEP
    for turn in range(ROUNDS):
        slope = {name: HELD * (prior[name] - weights[name]) for name in prior}
        for each in told:
            for name, share in _slopes(weights, each):
                slope[name] += share * each.counts
        for name in sorted(prior):
            size[name] = 0.9 * size[name] + 0.1 * slope[name] ** 2
            weights[name] += step * slope[name] / math.sqrt(size[name])
        step *= 0.85 if turn > 0.7 * ROUNDS else 1.0
    return weights


def _slopes(weights: Facts, of: Race) -> Iterator[tuple[str, float]]:
    scores = [score(weights, one.facts) for one in of.candidates]
    chances = [math.exp(value - max(scores)) for value in scores]
    right = sum(chance for chance, one in zip(chances, of.candidates, strict=True) if one.right)
    for chance, one in zip(chances, of.candidates, strict=True):
        share = (chance / right if one.right else 0.0) - chance / sum(chances)
        if abs(share) > 1e-5:
            yield from ((name, share * value) for name, value in one.facts.items())


NO_TOOL = ("none", "plain", "unknown tool")  # what stands in for one: each log is a group of its own source


def by_tool(of: Race) -> str:
    return of.source if of.tool in NO_TOOL else of.tool


BY: dict[str, Callable[[Race], str]] = {"source": lambda each: each.source, "tool": by_tool}


def folds(every: Sequence[Race], by: Callable[[Race], str]) -> dict[str, int]:
    groups = sorted({by(each) for each in every})
    random.Random(5).shuffle(groups)
    return {group: at % FOLDS for at, group in enumerate(groups)}


class Answer(NamedTuple):
    """three: whether one of the first three that stand apart is right."""

    race: Race
    first: Candidate | None
    three: bool
    sure: tuple[float, ...]

    @property
    def right(self) -> bool:
        return self.first is not None and self.first.right


def crossed(every: Sequence[Race], by: Callable[[Race], str], part: float = 1.0) -> list[Answer]:
    """Each log answered by weights that saw no log of its group. part: of the other groups, how many are learned from."""
    fold = folds(every, by)
    found = []
    for out in range(FOLDS):
        others = sorted(group for group in fold if fold[group] != out)
        random.Random(out).shuffle(others)
        seen = set(others[: math.ceil(part * len(others))])
        weights = learned([each for each in every if by(each) in seen])
        found += [answered(weights, each) for each in every if fold[by(each)] == out]
    return found


def answered(weights: Facts, of: Race) -> Answer:
    if not of.candidates:
        return Answer(of, None, False, ())
    at = picked(weights, of)
    one = of.candidates[at]
    own = score(weights, one.facts)
    rival = max(
        (score(weights, other.facts) for other in of.candidates if abs(other.line - one.line) > NEAR), default=ALONE
    )
    lead = max(-1.0, min(4.0, own - rival))
    sure = (1.0, lead, math.log10(len(of.candidates)), *one.sure[3:6], min(8.0, own), one.sure[7])
    return Answer(of, one, any(each.right for each in _three(weights, of, one)), sure)


def _three(weights: Facts, of: Race, first: Candidate) -> list[Candidate]:
    chosen = [first]
    for one in sorted(of.candidates, key=lambda one: -score(weights, one.facts)):
        if len(chosen) < CAUSES and all(abs(one.line - other.line) > NEAR for other in chosen):
            chosen.append(one)
    return chosen


def fitted(answers: Sequence[Answer]) -> list[float]:
    """Newton's method with a ridge of 1. Where nothing is named, nothing is said."""
    answers = [answer for answer in answers if answer.first]
    size = len(shipped.CONFIDENCE)
    weights = [0.0] * size
    for _ in range(25):
        slope = [-value for value in weights]
        curve = [[float(i == j) for j in range(size)] for i in range(size)]
        for answer in answers:
            count, sure = (answer.race.counts if answer.race.real else MADE / 2), chance(weights, answer.sure)
            for i in range(size):
                slope[i] += count * (answer.right - sure) * answer.sure[i]
                for j in range(size):
                    curve[i][j] += count * sure * (1 - sure) * answer.sure[i] * answer.sure[j]
        weights = [w + step for w, step in zip(weights, solved(curve, slope), strict=True)]
    return weights


def chance(weights: Sequence[float], seen: Sequence[float]) -> float:
    return 1 / (1 + math.exp(-sum(a * b for a, b in zip(weights, seen, strict=True))))


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


class Said(NamedTuple):
    answer: Answer
    sure: float


def said(answers: Mapping[str, Sequence[Answer]], by: Mapping[str, Callable[[Race], str]]) -> dict[str, list[Said]]:
    """What is said of real logs by a model fitted without any log of their group: answers and groups by the way of parting."""
    found = {}
    for name, own in answers.items():
        fold = folds([answer.race for answer in own], by[name])
        found[name] = []
        for out in range(FOLDS):
            weights = fitted([one for of in answers.values() for one in of if fold[by[name](one.race)] != out])
            found[name] += [
                Said(one, chance(weights, one.sure))
                for one in own
                if fold[by[name](one.race)] == out and one.first and one.race.real and not one.race.unseen
            ]
    return found


def gathered() -> list[Race]:
    folders = (LOGS, LOGS / "real", LOGS / "tools", LOGS / "strangers")
    return [*(each for label in labels(folders) if label.kind != "none" for each in races(label)), *kept()]


def kept() -> list[Race]:
    if not ELSEWHERE.exists():
        return []
    rows = (json.loads(line) for line in gzip.decompress(ELSEWHERE.read_bytes()).decode().splitlines())
    return [
        Race(
            **{**row, "candidates": tuple(Candidate(c[0], c[1], c[2], tuple(c[3]), *c[4:]) for c in row["candidates"])}
        )
        for row in rows
    ]


def keep(folder: Path) -> None:
    rows = [each._asdict() for label in labels([folder]) if label.kind != "none" for each in races(label)]
    before = gzip.decompress(ELSEWHERE.read_bytes()).decode() if ELSEWHERE.exists() else ""
    for row in rows:
        row["candidates"] = [
            [
                {name: round(value, 4) for name, value in c.facts.items()},
                c.right,
                c.line,
                [round(v, 4) for v in c.sure],
                c.file,
                c.place,
            ]
            for c in row["candidates"]
        ]
    ELSEWHERE.write_bytes(
        gzip.compress((before + "".join(json.dumps(row) + "\n" for row in rows)).encode(), 9, mtime=0)
    )


def write(weights: Facts, sure: Sequence[float]) -> None:
    body = "".join(f'    "{name}": {value:.3f},\n' for name, value in sorted(weights.items()))
    text = f'"""What each fact counts, and what an answer\'s confidence is made of. Made by `tests/rca/training.py --write`: not edited by hand."""\n\nfrom __future__ import annotations\n\nfrom typing import Final\n\nWEIGHTS: Final = {{\n{body}}}\nCONFIDENCE: Final = ({", ".join(f"{value:.3f}" for value in sure)})\n'
    Path(shipped.__file__).write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> None:
    if "--keep" in arguments:
        keep(Path(arguments[-1]))
        return
    from rca.tables import printed  # which is about what is learned here

    every = gathered()
    answers = {name: crossed(every, group) for name, group in BY.items()}
    print(printed(every, answers))
    if "--write" in arguments:
        write(learned(every), fitted([one for of in answers.values() for one in of]))


if __name__ == "__main__":
    main(sys.argv[1:])
