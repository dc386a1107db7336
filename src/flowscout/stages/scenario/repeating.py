"""`for (;;)`: a loop that asks nothing at its head has one all the same, which everybody comes to who goes round.

Of a loop whose head asks for what is always so (`while (1)`) that is what is left of the question.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.bound import BoundFunction
from ...model.sfm import LOOP
from ...model.syntax import Loop
from .draft import Draft, Drafts, Way
from .loops import ENDLESS
from .tree import Statements

_HEADED = ("test", "each")


def repeated(drafts: Drafts, tree: Statements) -> list[Draft]:
    """Where loops begin that ask nothing and are gone round."""
    if not (bare := _bare(tree)):
        return []
    found = {
        id(way.target): way.target
        for draft in drafts.all
        for way in draft.ways
        if way.kind == "loop" and not draft.is_op("test") and not way.target.is_op("each") and way.target.role != "step"
    }
    return [first for first in found.values() if _around(bare, first) and not _asks(first, tree)]


def headed(
    bound: BoundFunction, drafts: Drafts, firsts: Sequence[Draft], beside: Sequence[Draft], tree: Statements
) -> None:
    """Each with a head. beside: drafts that stand for several."""
    bare = _bare(tree)
    for first in firsts:
        loop = _around(bare, first)
        if loop is None:
            continue
        head = Draft(None, loop.start, "loop")
        head.kind, head.words, head.span = LOOP, ENDLESS.words, (loop.start, _head(bound, loop))
        for draft in (*drafts.all, *beside):
            draft.ways = [
                way._replace(target=head) if way.target is first and not _again(draft, way) else way
                for way in draft.ways
            ]
        head.ways = [Way(first)]
        drafts.all.append(head)


def _bare(tree: Statements) -> list[Loop]:
    return [
        each for each in tree.by_number.values() if isinstance(each, Loop) and each.test is None and each.style == "for"
    ]


def _head(bound: BoundFunction, loop: Loop) -> int:
    """Where `for (;;)` ends."""
    written = bound.read(loop.start, loop.body[0].start if loop.body else loop.end)
    return loop.start + len(written.rpartition(")")[0].encode()) + 1


def _around(bare: Sequence[Loop], first: Draft) -> Loop | None:
    """The innermost that a step is in."""
    holding = [loop for loop in bare if loop.start <= first.start < loop.end]
    return max(holding, key=lambda loop: loop.start, default=None)


def _asks(first: Draft, tree: Statements) -> bool:
    """It is the head of a loop of its own, which is gone round by itself."""
    return first.is_op("test") and first.op is not None and tree.loop(first.op.statement) is not None


def _again(draft: Draft, way: Way) -> bool:
    """Back to the first step of an inner loop that asks at its foot."""
    return draft.is_op("test") and way.kind == "loop"
