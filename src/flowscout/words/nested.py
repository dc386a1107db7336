"""What a nested `def` does, as rows that stand as deep as its statements do.

A statement that fits in a line is one; of others the head is told and what hangs on it below. A function that is made inside is
opened first, for it does the work; then what stands outermost, as long as there is room. What stays closed says how it is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import Final

from ..model.language import Language
from ..model.pattern import regex
from .closures import LINE, body, declares, logical
from .cutting import INNER

_ROWS: Final = 28
_TRIED: Final = 100  # statements that are looked at
_GOES_ON: Final = regex(r"(?:else|elif|except|finally)\b")
_MADE: Final = regex(r"(?:async\s++)?def\b")
_LEAVES: Final = regex(r"(?:return|raise|yield|continue|break)\b")
_ROUNDS: Final = regex(r"(?:(?:async\s++)?for|while)\b")
_OF_LOOP: Final = ("continue", "break")
_WAYS: Final = 4


class _Node:
    """before: decorators. inside: what hangs on it. arms: `elif`, `else`, `except`, `finally` of it."""

    def __init__(self, line: str, indent: int, before: Sequence[str]) -> None:
        self.line, self.indent, self.before = line, indent, before
        self.inside: list[_Node] = []
        self.arms: list[_Node] = []
        self.open = False


def nested(text: str, language: Language) -> tuple[str, ...]:
    """() where all of it is told by a line each."""
    outermost = _read(list(logical(body(text, language))))
    count, waiting = len(outermost), [(not _MADE.match(node.line), 0, at, node) for at, node in enumerate(outermost)]
    heapify(waiting)
    for _ in range(_TRIED):
        if not waiting:
            break
        other, depth, at, node = heappop(waiting)
        arms = (node, *node.arms)
        grows = sum(len(each.inside) + 1 for each in arms) - 1
        if not _long(node) or count + grows > _ROWS:
            continue
        node.open, count = True, count + grows
        for place, inner in enumerate([inner for each in arms for inner in each.inside]):
            heappush(waiting, (other and not _MADE.match(inner.line), depth + 1, at * _ROWS + place, inner))
    return tuple(_rows(outermost, 0)) if any(map(_long, outermost)) else ()


def _long(node: _Node) -> bool:
    return bool(node.inside) and (len(_whole(node)) > LINE or not _plain(node))


def _plain(node: _Node) -> bool:
    """In one line it is clear what hangs on what."""
    told = [each.inside for each in (node, *node.arms)]
    if not any(inner.inside for inside in told for inner in inside):
        return True
    return not node.arms and len(node.inside) == 1 and _plain(node.inside[0])


def _read(lines: Sequence[tuple[int, str]]) -> list[_Node]:
    outermost: list[_Node] = []
    above: list[_Node] = []  # the heads that a line may hang on, the innermost last
    before: list[str] = []
    first = lines[0][0] if lines else 0
    for indent, line in lines:
        if indent < first:
            break
        if line.startswith("@"):
            before.append(line)
            continue
        while above and above[-1].indent > indent:
            above.pop()
        node = _Node(line, indent, before)
        before = []
        if _GOES_ON.match(line) and above and above[-1].indent == indent:
            _chief(above, outermost, indent).arms.append(node)
            above[-1] = node
            continue
        if above and above[-1].indent == indent:
            above.pop()
        if not declares(line):
            (above[-1].inside if above else outermost).append(node)
        above.append(node)
    return outermost


def _chief(above: Sequence[_Node], outermost: Sequence[_Node], indent: int) -> _Node:
    """The statement that an arm belongs to."""
    around = above[-2].inside if len(above) > 1 else outermost
    return next((node for node in reversed(around) if node.indent == indent), above[-1])


def _whole(node: _Node) -> str:
    here = f"{_head(node)} {'; '.join(map(_whole, node.inside))}".strip()
    return "; ".join([here, *map(_whole, node.arms)])


def _rows(nodes: Sequence[_Node], depth: int) -> Iterator[str]:
    mark = INNER * depth
    for node in nodes:
        if not node.open:
            yield mark + (_whole(node) if not _long(node) else f"{_head(node)} …{_left(node)}")
            continue
        for each in (node, *node.arms):
            line = (
                f"{_head(each)} {_head(each.inside[0])}" if len(each.inside) == 1 and not each.inside[0].inside else ""
            )
            if 0 < len(line) <= LINE:
                yield mark + line
                continue
            yield mark + _head(each)
            yield from _rows(each.inside, depth + 1)


def _left(node: _Node) -> str:
    """How what is closed may be left."""
    ways = list(dict.fromkeys(_ways(node, _ROUNDS.match(node.line) is not None)))
    return f" {'; '.join(ways)}" if 0 < len(ways) <= _WAYS else ""


def _ways(node: _Node, looped: bool) -> Iterator[str]:
    """looped: a loop is around that is closed as well, of which nobody outside is told."""
    for inner in (inner for each in (node, *node.arms) for inner in each.inside):
        if _LEAVES.match(inner.line) and not (looped and inner.line.startswith(_OF_LOOP)):
            yield inner.line
        if inner.inside and not _MADE.match(inner.line):
            yield from _ways(inner, looped or _ROUNDS.match(inner.line) is not None)


def _head(node: _Node) -> str:
    return " ".join([*node.before, node.line])
