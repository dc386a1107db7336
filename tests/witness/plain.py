"""The plain difference of two texts: which tokens stand on both sides, by lines first and, where lines differ, token by token."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flowscout.model.alignment import opcodes
from flowscout.stages.account.pieces.lexing import LexedSource

from .nesting import Nesting, nesting
from .quoting import Text

Span = tuple[int, int]
SIGNS = frozenset((b"{", b"}", b";", b",", b"(", b")", b"else", b":", b"[", b"]"))


class Plain(NamedTuple):
    """kept: of each token before where it stands after, -1 for nowhere; came: the other way. first: positions of the first tokens
    in their files."""

    old: LexedSource
    new: LexedSource
    kept: list[int]
    came: list[int]
    first: Span

    def before(self, first: int, last: int) -> range:
        return _on(self.old, first, last, self.first[0], len(self.kept))

    def after(self, first: int, last: int) -> range:
        return _on(self.new, first, last, self.first[1], len(self.came))

    def between(self, one: range, other: range) -> int:
        """How many telling tokens that stayed lie between a place before and a place after."""
        if not one or not other:
            return 0
        behind = sum(self._tells(at) for at in range(one.stop, len(self.kept)) if 0 <= self.kept[at] < other.start)
        ahead = sum(self._tells(at) for at in range(one.start) if self.kept[at] >= other.stop)
        return behind + ahead

    def _tells(self, at: int) -> bool:
        return self.old.tokens[self.first[0] + at].text not in SIGNS

    def telling(self, side: int, own: range) -> list[int]:
        source = (self.old, self.new)[side]
        return [at for at in own if source.tokens[self.first[side] + at].text not in SIGNS]

    def text(self, side: int) -> Text:
        return Text(self.words(side, range(len((self.kept, self.came)[side]))))

    def nesting(self, side: int) -> Nesting:
        return nesting((self.old, self.new)[side], self.first[side], len((self.kept, self.came)[side]))

    def rows(self, side: int) -> list[tuple[bytes, ...]]:
        """The words of each line."""
        source, count = (self.old, self.new)[side], len((self.kept, self.came)[side])
        return [words for _, words in _rows(source, range(self.first[side], self.first[side] + count))]

    def words(self, side: int, own: range) -> tuple[bytes, ...]:
        source = (self.old, self.new)[side]
        return tuple(source.tokens[self.first[side] + at].text for at in own)


def _on(source: LexedSource, first: int, last: int, begin: int, count: int) -> range:
    """Positions of the tokens on these lines, within the text that was compared."""
    end = source.rows[last] if last < len(source.rows) else len(source.data)
    a, b = bisect_left(source.starts, source.rows[first - 1]) - begin, bisect_left(source.starts, end) - begin
    return range(max(0, a), min(max(0, b), count))


def plain(old: LexedSource, new: LexedSource, was: Span, now: Span) -> Plain:
    """was, now: the bytes that are compared."""
    left, right = old.within(*was), new.within(*now)
    kept, came = [-1] * len(left), [-1] * len(right)
    rows = [_rows(source, own) for source, own in ((old, left), (new, right))]
    keys = [[words for _, words in each] for each in rows]
    for kind, i, j, m, n in opcodes(*keys):
        a, b = _tokens(rows[0], i, j), _tokens(rows[1], m, n)
        pairs = [(x, y) for x, y in zip(a, b, strict=True)] if kind == "equal" else _within(old, new, left, right, a, b)
        for x, y in pairs:
            kept[x], came[y] = y, x
    return Plain(old, new, kept, came, (left.start, right.start))


def _rows(source: LexedSource, own: range) -> list[tuple[range, tuple[bytes, ...]]]:
    """The tokens of each line that has some."""
    found: list[list[int]] = []
    line = -1
    for at in own:
        here = source.line(source.starts[at])
        if here != line:
            found.append([])
            line = here
        found[-1].append(at - own.start)
    return [(range(each[0], each[-1] + 1), tuple(source.tokens[own.start + at].text for at in each)) for each in found]


def _tokens(rows: Sequence[tuple[range, tuple[bytes, ...]]], begin: int, end: int) -> list[int]:
    return [at for own, _ in rows[begin:end] for at in own]


def _within(
    old: LexedSource, new: LexedSource, left: range, right: range, a: Sequence[int], b: Sequence[int]
) -> Iterator[Span]:
    """Equal tokens of lines that differ."""
    words = [old.tokens[left.start + x].text for x in a], [new.tokens[right.start + y].text for y in b]
    for kind, i, j, m, _ in opcodes(*words):
        if kind == "equal":
            yield from ((a[i + n], b[m + n]) for n in range(j - i))
