"""A file that is not understood as a whole, held against its lines: where a grammar loses its way, what stands far behind may read
otherwise though nobody touched it. What is told of lines of which none differs is not so, and is not said; a function is gone, or new,
only where its head is, and most of its lines are, or where its name stood nowhere: of lines that hold no word, as brackets alone, any may be taken for another's.
A line that came into a comment differs, though it reads as it did.
What begins at a line that differs is told, however much of what it holds stayed: a new question round forty lines is one line."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from ....model.account import FILE, GONE, NEW, Answer, Side
from ....model.alignment import opcodes
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....words.names import last
from ..reading.saying import ORDER
from .file import State

_WHOLE: Final = frozenset((GONE, NEW, "extracted", "inlined"))
_OF_THE_FILE: Final = frozenset(("syntax", FILE, "defect", "unread"))
_LONG: Final = 12  # lines from which it counts how many of them differ
_LEAST: Final = 4  # of which one differs, at least
_PASSED: Final = 60  # lines that what changed its place can have passed
_WORD: Final = regex(rb"\w")
_NAME: Final = regex(rb"\w++")


def well_read(told: Sequence[Answer], old: State, new: State, indented: bool = False) -> list[Answer]:
    """indented: whether a line counts for what it counts by where it begins."""
    left, right = (_rows(side, indented) for side in (old, new))
    gone, came, same = set[int](), set[int](), dict[int, int]()
    blank = tuple({at for at, row in enumerate(rows, 1) if not _WORD.search(row)} for rows in (left, right))
    for how, i, j, m, n in opcodes(left, right):
        if how == "equal":
            same.update(zip(range(i + 1, j + 1), range(m + 1, n + 1), strict=True))
        else:
            gone |= {*range(i + 1, j + 1)}
            came |= {*range(m + 1, n + 1)}
    passed = _passed(left, right, gone, came)
    sides = (old.source.path, gone, blank[0]), (new.source.path, came, blank[1])
    known = tuple({*_NAME.findall(side.source.data)} for side in (old, new))
    within = _only_there(old, gone, known[1]), _only_there(new, came, known[0])
    gone |= {at for at, other in same.items() if other in within[1]}
    came |= {other for at, other in same.items() if at in within[0]}
    return [
        one
        for one in told
        if one.rule in _OF_THE_FILE
        or _differs(one, sides, _named_anew(one, known[not one.after.line]))
        or _changed_places(one, passed)
    ]


def _rows(side: State, indented: bool) -> list[bytes]:
    """The lines; one that nothing is read of, as in a comment, is another one than the same words outside of it."""
    read = {side.source.line(start) for start in side.source.starts}
    rows = [row.rstrip() if indented else row.strip() for row in side.source.data.split(b"\n")]
    return [row if at in read or not _WORD.search(row) else b"\n" + row for at, row in enumerate(rows, 1)]


def _passed(left: Sequence[bytes], right: Sequence[bytes], gone: Set[int], came: Set[int]) -> tuple[Set[int], Set[int]]:
    """The lines that went from one place to another, as they stood and as they stand."""
    both = {left[at - 1] for at in gone if _WORD.search(left[at - 1])} & {right[at - 1] for at in came}
    return {at for at in gone if left[at - 1] in both}, {at for at in came if right[at - 1] in both}


def _changed_places(one: Answer, passed: tuple[Set[int], Set[int]]) -> bool:
    """Whether it reads as it did, and may have passed such a line: of two that changed places either may be told."""
    same = one.before.code == one.after.code and one.before.line and one.after.line
    return bool(same) and all(_near(side, lines) for side, lines in zip((one.before, one.after), passed, strict=True))


def _only_there(side: State, apart: Set[int], known: Set[bytes]) -> set[int]:
    """The lines of functions that are plainly gone, or new: lines that stand in them went there, or came from there, though none of them
    differs. known: the words of the other side."""
    found = set[int]()
    for facts in side.functions.values():
        lines = {*range(side.source.line(facts.start), side.source.line(max(facts.start, facts.end - 1)) + 1)}
        if facts.name.encode() not in known and not apart.isdisjoint(lines):
            found |= lines
    return found


def _named_anew(one: Answer, known: Set[bytes]) -> bool:
    """Whether the name of a function that is told as new, or gone, stands nowhere on the other side: then it is. known: its words."""
    name = last(qualified_of(one.unit)).encode() if one.rule in _WHOLE and one.unit else b""
    return bool(name) and name not in known


def _differs(one: Answer, sides: Sequence[tuple[str, Set[int], Set[int]]], anew: bool) -> bool:
    found: list[tuple[int, int]] = []
    heads, begins = True, False
    for side, (path, apart, blank) in zip((one.before, one.after), sides, strict=True):
        if side.line and side.path != path:
            return True
        own = _lines(side) - blank if side.line else set()
        found += [(len(own & apart), len(own))] if own else []
        heads = heads and (not own or min(own) in apart)
        begins = begins or (bool(own) and min(own) in apart)
    if one.rule == ORDER and any(
        _near(side, apart) for side, (_, apart, _) in zip((one.before, one.after), sides, strict=True)
    ):
        return True
    if one.rule in _WHOLE:
        if anew:  # of two heads that begin with the same line, either may be the one that was there
            return any(apart for apart, _ in found)
        return heads and all(2 * apart >= whole for apart, whole in found)
    return not found or begins or any(apart and (whole <= _LONG or apart * _LEAST >= whole) for apart, whole in found)


def _near(side: Side, apart: Set[int]) -> bool:
    """Of two that changed places either may be the one that stayed where it was."""
    return not apart.isdisjoint(range(side.line - _PASSED, side.line + _PASSED))


def _lines(side: Side) -> set[int]:
    return {*range(side.line, max(side.line, side.end_line) + 1)}
