"""A log from its bytes to ranked causes: the way of the room, in order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ..model.logformat import CAUSE, Line, Record
from .extract import Extractor, records
from .locate import own_place
from .rank import Ranking, ranked
from .rank.baseline import Baseline
from .rank.evidence import UNKNOWN
from .rank.nearby import ABOVE, BELOW, needs_place, placed, said
from .rank.router import doubtful, strangers
from .rank.unknown import Spoken, spoken
from .rank.verdict import OK
from .reading import Block, Structure, blocks, chunks
from .source import Open

PLAIN = "plain"  # the format of messages that any tool prints
SURE = 2.0  # points by the rules of a record beside which the reader of unknown tools is not asked


class Read(NamedTuple):
    """lines: how many the log has."""

    ranking: Ranking
    structure: Structure
    records: list[Record]
    lines: int


def analysed(open_: Open, extract: Extractor, conclusion: str = "", green: Open | None = None) -> Read:
    """green: the log of a build that passed, from which only what is new counts."""
    structure = Structure()
    count = _Counted()
    with open_() as stream:
        found = records(extract, count(blocks(chunks(stream), structure)))
    known = _baseline(green) if green else None
    texts = _texts(open_, {r.line for r in found if r.role == CAUSE}) if known else {}
    unseen = _strangers(open_, found, extract)
    rank = partial(
        ranked,
        sections=structure.sections,
        marks=structure.marks,
        conclusion=conclusion,
        known=(lambda record: texts.get(record.line, "") in known) if known else None,
        strangers=unseen,
        length=count.lines,
    )
    ranking = rank(found)
    if ranking.verdict.said != OK or ranking.verdict.by == "records":
        told = _spoken(open_, found, ranking, known)
        texts |= {guess.line: guess.message for guess in told.guesses}
        if ranking.verdict.said != OK or _weak(ranking):
            found = joined(found, told.guesses)
        ranking = rank(found, signs=told.signs)
    ranking = ranking._replace(causes=tuple(cause._replace(record=_nobodys(cause.record, unseen)) for cause in ranking.causes))
    return Read(_with_places(open_, ranking), structure, found, count.lines)


def _nobodys(record: Record, unseen: frozenset[str]) -> Record:
    """A message that many tools print, in a log that shows nothing else of the one whose form it has, is told as nobody's."""
    return record._replace(format=PLAIN, language="") if record.format in unseen else record


def _with_places(open_: Open, ranking: Ranking) -> Ranking:
    """With the place of each cause: its stack's where the message names a library's, a neighbour's where there is none."""
    causes = tuple(cause._replace(record=said(own_place(cause.record))) for cause in ranking.causes)
    wanted = {cause.record.end_line: cause for cause in causes if needs_place(cause.record)}
    if wanted:
        around = _around(open_, [(cause.record.line, cause.record.end_line) for cause in wanted.values()])
        causes = tuple(
            cause._replace(record=placed(cause.record, *around[cause.record.end_line]))
            if cause.record.end_line in wanted
            else cause
            for cause in causes
        )
    return ranking._replace(causes=causes)


def _around(open_: Open, spans: list[tuple[int, int]]) -> dict[int, tuple[list[Line], list[Line]]]:
    """By its last line: the lines before and after each span."""
    found: dict[int, tuple[list[Line], list[Line]]] = {end: ([], []) for _, end in spans}
    with open_() as stream:
        for block in blocks(chunks(stream), Structure()):
            last = block.first + len(block.texts) - 1
            for line, end in spans:
                for number in range(max(block.first, line - ABOVE), min(last, end + BELOW) + 1):
                    at = number - block.first
                    if number < line or number > end:
                        found[end][number > line].append(Line(number, block.texts[at], block.sections[at]))
    return found


def joined(found: Sequence[Record], guesses: Sequence[Record]) -> list[Record]:
    """With the guesses; where a format reads such a line too, it knows more of it, unless all it knows is that it is one."""
    weights = {guess.line: guess.weight for guess in guesses}
    found = [r._replace(weight=max(r.weight, weights.get(r.line, r.weight))) if r.kind == UNKNOWN and r.role == CAUSE else r for r in found]
    read = {record.line for record in found if record.role == CAUSE}
    return sorted([*found, *(guess for guess in guesses if guess.line not in read)], key=lambda record: record.line)


def _weak(ranking: Ranking) -> bool:
    """Whether the reader of unknown tools is to be asked."""
    if ranking.verdict.said == OK and ranking.verdict.by != "records":
        return False
    best = max(ranking.candidates, key=lambda one: one.points, default=None)
    return best is None or best.points < SURE or best.record.kind == UNKNOWN


def _spoken(open_: Open, found: list[Record], ranking: Ranking, known: Baseline | None) -> Spoken:
    taken = frozenset(r.line for r in found if r.role != CAUSE)
    wanted = frozenset(one.record.line for one in ranking.candidates if one.record.kind == UNKNOWN)
    with open_() as stream:
        told = known.__contains__ if known else None
        return spoken(blocks(chunks(stream), Structure()), ranking.verdict, taken, wanted, told)


def _strangers(open_: Open, found: list[Record], extract: Extractor) -> frozenset[str]:
    doubted = doubtful(found, extract.formats)
    if not doubted:
        return frozenset()
    with open_() as stream:
        return strangers(blocks(chunks(stream), Structure()), doubted)


def _baseline(green: Open) -> Baseline:
    with green() as stream:
        return Baseline(blocks(chunks(stream), Structure()))


def _texts(open_: Open, wanted: set[int]) -> dict[int, str]:
    """Clean text of the lines of these numbers."""
    found: dict[int, str] = {}
    numbers = sorted(wanted)
    with open_() as stream:
        for block in blocks(chunks(stream), Structure()):
            past = bisect_left(numbers, block.first + len(block.texts))
            inside = numbers[bisect_left(numbers, block.first) : past]
            found |= {number: block.texts[number - block.first] for number in inside}
    return found


class _Counted:
    """Counts lines that pass by."""

    def __init__(self) -> None:
        self.lines = 0

    def __call__(self, parts: Iterable[Block]) -> Iterator[Block]:
        for block in parts:
            self.lines = block.first + len(block.texts) - 1
            yield block
