"""What each token of a text stands under, read by braces or by how far lines are indented, and by nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flowscout.stages.account.pieces.lexing import LexedSource

ASKING = frozenset((b"if", b"while", b"for", b"switch", b"catch", b"elif", b"with", b"except", b"match", b"case"))
OPENING, CLOSING = (b"(", b"["), (b")", b"]")


class Nesting(NamedTuple):
    """under: of each token the numbers of what it stands under; asked: what each asks, without blanks. whole: whether the text could
    be read so."""

    under: list[tuple[int, ...]]
    asked: list[str]
    whole: bool = True

    def of(self, own: range) -> list[str]:
        return [self.asked[each] for each in self.under[own.start]]


def nesting(source: LexedSource, first: int, count: int) -> Nesting:
    words = [each.text for each in source.tokens[first : first + count]]
    lines = [source.line(source.starts[at]) for at in range(first, first + count)]
    if source.path.endswith((".py", ".pyi")):
        return _indented(words, lines, [source.column(source.starts[at]) for at in range(first, first + count)])
    return _braced(words, lines)


def _indented(words: Sequence[bytes], lines: Sequence[int], columns: Sequence[int]) -> Nesting:
    asked: list[str] = []
    under: list[tuple[int, ...]] = []
    open_: list[tuple[int, int]] = []  # column, number
    before: dict[int, int] = {}  # what stood last at a column
    at = 0
    while at < len(words):
        end, depth = at, 0
        while end < len(words) and (depth or end == at or lines[end] == lines[end - 1]):
            depth += (words[end] in (*OPENING, b"{")) - (words[end] in (*CLOSING, b"}"))
            end += 1
        while open_ and open_[-1][0] >= columns[at]:
            open_.pop()
        own = tuple(number for _, number in open_)
        head = words[at] if words[at] != b"async" else words[min(at + 1, end - 1)]
        colon = _colon(words, at, end)
        if colon >= 0 and (head in ASKING or head in (b"else", b"try", b"finally")):
            if head == b"else" and columns[at] in before:
                number = before[columns[at]]
            else:
                number = len(asked)
                asked.append(_text(words[at + 1 : colon]) if head in ASKING else head.decode())
            before[columns[at]] = number
            under += [own] * (colon + 1 - at) + [(*own, number)] * (end - colon - 1)
            open_.append((columns[at], number))
            if head == b"elif":  # it stands under what the `if` above did not say, too
                pass
        else:
            under += [own] * (end - at)
        at = end
    return Nesting(under, asked)


def _colon(words: Sequence[bytes], at: int, end: int) -> int:
    depth = 0
    for n in range(at, end):
        depth += (words[n] in (*OPENING, b"{")) - (words[n] in (*CLOSING, b"}"))
        if words[n] == b":" and not depth and b"lambda" not in words[at:n]:
            return n
    return -1


def _text(words: Sequence[bytes]) -> str:
    return "".join("".join(word.decode("utf-8", "replace").split()) for word in words)


class _Frame:
    """single: of one statement alone. label: from a label of a choice to the next."""

    def __init__(self, number: int, single: bool, asks: bool, label: bool = False) -> None:
        self.number, self.single, self.asks, self.label = number, single, asks, label


def _braced(words: Sequence[bytes], lines: Sequence[int]) -> Nesting:
    asked: list[str] = []
    under: list[tuple[int, ...]] = []
    open_: list[_Frame] = []
    last = begin = -1
    depth, at, whole = 0, 0, True

    def numbers() -> tuple[int, ...]:
        return tuple(each.number for each in open_ if each.number >= 0)

    def closed() -> None:
        """A statement ended: those that have but one end with it."""
        nonlocal last
        while open_ and open_[-1].single:
            frame = open_.pop()
            last = frame.number if frame.asks else last
            if frame.asks and at + 1 < len(words) and words[at + 1] == b"else":
                return

    while at < len(words):
        word = words[at]
        if word == b"#" and (not at or lines[at - 1] < lines[at]):
            end = at
            while end < len(words) and lines[end] == lines[at]:
                end += 1
            under += [numbers()] * (end - at)
            at = end
            continue
        if word in (b"case", b"default") and not depth and (end := _label(words, at)):
            same = open_ and open_[-1].label and begin == at - 1
            if open_ and open_[-1].label and not same:
                open_.pop()
            if same:
                asked[open_[-1].number] += " " + _text(words[at + 1 : end])
            else:
                asked.append(_text(words[at + 1 : end]) or "default")
                open_.append(_Frame(len(asked) - 1, False, False, True))
            under += [numbers()] * (end + 1 - at)
            at = begin = end
        elif word in ASKING and not depth and at + 1 < len(words) and words[at + 1] == b"(":
            end = _closing(words, at + 1)
            asked.append(_text(words[at + 2 : end]))
            under += [numbers()] * (end + 1 - at)
            at, begin = end, end
            open_.append(_Frame(len(asked) - 1, not _brace(words, end + 1), word == b"if"))
        elif word == b"else":
            under.append(numbers())
            begin = at
            open_.append(_Frame(last, not _brace(words, at + 1), False))
        elif word == b"{" and not depth:
            under.append(numbers())
            if begin != at - 1 or not open_ or open_[-1].single or open_[-1].label:
                asked.append(_text(words[begin + 1 : at]))
                open_.append(_Frame(len(asked) - 1, False, False))
            begin = at
        elif word == b"}" and not depth:
            if not open_:
                whole = False
            else:
                while open_ and (open_[-1].single or open_[-1].label):
                    open_.pop()
                if open_:
                    frame = open_.pop()
                    last = frame.number if frame.asks else last
                    if not (frame.asks and at + 1 < len(words) and words[at + 1] == b"else"):
                        closed()
            under.append(numbers())
            begin = at
        else:
            depth += (word in OPENING) - (word in CLOSING)
            under.append(numbers())
            if word == b";" and depth <= 0:
                closed()
                begin, depth = at, 0
        at += 1
    return Nesting(under, asked, whole and not open_)


def _label(words: Sequence[bytes], at: int) -> int:
    """Where the label's colon stands, 0 for nowhere near."""
    near = range(at + 1, min(at + 40, len(words)))
    return next((n for n in near if words[n] == b":"), 0)


def _brace(words: Sequence[bytes], at: int) -> bool:
    return at < len(words) and words[at] == b"{"


def _closing(words: Sequence[bytes], at: int) -> int:
    depth = 0
    for n in range(at, len(words)):
        depth += (words[n] in OPENING) - (words[n] in CLOSING)
        if not depth:
            return n
    return len(words) - 1
