"""Blocks of lines to records, each format's hooks and patterns tried where their literals stand."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple

from ...border import within
from ...model.logformat import CAUSE, NOISE, BlockReading, LogFormat, Pattern, Record
from ..reading import LineBlock, Lines
from .linear import PURSE
from .patterns import SearchedLine, Tried, Unwrapped, begins, compiled, shared_purse, tried, unwrapped
from .trie import Literals

AROUND: Final = 600  # lines before and after a block that patterns and hooks may see
SEEN: Final = 20_000  # lines whose candidates are remembered, and sets of candidates
REMEMBERED: Final = 500  # characters of a line up to which it is
KEPT: Final = 400  # records of one kind of message kept from a log's start, and a quarter as many from its end

# What differs in lines of one shape: a place at the start, what is quoted, numbers (but not whether one is nought).
_VARIES: Final = re.compile(r"^\S{1,300}?(?=:\d)|'[^'\n]{1,200}'|`[^`'\n]{1,200}[`']|\d\d+|[1-9]")


class _Owner(NamedTuple):
    """One pattern or one reading of a format: the other is None. format: its place on the shelf."""

    format: int
    pattern: Pattern | None
    reading: BlockReading | None


class _Turn(NamedTuple):
    """What one format tries at a line: its readings with their numbers, then its patterns."""

    format: int
    readings: tuple[tuple[int, BlockReading], ...]
    patterns: tuple[Tried, ...]


class _Warned:
    """Shapes of lines that gave nothing but warnings and noise, and how often: past KEPT, one more says nothing new."""

    def __init__(self) -> None:
        self._often: dict[str, int] = {}
        self._full = False  # whether any shape came up so often

    def enough(self, text: str) -> bool:
        return self._full and len(text) <= REMEMBERED and self._often.get(_VARIES.sub("1", text), 0) >= KEPT

    def note(self, text: str, found: Sequence[Record]) -> None:
        if len(text) > REMEMBERED or not (found or "warning" in text.lower()):
            return
        shape = _VARIES.sub("1", text)
        often = self._often.get(shape, 0)
        calm = all(r.role == NOISE or (r.role == CAUSE and r.severity == "warning") for r in found)
        if often >= 0 and len(self._often) < SEEN and (found or "warning" in shape.lower()):
            self._often[shape] = often + 1 if calm else -1
            self._full = self._full or self._often[shape] >= KEPT


class Extractor:
    """A shelf made ready for searching."""

    def __init__(self, formats: Iterable[LogFormat]) -> None:
        self.formats = tuple(formats)
        self._owners: list[_Owner] = []
        literals: dict[str, list[int]] = {}
        every: list[int] = []
        for number, format_ in enumerate(self.formats):
            for reading in format_.readings:
                self._add(_Owner(number, None, reading), reading.needs, literals, every)
            for pattern in format_.patterns:
                self._add(_Owner(number, pattern, None), pattern.needs, literals, every)
        self._every = frozenset(every)
        self._literals = Literals(literals)
        self._seen: dict[str, tuple[_Turn, ...]] = {}
        self._turns: dict[frozenset[int], tuple[_Turn, ...]] = {}
        self._purse = shared_purse(self.formats)
        self._warned = _Warned()

    def renew(self) -> None:
        """For a log that is read anew: what another one took of the strangers' expressions, and said often, is forgotten."""
        self._purse.left = PURSE
        self._warned = _Warned()

    def _add(self, owner: _Owner, needs: tuple[str, ...], literals: dict[str, list[int]], every: list[int]) -> None:
        number = len(self._owners)
        self._owners.append(owner)
        if not needs:
            every.append(number)
        for literal in needs:
            literals.setdefault(literal, []).append(number)

    def __call__(self, lines: Lines, low: int, high: int, wide: int = 0) -> Iterator[Record]:
        """Records that begin in lines[low:high]; the others are there to be looked at. Of a format, the first that matches
        takes a line: its readings in their order, then its patterns."""
        taken: dict[int, int] = {}
        for index in self._telling(lines.texts, low, high):
            text = lines.texts[index]
            if self._warned.enough(text):
                continue
            turns = self._likely(text)
            shown = SearchedLine(text, unwrapped(text) if turns else Unwrapped(text, ""))
            found = [
                record
                for turn in turns
                for record in within(
                    self.formats[turn.format].name,
                    partial(self._read, turn, shown, lines, index, taken, wide),
                    lambda: (),
                )
            ]
            self._warned.note(text, found)
            yield from found

    def _turns_of(self, owners: frozenset[int]) -> tuple[_Turn, ...]:
        """Who is to look at a line, a format at a time; the same few come up again and again."""
        known = self._turns.get(owners)
        if known is None:
            if len(self._turns) >= SEEN:
                self._turns.clear()
            grouped = groupby(sorted(owners), key=lambda owner: self._owners[owner].format)
            known = self._turns[owners] = tuple(self._turn(number, list(group)) for number, group in grouped)
        return known

    def _turn(self, number: int, owners: list[int]) -> _Turn:
        rows = [(owner, self._owners[owner]) for owner in owners]
        readings = tuple((owner, row.reading) for owner, row in rows if row.reading is not None)
        patterns = (row.pattern for _, row in rows if row.pattern is not None)
        return _Turn(number, readings, tuple(Tried(compiled(pattern.first), pattern) for pattern in patterns))

    def _read(
        self, turn: _Turn, shown: SearchedLine, lines: Lines, index: int, taken: dict[int, int], wide: int
    ) -> tuple[Record, ...]:
        for owner, reading in turn.readings:
            if taken.get(owner, -1) <= index:
                read, lines_taken = reading.read(lines, index)
                taken[owner] = index + max(lines_taken, 1)
                if read:
                    return read
        record = tried(self.formats[turn.format], turn.patterns, shown, lines, index, wide) if turn.patterns else None
        return (record,) if record else ()

    def _telling(self, texts: list[str], low: int, high: int) -> Iterator[int]:
        """Lines in which something may match."""
        if not self._every:
            return _lines_with(self._literals.anywhere, texts, low, high)
        return (index for index in range(low, high) if texts[index])

    def _likely(self, text: str) -> tuple[_Turn, ...]:
        """Who may take a line, as far as the line alone tells. Logs repeat themselves: the answer is kept while there is room."""
        if len(text) > REMEMBERED:
            return tuple(self._beginning(text))
        known = self._seen.get(text)
        if known is None:
            if len(self._seen) >= SEEN:
                self._seen.clear()
            known = self._seen[text] = tuple(self._beginning(text))
        return known

    def _beginning(self, text: str) -> Iterator[_Turn]:
        """Of each format the readings, and the patterns whose first expression is found."""
        bare = unwrapped(text).text
        for turn in self._turns_of(self._every | self._literals.owners(text)):
            patterns = tuple([one for one in turn.patterns if begins(one, text, bare)])
            if len(patterns) == len(turn.patterns):
                yield turn
            elif turn.readings or patterns:
                yield turn._replace(patterns=patterns)


def _lines_with(expression: re.Pattern[str], texts: list[str], low: int, high: int) -> Iterator[int]:
    text = "\n".join(texts[low:high])
    index, seen = low, 0
    found = expression.search(text)
    while found:
        index += text.count("\n", seen, found.start())
        yield index
        seen = text.find("\n", found.start())
        if seen < 0:
            return
        found = expression.search(text, seen + 1)


class _Kept:
    """At most so many records of one kind of message: the first ones, and the last."""

    def __init__(self) -> None:
        self._first: dict[tuple[str, str], list[Record]] = {}
        self._last: dict[tuple[str, str], deque[Record]] = {}

    def add(self, record: Record) -> None:
        key = (record.format, record.type)
        first = self._first.setdefault(key, [])
        if len(first) < KEPT:
            first.append(record)
        else:
            self._last.setdefault(key, deque(maxlen=KEPT // 4)).append(record)

    def all(self) -> list[Record]:
        found = [record for kept in (*self._first.values(), *self._last.values()) for record in kept]
        return sorted(found, key=lambda record: (record.line, record.first, record.format, record.type))


def records(extract: Extractor, blocks: Iterable[LineBlock]) -> list[Record]:
    """All records of a log, in the order of its lines."""
    kept = _Kept()
    for lines, low, high, wide in windows(blocks):
        for record in extract(lines, low, high, wide):
            kept.add(record)
    return kept.all()


def windows(blocks: Iterable[LineBlock]) -> Iterator[tuple[Lines, int, int, int]]:
    """Each block with some lines before and after it: (lines, low, high, wide), the block being lines[low:high]."""
    before: tuple[list[str], list[int]] = ([], [])
    current: LineBlock | None = None
    for block in blocks:
        if current is not None:
            yield _window(before, current, block)
            texts, sections = before[0] + current.texts, before[1] + current.sections
            before = (texts[-AROUND:], sections[-AROUND:])
        current = block
    if current is not None:
        yield _window(before, current, None)


def _window(
    before: tuple[Sequence[str], Sequence[int]], block: LineBlock, after: LineBlock | None
) -> tuple[Lines, int, int, int]:
    low = len(before[0])
    high = low + len(block.texts)
    texts = [*before[0], *block.texts, *(after.texts[:AROUND] if after else ())]
    sections = [*before[1], *block.sections, *(after.sections[:AROUND] if after else ())]
    return Lines(block.first - low, texts, sections), low, high, block.wide
