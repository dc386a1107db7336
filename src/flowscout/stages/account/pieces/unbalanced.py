"""C and C++: lines of `#if` that do not go together, which no compiler takes: a second `#else`, an `#if` that is not closed, an `#endif` of none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ....model.pattern import regex
from ....model.record import NamedTuple
from .directive_lines import first_of_line
from .lexing import LexedSource

TWICE: Final = "twice"
OPEN: Final = "open"
ALONE: Final = "alone"
_ASKS: Final = frozenset((b"if", b"ifdef", b"ifndef"))
_GOES_ON: Final = frozenset((b"else", b"elif", b"elifdef", b"elifndef"))
_LINE: Final = regex(rb"\A[ \t]{0,200}#[ \t]{0,200}(if|ifdef|ifndef|else|elif|elifdef|elifndef|endif)\b")


class Unbalanced(NamedTuple):
    """kind: of the three above. line: of it, from 1. word: `else`, `endif`. opened: the line of its `#if`, 0 for none."""

    kind: str
    line: int
    word: str
    opened: int


def unbalanced(source: LexedSource) -> tuple[Unbalanced, ...]:
    """Where what stands between comments and texts, and the lines as they are, agree on it; those that are open alone where nothing else is wrong."""
    if b"#" not in source.data or source.path.endswith((".py", ".pyi")):
        return ()
    found = [*_faults(_by_tokens(source))]
    return tuple(found) if found and found == [*_faults(_by_lines(source))] else ()


def _faults(lines: Iterable[tuple[int, bytes]]) -> Iterator[Unbalanced]:
    open_: list[list[int]] = []  # of each its line, and whether its `#else` was there
    wrong = False
    for line, word in lines:
        name = word.decode()
        if word in _ASKS:
            open_.append([line, 0])
        elif not open_:
            yield Unbalanced(ALONE, line, name, 0)
            wrong = True
        elif word == b"endif":
            open_.pop()
        else:
            if open_[-1][1]:
                yield Unbalanced(TWICE, line, name, open_[-1][0])
                wrong = True
            open_[-1][1] |= word == b"else"
    for line, _ in open_ if not wrong else ():
        yield Unbalanced(OPEN, line, "if", line)


def _by_tokens(source: LexedSource) -> Iterator[tuple[int, bytes]]:
    for at, token in enumerate(source.tokens[:-1]):
        word = source.tokens[at + 1].text
        if token.text == b"#" and (word in _ASKS or word in _GOES_ON or word == b"endif") and first_of_line(source, at):
            yield source.line(token.start), word


def _by_lines(source: LexedSource) -> Iterator[tuple[int, bytes]]:
    for at, row in enumerate(source.data.split(b"\n"), 1):
        if found := _LINE.match(row):
            yield at, found[1]
