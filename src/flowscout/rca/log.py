"""A log from its bytes to ranked causes: the way of the room, in order."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from ..model.logformat import CAUSE, CONSEQUENCE, SUCCESS, TOOL, Line, Record
from .extract import Extractor, cautions, records, softened
from .locate import own_place
from .rank import Ranking, ranked
from .rank.baseline import Baseline
from .rank.evidence import UNKNOWN
from .rank.nearby import ABOVE, BELOW, bare, enclosed, named, needs_place, ours, placed, restated, said, told, traced
from .rank.router import doubtful, strangers
from .rank.telling import LOUD, READ, WORD, speaks, telling
from .rank.unknown import LikelyLines, spoken
from .rank.verdict import FAILED, OK
from .reading import Beginnings, LineBlock, LogStructure, blocks, chunks, ends
from .source import Open

_ENTRY = re.compile(r"\W{0,3}(?:\[[^\]\n]{1,60}\]\s{1,4}|\d\S{0,40}\s{1,4}){0,3}\[?(?:INFO|DEBUG)\b")
LAST_WORDS = 12  # lines in which more than one of them stands, the last among them
NOBODYS = "error_message"  # its type where its own is named after a tool that is not there
PLAIN = "plain"  # the format of messages that any tool prints
KEPT = 24 << 20  # characters of a log whose lines are kept while it is looked at
GOES_ON = 12  # lines of a container after its last error, from which that did not end it
SURE = 2.0  # points by the rules of a record beside which the reader of unknown tools is not asked


class LogRead(NamedTuple):
    """lines: how many the log has."""

    ranking: Ranking
    structure: LogStructure
    records: list[Record]
    lines: int


def analysed(open_: Open, extract: Extractor, conclusion: str = "", green: Open | None = None) -> LogRead:
    """green: the log of a build that passed, from which only what is new counts."""
    extract.renew()
    structure = LogStructure()
    log = _Log(open_)
    found = softened(records(extract, log.read(structure)), log.cautions)
    known = _baseline(green) if green else None
    texts = _texts(log, {r.line for r in found if r.role == CAUSE}) if known else {}
    unseen = _strangers(log, found, extract)
    rank = partial(
        ranked,
        sections=structure.sections,
        marks=[*structure.marks, *ends(structure)],
        calm=_calm(log, found, structure),
        conclusion=conclusion,
        known=(lambda record: texts.get(record.line, "") in known) if known else None,
        strangers=unseen,
        length=log.lines,
        begun=log.begun.last(log.lines) if telling(log.begun.first) == 0 else 0,
        stopped=_stopped(log, found),
    )
    ranking = rank(found)
    if ranking.verdict.said != OK or ranking.verdict.by == "records":
        told = _spoken(log, found, ranking, known)
        if ranking.verdict.said != FAILED and _goes_on(log.ends):
            told = told._replace(guesses=tuple(guess for guess in told.guesses if LOUD.search(guess.message[:READ])))
        texts |= {guess.line: guess.message for guess in told.guesses}
        if ranking.verdict.said != OK or _weak(ranking):
            found = joined(found, told.guesses, ranking.verdict.said != FAILED or ranking.verdict.by == "records")
        ranking = rank(found, signs=told.signs)
    ranking = ranking._replace(
        causes=tuple(cause._replace(record=_nobodys(cause.record, unseen)) for cause in ranking.causes)
    )
    causes = tuple(cause._replace(record=traced(cause.record, found)) for cause in ranking.causes)
    return LogRead(_whole(log, _with_places(log, ranking._replace(causes=causes), found)), structure, found, log.lines)


def _calm(log: _Log, found: Sequence[Record], structure: LogStructure) -> frozenset[int]:
    """The containers that went on and said nothing of the kind after their last error, where none ended badly: it did not end them."""
    if not structure.services or any(one.ended for one in structure.services.values()):
        return frozenset()
    wrong = (r for r in found if r.role == CAUSE and r.severity == "error" and r.section in structure.services)
    last = {record.section: record.end_line for record in wrong}
    after = Counter(
        section
        for block in log
        for number, section in enumerate(block.sections, block.first)
        if number > last.get(section, number)
    )
    return frozenset(section for section in last if after[section] >= GOES_ON)


def _goes_on(ends: LineBlock) -> bool:
    """Whether a log ends in a program's own entries on what it does, marked as such: what it cannot do it would mark, too."""
    last = [text for text in ends.texts[-LAST_WORDS:] if WORD.search(text)]
    entries = [_ENTRY.match(text) is not None for text in last]
    return sum(entries) > 1 and entries[-1] and not any(LOUD.search(text[:READ]) for text in last)


def _nobodys(record: Record, unseen: frozenset[str]) -> Record:
    """A message that many tools print, in a log that shows nothing else of the one whose form it has, is told as nobody's."""
    if record.format not in unseen:
        return record
    type_ = NOBODYS if record.kind != "network" and record.type.startswith(record.format) else record.type
    told = tuple(pair for pair in record.metadata if pair[0] != TOOL)
    return record._replace(format=PLAIN, language="", type=type_, metadata=told)


def _whole(log: _Log, ranking: Ranking) -> Ranking:
    """With all raw lines of each cause where a console broke one into several."""
    if not log.wrapped:
        return ranking
    ends = {cause.record.end_line: cause.record.end_line for cause in ranking.causes}
    for block in log:
        for end in ends:
            if block.wide and block.first <= end < block.first + len(block.texts):
                ends[end] = block.first + _last_part(block, end - block.first)
    return ranking._replace(
        causes=tuple(
            cause._replace(record=cause.record._replace(end_line=ends[cause.record.end_line]))
            for cause in ranking.causes
        )
    )


def _last_part(block: LineBlock, at: int) -> int:
    """The last of the lines of which the one at this index was made: what they left is empty, and they were not."""
    raw = block.raw.split("\n")
    last = at
    while last + 1 < len(block.texts) and not block.texts[last + 1] and raw[last + 1].strip("\ufeff\x00 \t\r"):
        last += 1
    return last


def _with_places(log: _Log, ranking: Ranking, found: Sequence[Record]) -> Ranking:
    """With the place of each cause: its stack's where the message names a library's, a neighbour's where there is none."""
    every = [one.record for one in ranking.candidates]
    causes = tuple(cause._replace(record=restated(said(own_place(cause.record)), every)) for cause in ranking.causes)
    causes = tuple(cause._replace(record=enclosed(cause.record, found)) for cause in causes)
    ended = frozenset(record.line for record in found if record.role == CONSEQUENCE)
    wanted = {cause.record.end_line: cause for cause in causes if needs_place(cause.record) or bare(cause.record)}
    if wanted:
        around = _around(log, [(cause.record.line, cause.record.end_line) for cause in wanted.values()])
        causes = tuple(
            cause._replace(
                record=said(
                    told(_placed(cause.record, *around[cause.record.end_line]), around[cause.record.end_line][1], ended)
                )
            )
            if cause.record.end_line in wanted
            else cause
            for cause in causes
        )
    return ranking._replace(causes=tuple(cause._replace(record=named(ours(cause.record))) for cause in causes))


def _placed(record: Record, before: list[Line], after: list[Line]) -> Record:
    return placed(record, before, after) if needs_place(record) else record


def _around(log: _Log, spans: list[tuple[int, int]]) -> dict[int, tuple[list[Line], list[Line]]]:
    """By its last line: the lines before and after each span."""
    found: dict[int, tuple[list[Line], list[Line]]] = {end: ([], []) for _, end in spans}
    for block in log:
        last = block.first + len(block.texts) - 1
        for line, end in spans:
            for number in range(max(block.first, line - ABOVE), min(last, end + BELOW) + 1):
                at = number - block.first
                if number < line or number > end:
                    found[end][number > line].append(Line(number, block.texts[at], block.sections[at]))
    return found


def joined(found: Sequence[Record], guesses: Sequence[Record], open_: bool = False) -> list[Record]:
    """With the guesses; where a format reads such a line too, it knows more of it. open_: whether nobody says how the run ended; then a
    guess speaks for what is read on its line."""
    found = _all_spoken_for(found, {guess.line: guess.weight for guess in guesses}) if open_ else list(found)
    read = {record.line for record in found if record.role == CAUSE}
    return sorted([*found, *(guess for guess in guesses if guess.line not in read)], key=lambda record: record.line)


def _all_spoken_for(found: Sequence[Record], weights: Mapping[int, int]) -> list[Record]:
    """What speaks for a row of a list speaks for those above it: that it stands nearer to the end makes it no likelier."""
    below: dict[tuple[str, str, int], tuple[int, int]] = {}  # line and weight of the row below
    spoken: list[Record] = []
    for record in reversed(found):
        sort = (record.format, record.type, record.section)
        line, told = below.get(sort, (0, 0))
        if record.role == CAUSE and (record.line in weights or line == record.line + 1):
            weight = max(weights.get(record.line, 0), told)
            below[sort] = (record.line, weight)
            record = _spoken_for(record, weight)
        spoken.append(record)
    return spoken[::-1]


def _spoken_for(record: Record, weight: int) -> Record:
    return record._replace(
        weight=max(record.weight, min(weight, 1) if record.kind == UNKNOWN else min(0, record.weight + 1))
    )


def _weak(ranking: Ranking) -> bool:
    """Whether the reader of unknown tools is to be asked."""
    if ranking.verdict.said == OK and ranking.verdict.by != "records":
        return False
    best = max(ranking.candidates, key=lambda one: one.points, default=None)
    return best is None or best.points < SURE or best.record.kind == UNKNOWN


def _spoken(log: _Log, found: list[Record], ranking: Ranking, known: Baseline | None) -> LikelyLines:
    taken = frozenset(r.line for r in found if r.role != CAUSE)
    wanted = frozenset(one.record.line for one in ranking.candidates if one.record.kind == UNKNOWN)
    return spoken(log, ranking.verdict, taken, wanted, known.__contains__ if known else None)


def _stopped(log: _Log, found: Sequence[Record]) -> int:
    """The last line that holds a word, where it tells of a failure and no format knows better."""
    words = (at for at in reversed(range(len(log.ends.texts))) if WORD.search(log.ends.texts[at][:READ]))
    at = next(words, None)
    if at is None or not speaks(log.ends.texts[at]):
        return 0
    line = log.ends.first + at
    calm = any(r.line <= line <= r.end_line and (r.severity != "error" or r.role == SUCCESS) for r in found)
    return 0 if calm else line


def _strangers(log: _Log, found: list[Record], extract: Extractor) -> frozenset[str]:
    doubted = doubtful(found, extract.formats)
    if not doubted:
        return frozenset()
    return strangers(log, doubted)


def _baseline(green: Open) -> Baseline:
    with green() as stream:
        return Baseline(blocks(chunks(stream), LogStructure()))


def _texts(log: _Log, wanted: set[int]) -> dict[int, str]:
    """Clean text of the lines of these numbers."""
    found: dict[int, str] = {}
    numbers = sorted(wanted)
    for block in log:
        past = bisect_left(numbers, block.first + len(block.texts))
        inside = numbers[bisect_left(numbers, block.first) : past]
        found |= {number: block.texts[number - block.first] for number in inside}
    return found


class _Log:
    """The blocks of a log, again and again: kept where they are few, else read anew. lines: how many it has, once it was read; ends: its
    last block; cautions: lines that their tool marks as a warning."""

    def __init__(self, open_: Open) -> None:
        self._open = open_
        self._kept: list[LineBlock] | None = []
        self.lines = 0
        self.wrapped = False
        self.cautions: set[int] = set()
        self.ends = LineBlock(1, [], [], "")
        self.begun = Beginnings()

    def read(self, structure: LogStructure) -> Iterator[LineBlock]:
        """The first time; `structure` learns the log's sections."""
        size = 0
        with self._open() as stream:
            for block in blocks(chunks(stream), structure):
                self.lines = block.first + len(block.texts) - 1
                self.ends = block._replace(raw="")
                self.begun.note(block)
                self.cautions.update(cautions(block.texts, block.first))
                size += len(block.raw)
                self.wrapped = self.wrapped or block.wide > 0
                if size > KEPT:
                    self._kept = None
                if self._kept is not None:
                    self._kept.append(block if block.wide else block._replace(raw=""))
                yield block

    def __iter__(self) -> Iterator[LineBlock]:
        if self._kept is not None:
            yield from self._kept
            return
        with self._open() as stream:
            yield from blocks(chunks(stream), LogStructure())
