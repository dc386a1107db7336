"""The account by lines: on which of them an edit does something, and which one became which. What a drawing marks follows from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final, TypeAlias

from ...model.account import FILE, NEUTRAL, Answer, Side
from ...model.alignment import matching
from ...model.record import NamedTuple
from ...stages.account.neutral.values import NAMED
from ...stages.account.together.taken import TAKEN

Written: TypeAlias = tuple[Sequence[bytes], int]  # lines of a function, and the number of the first
Alone: TypeAlias = Mapping[int, str]  # of a line that is told as gone, or as new, the code that is, without blanks
_WHOLE: Final = frozenset({"renamed", "moved", "rewritten", FILE})  # answers for all of a function at once


class ByLine(NamedTuple):
    """Of two files. told: lines before and after of edits that do something. quiet, became: lines before, and those after that do the
    same, or that stand in their place. taken: lines before of what was taken out, and is done by a function that is called there now."""

    told: tuple[Set[int], Set[int]]
    quiet: Mapping[int, int]
    became: Mapping[int, int]
    alone: tuple[Alone, Alone]
    taken: Set[int] = frozenset()

    def stays(self, was: Written, now: Written) -> dict[int, int]:
        """Lines in which the text of a function is the same, and of which the account says nothing else: what it says of the others tells
        which of several that read the same are meant."""
        (before, first), (after, other) = was, now
        there = {line: (b"\0", was) for was, line in self.became.items()}
        old = [(b"\0", n) if n in self.became else self._held(0, n, text) for n, text in enumerate(before, first)]
        new = [there[n] if n in there else self._held(1, n, text) for n, text in enumerate(after, other)]
        return {
            first + a + n: other + b + n
            for a, b, size in matching(old, new)
            for n in range(size)
            if before[a + n].rstrip(b" \t{") and first + a + n not in self.became
        }

    def _held(self, side: int, line: int, text: bytes) -> tuple[bytes, int]:
        """What no line of the other side is, where the account says that it came or went."""
        return (bytes([side + 1]), line) if self._alone(side, line, text) else (text.rstrip(b" \t{"), 0)

    def _alone(self, side: int, line: int, text: bytes) -> bool:
        code = self.alone[side].get(line, "")
        return bool(code) and _squeezed(text.decode("utf-8", "replace")) in code


class FileLines:
    """All answers of a change, for whichever two files are asked. What stands on the lines of an edit, and is answered for by a rule that
    says it does nothing, is no part of that edit."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._told: dict[tuple[int, str], set[int]] = defaultdict(set)
        self._alone: dict[tuple[int, str], dict[int, str]] = defaultdict(dict)
        self._quiet: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
        self._became: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
        self._calm: dict[tuple[int, str], dict[int, str]] = defaultdict(dict)
        self._taken: dict[str, set[int]] = defaultdict(set)
        for one in sorted(answers, key=lambda each: each.how != NEUTRAL):
            self._read(one)

    def of(self, before: str, after: str) -> ByLine:
        files = before, after
        none: Alone = {}
        return ByLine(
            (self._told.get((0, before), frozenset()), self._told.get((1, after), frozenset())),
            self._quiet.get(files, {}),
            self._became.get(files, {}),
            (self._alone.get((0, before), none), self._alone.get((1, after), none)),
            self._taken.get(before, frozenset()),
        )

    def _read(self, one: Answer) -> None:
        both, files = bool(one.before.line and one.after.line), (one.before.path, one.after.path)
        if both and one.rule not in _WHOLE:
            self._became[files].setdefault(one.before.line, one.after.line)
        if both and one.how == NEUTRAL and one.rule != NAMED:  # which is drawn as another step
            self._quiet[files][one.before.line] = one.after.line
        if one.rule == TAKEN and one.before.line:
            self._taken[one.before.path].update(_lines(one.before))
        for new, side in enumerate((one.before, one.after)):
            where, code = (new, side.path), _squeezed(side.code)
            if both and one.how == NEUTRAL:
                self._calm[where][side.line] = code
            if side.line and one.how != NEUTRAL:
                calm = self._calm[where]
                self._told[where] |= {n for n in _lines(side) if n == side.line or calm.get(n, code) in code}
            if side.line and not both and one.rule not in _WHOLE:
                self._alone[where].update(dict.fromkeys(_lines(side), code))


def _lines(side: Side) -> range:
    return range(side.line, max(side.line, side.end_line) + 1)


def _squeezed(text: str) -> str:
    return "".join(text.split())
