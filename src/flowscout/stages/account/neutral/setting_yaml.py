"""The lines of a YAML file without what says nothing: comments, empty lines, which quotes stand round a text.

Read are lines that are whole by themselves: keys and items with a value on their line or with none, marks between documents, and the lines
of a block text. A line that goes on what stands above is kept with all between them. From the first one that is nothing of this, as a text
in quotes that ends on another line, all stands as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from re import Match
from typing import Final

from ....model.pattern import regex
from ....model.record import NamedTuple

_BREAK: Final = regex("[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029\ufeff]")  # what may end a line, or begin a file, as well
_DASH: Final = regex(r"-(?: +|\Z)")
_KEY: Final = regex(
    r"""(?:[^\s\-?:,\[\]{}#&*!|>'"%@`][^:#\t\n]{0,200}?|<<|"[^"\\\n]{0,200}"|'[^'\n]{0,200}'):(?:[ \t]{1,200}|\Z)"""
)
_MARK: Final = regex(r"---[ \t]*(?:#.*)?\Z")
_HELD: Final = regex(r"""(?:[&!][^\s,\[\]{}#"']{0,200}(?:[ \t]+|\Z))*+""")  # anchors and tags before a value
_SINGLE: Final = regex(r"""\A'([^'"\\\n]{0,400})'\Z""")
_WHOLE: Final = (
    regex(r"'(?:[^'\n]|'')*+'"),
    regex(r'"(?:[^"\\\n]|\\.)*+"'),
    regex(r"""\[(?:[^\[\]{}'"#\n]|'[^'#\n]*'|"[^"\\#\n]*")*+\]"""),
    regex(r"""\{(?:[^\[\]{}'"#\n]|'[^'#\n]*'|"[^"\\#\n]*")*+\}"""),
    regex(r"\*[^\s,\[\]{}#:]+"),
)
_BLOCK: Final = regex(r"[|>][-+0-9]{0,2}[ \t]*(?:(?<=[ \t])#.*)?\Z")
_PLAIN: Final = regex(r"""(?![-?:](?:[ \t]|\Z))[^\s,\[\]{}#&*!|>'"%@`]""")
_KEYED: Final = regex(r":(?:[ \t]|\Z)")
_REMARK: Final = regex(r"(?:\A|(?<=[ \t]))#.*\Z")
_ENDS: Final = regex(r"(?:[ \t]+(?:#.*)?)?\Z")
_MARKS: Final = ("---", "...")  # between documents
EMPTY, SCALAR, BLOCK = "empty", "scalar", "block"
WIDE, ENDED = "on several lines", "a block that a comment ends"


class YamlLine(NamedTuple):
    """A line. column: where the innermost key or item of it stands; -1 for neither, -2 for a mark. value: of which kind it is."""

    said: str
    quoted: str
    column: int
    value: str


def lines_of(text: str) -> tuple[list[str], list[str]] | None:
    """As they are written, and with single quotes as double ones; None where it may have other lines than these."""
    if _BREAK.search(text):
        return None
    told: list[tuple[str, str]] = []
    lines = text.split("\n")
    above = YamlLine("", "", -1, EMPTY)
    between: list[str] = []
    raw = ""
    for at, line in enumerate(lines):
        depth = len(line) - len(line.lstrip(" "))
        bare = line.strip(" \t")
        mark = not depth and line.startswith(_MARKS)
        if above.value == BLOCK and not mark and (not bare or depth > above.column or line[depth] == "\t"):
            told.append((f"|{line}", f"|{line}"))
        elif depth == len(line) or line[depth] == "#":
            between.append(line)
            above = above._replace(value=ENDED) if above.value == BLOCK else above
        elif above.value != EMPTY and not mark and depth > above.column:  # it goes on
            if above.value == SCALAR:
                told[-1] = f"|{raw}", f"|{raw}"
            told += [(f"|{each}", f"|{each}") for each in (*between, line)]
            above, between = above._replace(value=WIDE), []
        elif (read := _read(line, depth)) is None or (read.column == -1 and above.value != EMPTY):
            told += [(f"|{each}", f"|{each}") for each in (*between, *lines[at:])]
            return _both(told)
        else:
            told += [(f"|{each}", f"|{each}") for each in between if above.value == WIDE]
            told.append((read.said, read.quoted))
            column = {-1: above.column, -2: -1}.get(read.column, read.column)
            above, between, raw = read._replace(column=column), [], line
    return _both([*told, *[(f"|{each}", f"|{each}") for each in between if above.value == WIDE]])


def _both(told: Sequence[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [one for one, _ in told], [other for _, other in told]


def _read(line: str, depth: int) -> YamlLine | None:
    """None where it is not whole by itself, or none that is known."""
    if not depth and line.startswith(_MARKS):
        return YamlLine("---", "---", -2, EMPTY) if _MARK.match(line) else None
    at, column = depth, -1
    while dash := _DASH.match(line, at):
        at, column = dash.end(), at
    if key := _KEY.match(line, at):
        at, column = key.end(), at
    held = _HELD.match(line, at)
    at = held.end() if held else at
    head, value = line[:at].rstrip(" \t") if column >= 0 else f"{depth} {line[:at].strip()}", line[at:]
    found = _value(value)
    if found is None or (column == -1 and not value):
        return None
    kind, said = found
    return YamlLine(f"{head} {said}", f"{head} {_SINGLE.sub(_doubled, said)}", column, kind)


def _doubled(found: Match[str]) -> str:
    return f'"{found[1]}"'


def _value(value: str) -> tuple[str, str] | None:
    """Of which kind it is, without the comment behind it."""
    if not value or value[0] == "#":
        return EMPTY, ""
    if _BLOCK.match(value):
        return BLOCK, value
    for each in _WHOLE:
        if found := each.match(value):
            return (SCALAR, found[0]) if _ENDS.match(value, found.end()) else None
    said = _REMARK.sub("", value).rstrip(" \t")
    return (SCALAR, said) if _PLAIN.match(said) and not _KEYED.search(said) else None
