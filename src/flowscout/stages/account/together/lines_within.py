"""C and C++: lines of the preprocessor that stand in a function and belong to none of its statements: a macro that is defined or forgotten there, an
`#error`, a `#pragma`, an `#include`. What they hold is told as it is outside of functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.account import DECLARATION, Answer, Side
from ....model.facts import FunctionFacts
from ....model.record import NamedTuple
from ..pieces.lexing import LexedSource
from ..pieces.quoting import both_quoted, q
from ..reading import counted
from ..sentences import macro_bodies

RULE: Final = "macro"
RANK: Final = 5
_ELSE: Final = "the `#else` of "
_LINES: Final = frozenset((b"define", b"undef", b"error", b"warning", b"pragma", b"include"))


class InnerLine(NamedTuple):
    """unit: the function that it stands in. under: the lines that ask for it there."""

    words: tuple[bytes, ...]
    unit: str
    side: Side
    under: tuple[str, ...]


def told(
    old: LexedSource, new: LexedSource, before: Mapping[str, FunctionFacts], after: Mapping[str, FunctionFacts]
) -> Iterator[Answer]:
    """Of functions that both sides have: what another one brings or takes along is told with it."""
    kept = {facts.name for facts in before.values()} & {facts.name for facts in after.values()}
    was, now = ([*_lines(side, facts, kept)] for side, facts in ((old, before), (new, after)))
    yield from _told(was, now)


def went(
    old: LexedSource, new: LexedSource, before: FunctionFacts, after: FunctionFacts, unit: str
) -> Iterator[Answer]:
    """Of a function that stands in another file now, or is called otherwise."""
    yield from _told(*([*_lines(side, {unit: one}, {one.name})] for side, one in ((old, before), (new, after))))


def _told(was: Sequence[InnerLine], now: Sequence[InnerLine]) -> Iterator[Answer]:
    gone, came = _alone(was, now), _alone(now, was)
    yield from _asked_otherwise(gone, came)
    for other in came:
        one = next((each for each in gone if _name(each) == _name(other) != b"" and each.under == other.under), None)
        if one is not None:
            gone.remove(one)
            text, other_text = both_quoted(one.side.code, other.side.code)
            yield _answer(other.unit, f"{other_text} was {text}", other.under, one.side, other.side)
        else:
            beside = (*was[-macro_bodies.NEAR :], *now[-macro_bodies.NEAR :])
            does = macro_bodies.does((other.words, other.side.code), [(each.words, each.side.code) for each in beside])
            said = macro_bodies.name_alone(other.side.code) if does else other.side.code
            yield _answer(other.unit, f"{q(said)} is new", other.under, Side(), other.side, does)
    for one in gone:
        yield _answer(one.unit, f"{q(one.side.code)} is gone", one.under, one.side, Side())


def _asked_otherwise(gone: list[InnerLine], came: list[InnerLine]) -> Iterator[Answer]:
    """Those that stay under a question that is another one now; they are taken out of both."""
    told: dict[tuple[str, ...], list[tuple[InnerLine, InnerLine]]] = {}
    for other in [*came]:
        one = next((each for each in gone if each.words == other.words and _one_apart(each.under, other.under)), None)
        if one is not None:
            gone.remove(one)
            came.remove(other)
            apart = [pair for pair in zip(one.under, other.under, strict=True) if pair[0] != pair[1]]
            told.setdefault(tuple([_bare(each) for each in apart[0]]), []).append((one, other))
    for (was, now), those in told.items():
        codes = [q(other.side.code) for _, other in those]
        depend = f"{'depend' if len(those) > 1 else 'depends'} on {now}, no longer on {was}"
        said = f"{counted.first_of(codes)} {depend}."
        yield Answer(DECLARATION, RULE, those[0][1].unit, those[0][0].side, those[0][1].side, said, RANK)


def _one_apart(was: Sequence[str], now: Sequence[str]) -> bool:
    """Whether one question alone is another one, and what stands under it stands in the same arm."""
    apart = [pair for pair in zip(was, now, strict=False) if pair[0] != pair[1]]
    arms = {each.startswith(_ELSE) for pair in apart for each in pair}
    return len(was) == len(now) and len(apart) == len(arms) == 1


def _bare(under: str) -> str:
    return under.removeprefix(_ELSE)


def _answer(unit: str, said: str, under: Sequence[str], before: Side, after: Side, does: str = "") -> Answer:
    where = f", under {' in '.join(reversed(under))}" if under else ""
    return Answer(DECLARATION, RULE, unit, before, after, f"{said}{where}{does and f': {does}'}.", RANK)


def _alone(mine: Sequence[InnerLine], others: Sequence[InnerLine]) -> list[InnerLine]:
    """Those that the other side has less often."""
    left = Counter((each.words, each.under) for each in others)
    found = []
    for each in mine:
        left[each.words, each.under] -= 1
        found += [each] if left[each.words, each.under] < 0 else []
    return found


def _name(line: InnerLine) -> bytes:
    return line.words[2] if line.words[1] == b"define" and len(line.words) > 2 else b""


def _lines(source: LexedSource, functions: Mapping[str, FunctionFacts], kept: set[str]) -> Iterator[InnerLine]:
    last = 0
    for unit, facts in sorted(functions.items(), key=lambda row: row[1].start) if b"#" in source.data else ():
        if facts.name not in kept:
            continue
        around = len(source.asked(facts.start))
        for at in source.within(facts.start, facts.end):
            token = source.tokens[at]
            line = source.line(token.start)
            begins = token.text == b"#" and line > last and (not at or source.line(source.starts[at - 1]) < line)
            if not begins or source.tokens[min(at + 1, len(source.tokens) - 1)].text not in _LINES:
                continue
            last = _end(source, line)
            end = source.rows[last] if last < len(source.rows) else len(source.data)
            side = Side(source.path, line, last, source.text(token.start, end))
            under = tuple([_asked(each) for each in source.asked(token.start)[around:]])
            yield InnerLine(tuple(source.on(line, last)), unit, side, under)


def _end(source: LexedSource, line: int) -> int:
    """The last line of what goes on behind a backslash."""
    while line < len(source.rows) and source.data[source.rows[line - 1] : source.rows[line]].rstrip().endswith(b"\\"):
        line += 1
    return line


def _asked(words: bytes) -> str:
    text = f"#{words.decode('utf-8', 'replace')}"
    return f"{_ELSE}{q(text.removesuffix(' else'))}" if text.endswith(" else") else q(text)
