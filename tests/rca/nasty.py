"""Logs that somebody wrote to stop the reader: `(name, log of about so many bytes)`.

Some are of anybody's making; the others follow from the formats themselves: the literals that open a format's expressions,
over and over, what its expressions begin with and never end, and the lines of its examples cut off in their middle.
"""

from __future__ import annotations

import re._constants as ops  # type: ignore[import-untyped]
import re._parser as parser  # type: ignore[import-untyped]
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from flowscout.model.logformat import LogFormat
from flowscout.rca.tables.shelf import tables

Make = Callable[[int], bytes]
LONG = 1_900  # characters of a line that goes on and on
MOST = 80  # such lines of one format
TRIED = " a1/.:-_(['\"\t,=@#<>`*+|{~^$%&;!?é"
REPEATS = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)

# What a line is made of that begins much and ends nothing.
PIECES = (
    " ", "\t", "'", '"', "`", "(", "[", "{", "<", "/", "\\", ":", "::", ".", ",", "-", "=", "|", "*", "#", "0", "1 ", "a", "a ", "_", "A_",
    "a.b.c.", "a/", "a:", "a=", "at ", '  File "', "(a", "[a] ", "a@", "->", "..", ": ", "1.", "0x", "é", "\u2028", "\x00", "\x7f", "\xa0",
    "\x1b[", "\x1b[31m", "\x1b]8;;", "^[[", "\\033[", "\r", " \r", "err\r", "error: ", "Error: a in ", "##[group]", "##[", "%0A", "<a ",
    'a="', "travis_fold:start:a\r", "section_start:1700000000:a\r", "2026-01-01T00:00:00.0000000Z ", "[00:00:00] ", "#1 1.0 ", "\ufeff",
)  # fmt: skip

# Lines of which there are very many.
LINES = (
    "", " ", "a", "error: a", "a.c:1:1: error: a", "##[group]Run a", "##[group]a", "##[endgroup]", "##[error]a", "##[warning]a", "::error::a",
    "Traceback (most recent call last):", '  File "a.py", line 1, in a', "ValueError: a", "\tat a.b(C.java:1)", "    at a (a.js:1:1)",
    "Caused by: a.B: c", "=== RUN   TestA", "--- FAIL: TestA (0.00s)", "____ test_a ____", "E   a", '{"runs": [', '{"runs": [{"results": [{}]}]}',
    "<testcase name=\"a\">", "<failure ", "Run a", "shell: a {0}", "env:", "travis_fold:start:a", "section_start:1700000000:a\ra",
    "--- :a: b", "[Pipeline] { (a)", "Step 1/1 : RUN a", "#1 [a 1/1] RUN a", "#1 1.0 a", "job\tstep\t2026-01-01T00:00:00.0000000Z a",
    "2026-01-01T00:00:00.0000000Z a", "\x1b[36;1ma\x1b[0m", "\x1b[31merror: a\x1b[0m", "make: *** [a] Error 1", "make[1]: Entering directory 'a'",
    "  -->  a:1:1", "error[E0001]: a", "+ ~~~~~~~~~~~~~~~~~~~~~~~~", "At line:1 char:1", "a : b", "a | b", "a#b: c", "npm ERR! a", "[ERROR] a",
    "> Task :a FAILED", "FAIL a.test.js", "  ● a › b", "✖ 1 problem", "E: a", "fatal: a", "undefined reference to `a'", "0 errors", "ok", "1 passed",
)  # fmt: skip


def anybody() -> Iterator[tuple[str, Make]]:
    for piece in PIECES:
        yield f"a line of {piece!r}", _line(piece)
        yield f"lines of {piece!r}", _lines((piece * 400)[:400])
    for line in LINES:
        yield f"many {line!r}", _lines(line)
        yield f"many numbered {line!r}", _numbered(line)


def of(format_: LogFormat) -> Iterator[tuple[str, Make]]:
    """Of one format's own words."""
    words = [need for one in (*format_.readings, *format_.patterns) for need in one.needs]
    if words:
        yield "its words in a line", _line(" ".join(words) + " ")
        yield "its words in lines", _lines(*(f"{word} a" for word in words))
        yield "its words and blanks", _lines(*(word + " " * 300 for word in words))
        yield "its words and dots", _lines(*(word + ".a" * 150 for word in words))
    endless = list(_endless(format_))
    if endless:
        yield "what its expressions begin with", _lines(*endless[:: len(endless) // MOST + 1])
    shown = shown_by(format_.name)
    halves = [line[: len(line) * 2 // 3] for line in shown if line.strip()]
    yield "its examples", _lines(*shown)
    yield "half its examples", _lines(*halves)
    yield "half its examples in a line", _line(" ".join(halves) + " ")


@cache
def shown_by(name: str) -> tuple[str, ...]:
    """Lines of all examples of a format."""
    texts = [
        text
        for one in tables().values()
        if one.format.name == name
        for text in (*one.examples, *(t for row in one.rows for t in row.shown))
    ]
    return tuple(line for text in dict.fromkeys(texts) for line in text.split("\n"))


def _line(piece: str) -> Make:
    return lambda size: (piece * (size // len(piece) + 1)).encode("utf-8", "replace") + b"\nmake: *** [all] Error 1\n"


def _lines(*lines: str) -> Make:
    text = "".join(line + "\n" for line in lines)
    return lambda size: (text * (size // len(text) + 1)).encode("utf-8", "replace")


def _numbered(line: str) -> Make:
    """No two alike, so that nothing that is remembered of one serves another."""
    return lambda size: "".join(f"{line} {n}\n" for n in range(size // (len(line) + 6) + 1)).encode("utf-8", "replace")


def _endless(format_: LogFormat) -> Iterator[str]:
    """Lines that lead an expression to one of its repetitions, and go on with that for ever."""
    for pattern in format_.patterns:
        tree = parser.parse(pattern.first)
        for before, again in sorted({(before, again) for before, again in _pumps(tree, "") if again}):
            yield before + again * ((LONG - len(before)) // len(again)) + "\x01"


def _pumps(nodes: Iterable[Any], before: str) -> Iterator[tuple[str, str]]:
    """Of each repetition: the shortest text that leads to it, and what it repeats."""
    for op, value in nodes:
        if op in REPEATS and value[1] is ops.MAXREPEAT:
            yield from ((before, letter) for letter in TRIED if _takes(value[2], letter))
            yield before, _shortest(value[2])
        for inner in _inside(op, value):
            yield from _pumps(inner, before)
        before += _shortest([(op, value)])


def _inside(op: Any, value: Any) -> Iterator[Any]:
    if op in REPEATS:
        yield value[2]
    elif op is ops.SUBPATTERN:
        yield value[3]
    elif op is ops.ATOMIC_GROUP:
        yield value
    elif op is ops.BRANCH:
        yield from value[1]


def _shortest(nodes: Iterable[Any]) -> str:
    """A short text that an expression matches; what looks around is not minded."""
    text = ""
    for op, value in nodes:
        if op is ops.LITERAL:
            text += chr(value)
        elif op in (ops.ANY, ops.IN, ops.NOT_LITERAL):
            text += next((letter for letter in TRIED[1:] if _takes([(op, value)], letter)), "a")
        elif op in REPEATS:
            text += _shortest(value[2]) * value[0]
        else:
            text += next((_shortest(inner) for inner in _inside(op, value)), "")
    return text


def _takes(nodes: Any, letter: str) -> bool:
    """Whether something of one character takes this one."""
    if len(nodes) != 1:
        return False
    op, value = nodes[0]
    if op is ops.IN:
        return any(_member(one, letter) for one in value) != (value[0][0] is ops.NEGATE)
    return (
        op is ops.ANY
        or (op is ops.LITERAL and value == ord(letter))
        or (op is ops.NOT_LITERAL and value != ord(letter))
    )


def _member(one: tuple[Any, Any], letter: str) -> bool:
    op, value = one
    if op is ops.RANGE:
        return value[0] <= ord(letter) <= value[1]
    if op is ops.CATEGORY:
        kinds = {"SPACE": letter.isspace(), "DIGIT": letter.isdigit(), "WORD": letter.isalnum() or letter == "_"}
        name = str(value).removeprefix("CATEGORY_")
        return kinds[name.removeprefix("NOT_")] != name.startswith("NOT_")
    return bool(op is ops.LITERAL and value == ord(letter))
