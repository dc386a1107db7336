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
from ..sentences import macro_bodies

RULE: Final = "macro"
RANK: Final = 5
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
    gone, came = _alone(was, now), _alone(now, was)
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
    return f"the `#else` of {q(text.removesuffix(' else'))}" if text.endswith(" else") else q(text)
