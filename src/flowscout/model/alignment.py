"""What stands in both of two lists, in its order: `difflib`'s answer for small ones, in bounded time for all.

`SequenceMatcher` takes time with the third power of the length where much comes again and again, and whoever opens a pull request
chooses what comes again. Beyond SMALL pairs the lists are cut first at what stands in each of them once (patience diff, B. Cohen), and
what is left between two cuts and is still too large counts as replaced.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Final, TypeAlias

SMALL: Final = 60_000  # members of one side times the other, which are compared each with each
Block: TypeAlias = tuple[int, int, int]  # position in the one, in the other, how many
Opcode: TypeAlias = tuple[str, int, int, int, int]


def matching(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[Block]:
    """Equal runs, in order; none touches the next on both sides."""
    blocks: list[Block] = []
    for a, b, size in sorted(_blocks(left, right)):
        if blocks and blocks[-1][0] + blocks[-1][2] == a and blocks[-1][1] + blocks[-1][2] == b:
            blocks[-1] = (blocks[-1][0], blocks[-1][1], blocks[-1][2] + size)
        elif size:
            blocks.append((a, b, size))
    return blocks


def opcodes(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[Opcode]:
    """As `SequenceMatcher.get_opcodes`."""
    found: list[Opcode] = []
    i = j = 0
    for a, b, size in [*matching(left, right), (len(left), len(right), 0)]:
        if i < a or j < b:
            found.append(("replace" if i < a and j < b else "delete" if i < a else "insert", i, a, j, b))
        if size:
            found.append(("equal", a, a + size, b, b + size))
        i, j = a + size, b + size
    return found


def _blocks(left: Sequence[Hashable], right: Sequence[Hashable]) -> Iterator[Block]:
    todo = [(0, len(left), 0, len(right))]
    while todo:
        a, end, b, last = todo.pop()
        head = _same(left, right, a, b, min(end - a, last - b), 1)
        yield a, b, head
        a, b = a + head, b + head
        tail = _same(left, right, end - 1, last - 1, min(end - a, last - b), -1)
        end, last = end - tail, last - tail
        yield end, last, tail
        if a == end or b == last:
            continue
        if (end - a) * (last - b) <= SMALL:
            found = SequenceMatcher(None, left[a:end], right[b:last], autojunk=False)
            yield from ((a + i, b + j, size) for i, j, size in found.get_matching_blocks())
            continue
        cuts = _anchors(left[a:end], right[b:last])
        edges = [(0, 0), *cuts, (end - a, last - b)] if cuts else []
        todo += [(a + i, a + m, b + j, b + n) for (i, j), (m, n) in pairwise(edges)]


def _same(left: Sequence[Hashable], right: Sequence[Hashable], a: int, b: int, most: int, step: int) -> int:
    return next((n for n in range(most) if left[a + n * step] != right[b + n * step]), most)


def _anchors(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Members that stand once on each side, the most of them that are in one order (patience sorting)."""
    often, there = Counter(left), Counter(right)
    place = {word: at for at, word in enumerate(right) if there[word] == 1}
    pairs = [(at, place[word]) for at, word in enumerate(left) if often[word] == 1 and word in place]
    piles: list[int] = []
    tops: list[int] = []
    back: list[int] = []
    for n, (_, j) in enumerate(pairs):
        at = bisect_left(piles, j)
        back.append(tops[at - 1] if at else -1)
        piles[at : at + 1] = [j]
        tops[at : at + 1] = [n]
    chain: list[tuple[int, int]] = []
    n = tops[-1] if tops else -1
    while n >= 0:
        chain.append(pairs[n])
        n = back[n]
    return chain[::-1]
