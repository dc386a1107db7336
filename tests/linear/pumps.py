"""Texts that make an expression slow, if any can: derived from the expression itself.

A backtracking engine is slow where one text can be read in many ways: a quantifier that begins at many places (`\\s+x` in
blanks), two neighbours that share characters (`\\s*.*?\\s*`), a quantifier in a quantifier. So each quantifier is reached by
the shortest way there is, its own characters are repeated (one of every class that the expression tells apart, and what
stands beside it), and something follows that cannot match. What a group repeats, and the way itself, is repeated too.
"""

from __future__ import annotations

import random
import re._constants as kinds  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

WIDE = 8  # a quantifier that repeats less is no pump
SAMPLES = 3  # random texts of each repeated group
LETTERS = "a 1/._-:\"'()[]{}<>=,|#@*+!?\\\t\nAzxeE0~`$%&;^\r\x0b\x00é\u2028\x85漢"
ENDS = ("", "\x00", "\n\x00!")
REPEATS = (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT)
SINGLE = (kinds.LITERAL, kinds.NOT_LITERAL, kinds.ANY, kinds.IN)
Node = tuple[Any, Any]


class Pump(NamedTuple):
    prefix: str
    unit: str
    suffix: str

    def text(self, length: int) -> str:
        return (
            self.prefix
            + self.unit * max(1, (length - len(self.prefix) - len(self.suffix)) // len(self.unit))
            + self.suffix
        )


def pumps(text: str | bytes, flags: int) -> tuple[Pump, ...]:
    """() where nothing is repeated often."""
    tree = list(parser.parse(text, flags))
    if not any(_wide(node) for node in _walked(tree)):
        return ()
    found = _Finder(tree).found()
    fits = [pump for pump in found if isinstance(text, str) or all(ord(c) < 256 for c in "".join(pump))]
    return tuple(dict.fromkeys(fits))


def written(text: str, chance: random.Random) -> str:
    """A text of the expression's own making: what it matches, but where it looks around."""
    finder = _Finder(list(parser.parse(text)))
    finder._chance = chance
    return finder._any(finder._tree)


def _wide(node: Node) -> bool:
    return node[0] in REPEATS and (node[1][1] is kinds.MAXREPEAT or node[1][1] >= WIDE)


def _below(node: Node) -> list[list[Node]]:
    kind, value = node
    if kind in REPEATS:
        return [list(value[2])]
    if kind is kinds.SUBPATTERN:
        return [list(value[3])]
    if kind is kinds.ATOMIC_GROUP:
        return [list(value)]
    if kind is kinds.BRANCH:
        return [list(branch) for branch in value[1]]
    if kind in (kinds.ASSERT, kinds.ASSERT_NOT):
        return [list(value[1])]
    return [list(part) for part in value[1:] if part] if kind is kinds.GROUPREF_EXISTS else []


def _walked(tree: list[Node]) -> Iterator[Node]:
    for node in tree:
        yield node
        for part in _below(node):
            yield from _walked(part)


_CATEGORIES = {
    kinds.CATEGORY_DIGIT: str.isdecimal,
    kinds.CATEGORY_SPACE: str.isspace,
    kinds.CATEGORY_WORD: lambda c: c.isalnum() or c == "_",
    kinds.CATEGORY_NOT_DIGIT: lambda c: not c.isdecimal(),
    kinds.CATEGORY_NOT_SPACE: lambda c: not c.isspace(),
    kinds.CATEGORY_NOT_WORD: lambda c: not (c.isalnum() or c == "_"),
}


def accepts(node: Node, letter: str) -> bool:
    kind, value = node
    if kind is kinds.LITERAL:
        return bool(ord(letter) == value)
    if kind is kinds.NOT_LITERAL:
        return bool(ord(letter) != value)
    return letter != "\n" if kind is kinds.ANY else _in(value, letter)


def _in(items: Iterable[Node], letter: str) -> bool:
    negated = hit = False
    for kind, value in items:
        if kind is kinds.NEGATE:
            negated = True
        elif kind is kinds.RANGE:
            hit |= value[0] <= ord(letter) <= value[1]
        elif kind is kinds.CATEGORY:
            hit |= _CATEGORIES[value](letter)
        else:
            hit |= ord(letter) == value
    return hit != negated


class _Finder:
    def __init__(self, tree: list[Node]) -> None:
        self._tree = tree
        self._groups: dict[int, list[Node]] = {
            n[1][0]: list(n[1][3]) for n in _walked(tree) if n[0] is kinds.SUBPATTERN and n[1][0]
        }
        self._chance = random.Random(1)
        sets = [node for node in _walked(tree) if node[0] in SINGLE and node[0] is not kinds.LITERAL]
        ends = {
            chr(end)
            for node in sets
            if node[0] is kinds.IN
            for kind, item in node[1]
            if kind is kinds.RANGE
            for end in item
        }
        literals = {chr(node[1]) for node in _walked(tree) if node[0] is kinds.LITERAL}
        told: dict[tuple[bool, ...], str] = {}
        for letter in (*LETTERS, *sorted(ends | literals)):
            word = letter.isalnum() or letter == "_"  # for `\\b`, as the end of a line is for `^`
            told.setdefault((letter == "\n", word, *(accepts(node, letter) for node in sets)), letter)
        self._letters = tuple(told.values())

    def found(self) -> Iterator[Pump]:
        whole = self._least(self._tree)
        if whole:
            yield from (Pump("", part, end) for part in (whole, whole[:-1]) if part for end in ENDS)
        for _ in range(SAMPLES):
            part = self._any(self._tree)
            yield from (Pump("", part[:cut], "\x00") for cut in (len(part), len(part) - 1) if cut > 0)
        yield from self._of(self._tree, "")

    def _of(self, tree: list[Node], way: str) -> Iterator[Pump]:
        for at, node in enumerate(tree):
            if _wide(node):
                yield from self._repeated(node, way, tree[max(0, at - 1) : at] + tree[at + 1 : at + 2])
            behind = node[0] is kinds.ASSERT and node[1][0] < 0
            for part in _below(node):
                yield from self._of(part, way)
            way += self._least([node]) if not behind else self._least(list(node[1][1]))

    def _repeated(self, node: Node, way: str, beside: list[Node]) -> Iterator[Pump]:
        body = list(node[1][2])
        units = {
            *self._alphabet(body),
            self._least([*beside[:1], node, *beside[1:]]),
            *(self._any(body) for _ in range(SAMPLES)),
        }
        literals = [chr(value) for kind, value in beside if kind is kinds.LITERAL]
        units.update(letter for letter in literals if letter in self._letters_of(body, literals))
        for unit in sorted(units - {""}):
            yield from (Pump(way, unit, end) for end in ENDS)
            yield from (Pump("", way + unit * times, "\x00") for times in (1, 3))
        if way:
            yield Pump("", way, "\x00")

    def _alphabet(self, body: list[Node]) -> list[str]:
        """Letters that one round of the body may be."""
        return self._letters_of(body, self._letters)

    def _letters_of(self, body: list[Node], letters: Iterable[str]) -> list[str]:
        if len(body) != 1:
            return []
        if body[0][0] in SINGLE:
            return [letter for letter in letters if accepts(body[0], letter)]
        return [letter for part in _below(body[0]) for letter in self._letters_of(part, letters)]

    def _least(self, tree: list[Node]) -> str:
        return "".join(self._written(node, least=True) for node in tree)

    def _any(self, tree: list[Node]) -> str:
        return "".join(self._written(node, least=False) for node in tree)[:200]

    def _written(self, node: Node, *, least: bool) -> str:
        """Text that the node matches: the shortest, or any."""
        kind, value = node
        if kind is kinds.LITERAL:
            return chr(value)
        if kind in SINGLE:
            fitting = [letter for letter in self._letters if accepts(node, letter)] or self._searched(node)
            return fitting[0] if least else self._chance.choice(fitting)
        if kind in REPEATS:
            times = value[0] if least else self._chance.randint(value[0], max(value[0], min(2, value[1])))
            return "".join(self._all(list(value[2]), least) for _ in range(times))
        if kind is kinds.GROUPREF:
            return self._all(self._groups[value], least)
        if kind in (kinds.ASSERT, kinds.ASSERT_NOT, kinds.AT):
            return ""
        parts = _below(node)
        return self._all(parts[0] if least else self._chance.choice(parts), least) if parts else ""

    def _all(self, tree: list[Node], least: bool) -> str:
        return self._least(tree) if least else self._any(tree)

    def _searched(self, node: Node) -> list[str]:
        return [next((chr(code) for code in range(32, 0x3000) if accepts(node, chr(code))), "a")]
