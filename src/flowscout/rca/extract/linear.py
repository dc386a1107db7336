"""Expressions of strangers, searched in time that grows with the line and with nothing else.

Python's engine tries one way after another, and a repository's own expression can make it try for hours on a line of a
hostile pull request. This one follows all ways at once (Thompson's construction, with captures as Pike keeps them): what it finds is what
Python's finds, in at most as many steps as the line has characters times the program instructions. What needs more than that (back references,
looking around) is refused. All of a repository have one purse of steps for a log: once it is spent, they find nothing more.
"""

from __future__ import annotations

import re._constants as codes  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

MARK: Final = "(?#linear)"  # what such an expression begins with
LINE: Final = 600  # characters of a line that are looked at
PROGRAM: Final = 1_200  # instructions
PARTS: Final = 20_000  # of an expression, what it repeats counted again
GROUPS: Final = 20  # that an expression keeps
PURSE: Final = 12_000_000  # steps in one log

_CHAR, _SPLIT, _JUMP, _SAVE, _AT, _MATCH = range(6)
_REPEATS: Final = {codes.MAX_REPEAT: True, codes.MIN_REPEAT: False, codes.POSSESSIVE_REPEAT: True}
_CATEGORIES: Final[Mapping[Any, Callable[[str], bool]]] = {
    codes.CATEGORY_DIGIT: str.isdecimal,
    codes.CATEGORY_SPACE: str.isspace,
    codes.CATEGORY_WORD: lambda c: c.isalnum() or c == "_",
}
_NOT: Final = {
    codes.CATEGORY_NOT_DIGIT: codes.CATEGORY_DIGIT,
    codes.CATEGORY_NOT_SPACE: codes.CATEGORY_SPACE,
    codes.CATEGORY_NOT_WORD: codes.CATEGORY_WORD,
}
_Test = Callable[[str], bool]


class ForeignError(ValueError):
    """An expression that cannot be searched in linear time."""


class RowMatch(NamedTuple):
    """As much of a match as the reader of rows asks for."""

    text: str
    slots: tuple[int, ...]
    names: Mapping[str, int]

    def start(self) -> int:
        return self.slots[0]

    def groupdict(self) -> dict[str, str | None]:
        return {name: self._group(number) for name, number in self.names.items()}

    def _group(self, number: int) -> str | None:
        low, high = self.slots[2 * number], self.slots[2 * number + 1]
        return self.text[low:high] if 0 <= low <= high else None


class Purse:
    """Steps that are left for a log."""

    def __init__(self) -> None:
        self.left = PURSE


class Linear:
    """One expression. Raises ForeignError."""

    def __init__(self, expression: str) -> None:
        tree = parser.parse(expression)
        if tree.state.flags & ~codes.SRE_FLAG_UNICODE:
            raise ForeignError("flags within an expression are not read")
        if tree.state.groups > GROUPS + 1:
            raise ForeignError(f"it has more than {GROUPS} groups")
        self._names: Mapping[str, int] = dict(tree.state.groupdict)
        self._slots = 2 * tree.state.groups
        self._parts = 0
        self._program: list[tuple[int, Any, Any]] = [(_SAVE, 0, None)]
        self._compile(tree)
        self._emit(_SAVE, 1)
        self._emit(_MATCH)
        self.purse = Purse()

    def _emit(self, kind: int, one: Any = None, other: Any = None) -> int:
        if len(self._program) >= PROGRAM:
            raise ForeignError("it is too long, or repeats too much a counted number of times")
        self._program.append((kind, one, other))
        return len(self._program) - 1

    def _compile(self, tree: Iterable[Any]) -> None:
        self._parts += 1
        if self._parts > PARTS:
            raise ForeignError("it repeats too much a counted number of times")
        for code, given in tree:
            if code in _REPEATS:
                self._repeat(given[0], given[1], given[2], _REPEATS[code])
            elif code is codes.SUBPATTERN:
                self._group(given)
            elif code is codes.ATOMIC_GROUP:
                self._compile(given)
            elif code is codes.BRANCH:
                self._branch(given[1])
            elif code is codes.AT:
                self._emit(_AT, given)
            else:
                self._emit(_CHAR, _test(code, given))

    def _group(self, given: Any) -> None:
        number, flags, unset, body = given
        if flags or unset:
            raise ForeignError("flags within an expression are not read")
        if number is not None:
            self._emit(_SAVE, 2 * number)
        self._compile(body)
        if number is not None:
            self._emit(_SAVE, 2 * number + 1)

    def _branch(self, arms: list[Any]) -> None:
        ends = []
        for arm in arms[:-1]:
            split = self._emit(_SPLIT)
            self._compile(arm)
            ends.append(self._emit(_JUMP))
            self._program[split] = (_SPLIT, split + 1, len(self._program))
        self._compile(arms[-1])
        for end in ends:
            self._program[end] = (_JUMP, len(self._program), None)

    def _repeat(self, least: int, most: Any, body: Any, greedy: bool) -> None:
        for _ in range(least):
            self._compile(body)
        if most is codes.MAXREPEAT:
            split = self._emit(_SPLIT)
            self._compile(body)
            self._emit(_JUMP, split)
            self._choose(split, greedy)
            return
        splits = []
        for _ in range(most - least):
            splits.append(self._emit(_SPLIT))
            self._compile(body)
        for split in splits:
            self._choose(split, greedy)

    def _choose(self, split: int, greedy: bool) -> None:
        on, off = split + 1, len(self._program)
        self._program[split] = (_SPLIT, on, off) if greedy else (_SPLIT, off, on)

    def search(self, text: str) -> RowMatch | None:
        """The leftmost match, as Python would find it."""
        text = text[:LINE]
        none = (-1,) * self._slots
        found: tuple[int, ...] | None = None
        threads: list[tuple[int, tuple[int, ...]]] = []
        for at in range(len(text) + 1):
            seen: set[int] = set()
            here: list[tuple[int, tuple[int, ...]]] = []
            for counter, slots in threads:
                self._follow(counter, slots, text, at, seen, here)
            if found is None:
                self._follow(0, none, text, at, seen, here)
            self.purse.left -= len(seen) + 1
            if self.purse.left <= 0:
                return None
            threads = []
            letter = text[at : at + 1]
            for counter, slots in here:
                kind, test, _ = self._program[counter]
                if kind == _MATCH:
                    found = slots
                    break
                if letter and test(letter):
                    threads.append((counter + 1, slots))
            if found is not None and not threads:
                break
        return RowMatch(text, found, self._names) if found is not None else None

    def _follow(
        self,
        counter: int,
        slots: tuple[int, ...],
        text: str,
        at: int,
        seen: set[int],
        here: list[tuple[int, tuple[int, ...]]],
    ) -> None:
        """To the next letters that are looked for, the likeliest way first."""
        todo = [(counter, slots)]
        while todo:
            counter, slots = todo.pop()
            if counter in seen:
                continue
            seen.add(counter)
            kind, one, other = self._program[counter]
            if kind == _JUMP:
                todo.append((one, slots))
            elif kind == _SPLIT:
                todo += [(other, slots), (one, slots)]
            elif kind == _SAVE:
                todo.append((counter + 1, (*slots[:one], at, *slots[one + 1 :])))
            elif kind == _AT:
                if _stands(one, text, at):
                    todo.append((counter + 1, slots))
            else:
                here.append((counter, slots))


def _test(code: Any, given: Any) -> _Test:
    if code is codes.LITERAL:
        return chr(given).__eq__
    if code is codes.NOT_LITERAL:
        return chr(given).__ne__
    if code is codes.ANY:
        return lambda c: c != "\n"
    if code is codes.IN:
        return _class(given)
    raise ForeignError("back references and looking around are not read: they cannot be searched in linear time")


def _class(items: list[Any]) -> _Test:
    negated = items[0][0] is codes.NEGATE
    tests = [_item(code, given) for code, given in items[negated:]]
    known: dict[str, bool] = {}

    def holds(c: str) -> bool:
        if c not in known:
            known[c] = any(test(c) for test in tests) != negated
        return known[c]

    return holds


def _item(code: Any, given: Any) -> _Test:
    if code is codes.RANGE:
        return lambda c: given[0] <= ord(c) <= given[1]
    if code is codes.CATEGORY:
        base = _CATEGORIES[_NOT.get(given, given)]
        return (lambda c: not base(c)) if given in _NOT else base
    return _test(code, given)


def _stands(kind: Any, text: str, at: int) -> bool:
    if kind in (codes.AT_BEGINNING, codes.AT_BEGINNING_STRING):
        return at == 0
    if kind in (codes.AT_END, codes.AT_END_STRING):
        return at == len(text)
    word = _CATEGORIES[codes.CATEGORY_WORD]
    edge = (at > 0 and word(text[at - 1])) != (at < len(text) and word(text[at]))
    return edge == (kind is codes.AT_BOUNDARY)
