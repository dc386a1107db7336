"""What people wrote into a file for each other: comments and descriptions, cut into paragraphs and their sentences, each with the code that follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ...model.pattern import regex

BEHIND: Final = 6  # lines of code that a comment is of
LONG: Final = 300  # characters of a line that are read
PARAGRAPH: Final = 40  # lines of one
_QUOTES: Final = ('"' * 3, "'" * 3)
_MARKS: Final = "*/#!< \t"
_ENTRY: Final = regex(r":(?!\w{1,20}:`)\w|[@\\]\w|[\w*`., ]{1,60} ?\([^()\n]{1,80}\) ?:")
_POINT: Final = regex(r"[-*] \S|[\w*`.]{1,60}: ?\S|\d{1,2}[.)] ")
_ENDS: Final = regex(r"(?<=[.!?])[)\"'`]{0,2}\s+(?=[A-Z(\"'`])")
_NO_END: Final = regex(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|resp)|\b[A-Z])\.$")
_RULE: Final = regex(r"[\W_]*")
_DISABLED: Final = regex(r".*[;{}]$")


class Sentence(NamedTuple):
    text: str
    line: int


class Paragraph(NamedTuple):
    """head: the first sentence of all that is written there. code: the lines right behind, of a comment; described: it is Python's own description,
    which stands in what it describes. line: its first one; behind: the first one of the code that follows."""

    sentences: tuple[Sentence, ...]
    head: str
    code: tuple[str, ...]
    described: bool
    line: int
    behind: int


def paragraphs(source: bytes, path: str) -> Iterator[Paragraph]:
    rows = source.decode("utf-8", "replace").split("\n")
    python = path.endswith((".py", ".pyi", ".pyx"))
    at = 0
    while at < len(rows):
        block, after, described = _block(rows, at, python)
        if block:
            yield from _cut(rows, block, after, described)
        at = max(after, at + 1)


Row = tuple[int, int, str]  # its number, how far it is set in, what it says


def _block(rows: Sequence[str], at: int, python: bool) -> tuple[list[Row], int, bool]:
    """What is written from a line on, and where it is over; nothing where it is code."""
    text = rows[at][:LONG]
    plain = text.lstrip()
    if python:
        opened = plain[1:] if plain[:1] in ("r", "R", "u", "b") else plain
        quote = next((one for one in _QUOTES if opened.startswith(one)), "")
        if quote:
            return *_until(rows, at, opened[len(quote) :], quote), True
        kept = next((one for one in _QUOTES if plain.count(one) % 2 and not plain.startswith("#")), "")
        if kept:  # a text that the code keeps
            return [], _until(rows, at, plain.partition(kept)[2], kept)[1], False
        return *_run(rows, at, ("#",)), False
    if plain.startswith("/*"):
        return *_until(rows, at, plain[2:], "*/"), False
    return *_run(rows, at, ("//",)), False


def _until(rows: Sequence[str], at: int, first: str, end: str) -> tuple[list[Row], int]:
    made = list[Row]()
    for number in range(at, len(rows)):
        text = first if number == at else rows[number][:LONG]
        said, closed, behind = text.partition(end)
        made.append((number + 1, len(said) - len(said.lstrip(_MARKS)) if number > at else 0, said.strip(_MARKS)))
        if closed:
            return ([] if behind.strip(" \t;,)") else made), number + 1
    return [], len(rows)


def _run(rows: Sequence[str], at: int, marks: tuple[str, ...]) -> tuple[list[Row], int]:
    made = list[Row]()
    for number in range(at, len(rows)):
        plain = rows[number][:LONG].lstrip()
        if not plain.startswith(marks):
            break
        said = plain.lstrip("#/:!<")
        made.append((number + 1, len(said) - len(said.lstrip()), said.strip(_MARKS)))
    return made, at + max(1, len(made))


def _cut(rows: Sequence[str], block: Sequence[Row], after: int, described: bool) -> Iterator[Paragraph]:
    code = () if described else tuple(_code(rows, after))
    head, part = "", list[Row]()
    for row in (*block, (0, 0, "")):
        entry = part and (_ENTRY.match(row[2]) or (_POINT.match(row[2]) and row[1] <= part[0][1]))
        if part and (not row[2] or entry or len(part) >= PARAGRAPH):
            made = tuple(_sentences(part))
            head = head or (made[0].text if made else "")
            if made:
                yield Paragraph(made, head, code, described, part[0][0], after + 1)
            part = []
        part = [*part, row] if row[2] and not _RULE.fullmatch(row[2]) else part


def _code(rows: Sequence[str], after: int) -> Iterator[str]:
    for number in range(after, min(after + BEHIND, len(rows))):
        plain = rows[number][:LONG].strip()
        if not plain:
            return
        if not plain.startswith(("#", "//", "/*", "*")):
            yield plain


def _sentences(part: Sequence[Row]) -> Iterator[Sentence]:
    said, begun = "", 0
    for number, _, text in part:
        pieces = _ENDS.split(text)
        for place, piece in enumerate(pieces):
            begun = begun or number
            said = f"{said} {piece}".strip()
            over = place + 1 < len(pieces) or piece.endswith((".", "!", "?"))
            if over and not _NO_END.search(said):
                yield Sentence(said, begun)
                said, begun = "", 0
    if said and not _DISABLED.fullmatch(said):
        yield Sentence(said, begun)
