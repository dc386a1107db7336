"""C and C++: lines that say the same in every build, whichever part of a statement an `#if` holds: `x = #if A f(); #else g(); #endif` is
`#if A x = f(); #else x = g(); #endif`.

The grammar reads one branch of an `#if` that cuts through a statement, so that what stands in the others seems gone. Here nothing is
parsed: what differs is read as the words that each answer to the lines of `#if` leaves, on both sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import Final

from ....model.account import NEUTRAL, Answer
from ....model.alignment import opcodes
from ....model.facts import FunctionFacts
from ..pairing.changes import Trees
from ..pieces.lexing import LexedSource
from ..pieces.pieces import Piece
from .compiled import CUT, SAME_BUILDS
from .lines_alone import listed, side

MOST: Final = 4  # questions of lines that differ, each of which doubles the builds
LISTS: Final = 40  # lines that differ, beyond which they are not listed one by one
LINES: Final = 400  # of them, beyond which they are not held against each other
_ASKS: Final = frozenset((b"if", b"ifdef", b"ifndef"))
_GOES_ON: Final = frozenset((b"elif", b"elifdef", b"elifndef"))
Words = tuple[bytes, ...]


def read(
    both: Trees, sources: tuple[LexedSource, LexedSource], facts: tuple[FunctionFacts, FunctionFacts], unit: str
) -> list[Answer] | None:
    """The lines in which two states of a function differ: neutral, where only the place of an `#if` in a statement does; listed, where
    an `#if` cuts through a statement on one side alone, so that what stands in its other branches is not understood there."""
    runs, alike = _runs(*sources, facts)
    if alike:
        within = any(map(_asks_within, (*both.old, *both.new)))
        rule = CUT if within else SAME_BUILDS
        return [Answer(NEUTRAL, rule, unit, side(sources[0], was), side(sources[1], now)) for was, now in runs]
    cut = [sum(map(_is_cut, pieces)) for pieces in (both.old, both.new)]
    if cut[0] == cut[1] or sum(max(map(len, run)) for run in runs) > LISTS:
        return None
    return [one for run in runs for one in listed(*sources, *run, unit)]


def _asks_within(piece: Piece) -> bool:
    return piece.kind != "Variant" and any(one == b"#" and other in _ASKS for one, other in pairwise(piece.words))


def _is_cut(piece: Piece) -> bool:
    """A statement that ends in a branch of an `#if` that it began before."""
    words = piece.words if piece.kind != "Variant" else ()
    asks = sum(one == b"#" and other in _ASKS for one, other in pairwise(words))
    return asks > sum(one == b"#" and other == b"endif" for one, other in pairwise(words))


def _runs(
    old: LexedSource, new: LexedSource, facts: tuple[FunctionFacts, FunctionFacts]
) -> tuple[list[tuple[range, range]], bool]:
    """Lines that differ, and whether they say the same in every build."""
    both = [source.data[own.start : own.end] for source, own in zip((old, new), facts, strict=True)]
    if not any(b"#" in each for each in both):
        return [], False
    lines = [
        range(source.line(own.start), source.line(own.end - 1) + 1)
        for source, own in zip((old, new), facts, strict=True)
    ]
    rows = [[tuple(source.on(at, at)) for at in each] for source, each in zip((old, new), lines, strict=True)]
    found = [each[1:] for each in opcodes(*rows) if each[0] != "equal"]
    if not found:
        return [], False
    (a, _, c, _), (_, b, _, d) = found[0], found[-1]
    outside = [len(source.asked(own.start)) for source, own in zip((old, new), facts, strict=True)]
    alike = _alike(old, new, _whole(old, lines[0][a:b], outside[0]), _whole(new, lines[1][c:d], outside[1]))
    return [(lines[0][i:j], lines[1][m:n]) for i, j, m, n in found], alike


def _whole(source: LexedSource, lines: range, outside: int) -> range:
    """outside: how many `#if`s are open round the function."""
    first, last = lines.start, lines.stop
    for at in lines:
        if len(source.asked_on(at)) > outside:
            start, end = source.lines_round(source.rows[at - 1])
            first, last = min(first, source.line(start)), max(last, source.line(max(start, end - 1)) + 1)
    return range(first, last)


def _alike(old: LexedSource, new: LexedSource, was: range, now: range) -> bool:
    if max(len(was), len(now)) > LINES:
        return False
    read = [[tuple(source.on(at, at)) for at in lines] for source, lines in ((old, was), (new, now))]
    asked = [{line[1:] for line in rows if line[:1] == (b"#",) and line[1:2] and line[1] in _ASKS} for rows in read]
    plain = not any(line[:1] == (b"#",) and line[1:2] and line[1] in _GOES_ON for rows in read for line in rows)
    questions = sorted(asked[0])
    if not plain or asked[0] != asked[1] or not 0 < len(questions) <= MOST:
        return False
    return all(
        _built(read[0], answers) == _built(read[1], answers)
        for each in product((True, False), repeat=len(questions))
        for answers in (dict(zip(questions, each, strict=True)),)
    )


def _built(rows: Sequence[Words], answers: Mapping[Words, bool]) -> list[bytes] | None:
    """The words that are left where the questions are answered so; None where the lines that ask do not fit together."""
    found: list[bytes] = []
    open_: list[bool] = []
    for line in rows:
        word = line[1] if line[:1] == (b"#",) and line[1:2] else b""
        if word in _ASKS:
            open_.append(answers[line[1:]])
        elif word in (b"else", b"endif"):
            if not open_:
                return None
            last = open_.pop()
            open_ += [not last] if word == b"else" else []
        elif all(open_):
            found += line
    return None if open_ else found
