"""A file that is too large to be understood: its lines that differ, as they stand, and which of them do so in layout or comments alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import LISTED, NEUTRAL, Answer, Side
from ....model.alignment import opcodes
from ....model.language import Language
from ..pieces.lexing import LexedSource
from . import rules

LARGEST: Final = 16_000_000  # bytes of one side, beyond which no line of it is looked at
MOST: Final = 60  # lines of one file that are listed
BY_LINE: Final = "line"
INDENTED: Final = "Lines that are indented otherwise may stand under something else now."
_BRACES: Final = frozenset((b"{", b"}", b";"))


def line_by_line(old: tuple[str, bytes], new: tuple[str, bytes], language: Language) -> list[Answer]:
    """old, new: path and bytes; "" where the file is not there. Nothing where it is no text, or too large even for this."""
    if not old[0] or not new[0] or any(len(data) > LARGEST or b"\0" in data for _, data in (old, new)):
        return []
    one, other = (LexedSource(path, data, language.reading.tokens) for path, data in (old, new))
    found = [*_each(one, other, language.name == "python")]
    listed = [one for one in found if one.how == LISTED]
    if len(listed) <= MOST:
        return found
    at = listed[MOST]
    more = f"{len(listed) - MOST} more lines of this file differ."
    kept = {id(one) for one in listed[:MOST]}
    return [
        *[one for one in found if one.how == NEUTRAL or id(one) in kept],
        Answer(LISTED, BY_LINE, "", at.before, at.after, more),
    ]


def _each(old: LexedSource, new: LexedSource, indented: bool) -> Iterator[Answer]:
    """indented: whether a statement stands under what its line is indented by."""
    rows = [[row.rstrip() for row in source.data.split(b"\n")] for source in (old, new)]
    for kind, a, b, c, d in opcodes(*rows):
        if kind == "equal":
            continue
        lines = side(old, range(a + 1, b + 1)), side(new, range(c + 1, d + 1))
        words = old.on(a + 1, b)
        if words == new.on(c + 1, d) and indented and words and _begin_elsewhere(rows[0][a:b], rows[1][c:d]):
            yield Answer(LISTED, BY_LINE, "", *lines, INDENTED)
        elif words == new.on(c + 1, d):
            bare = [b"".join(b"".join(each).split()) for each in (rows[0][a:b], rows[1][c:d])]
            rule = rules.LAYOUT if bare[0] == bare[1] else rules.COMMENTS
            yield Answer(NEUTRAL, rule, "", *lines)
        else:
            yield from listed(old, new, range(a + 1, b + 1), range(c + 1, d + 1))


def _begin_elsewhere(was: Sequence[bytes], now: Sequence[bytes]) -> bool:
    """Whether lines that say the same are indented otherwise."""
    columns = [[len(row) - len(row.lstrip()) for row in side if row.strip()] for side in (was, now)]
    return columns[0] != columns[1]


def listed(old: LexedSource, new: LexedSource, before: range, after: range, unit: str = "") -> Iterator[Answer]:
    """Lines in the place of others: one by one, where they are as many."""
    was, now = _telling(old, before), _telling(new, after)
    if len(was) == len(now):
        for one, other in zip(was, now, strict=True):
            if old.on(one, one) != new.on(other, other):
                sides = side(old, range(one, one + 1)), side(new, range(other, other + 1))
                yield Answer(LISTED, BY_LINE, unit, *sides)
        return
    yield from (Answer(LISTED, BY_LINE, unit, side(old, range(at, at + 1)), Side()) for at in was)
    yield from (Answer(LISTED, BY_LINE, unit, Side(), side(new, range(at, at + 1))) for at in now)


def _telling(source: LexedSource, lines: range) -> list[int]:
    """Lines with code; braces alone only where there is nothing else."""
    said = {at: words for at in lines if (words := source.on(at, at))}
    return [at for at, words in said.items() if not {*words} <= _BRACES] or [*said]


def side(source: LexedSource, lines: range) -> Side:
    if not lines:
        return Side()
    end = source.rows[lines.stop - 1] if lines.stop - 1 < len(source.rows) else len(source.data)
    return Side(source.path, lines.start, lines.stop - 1, source.text(source.rows[lines.start - 1], end))
