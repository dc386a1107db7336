"""`for (;;)`: a loop that asks nothing at its head has one all the same, which everybody comes to who goes round.

What stands first in it may be a loop of its own: who comes back from beyond that goes round this one.

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
    return [first for first in found.values() if _around(bare, first) and _gone_round(drafts, first, tree)]


def headed(
    bound: BoundFunction, drafts: Drafts, firsts: Sequence[Draft], beside: Sequence[Draft], tree: Statements
) -> None:
    """Each with a head. beside: drafts that stand for several."""
    bare = _bare(tree)
    for first in firsts:
        loop, inner = _around(bare, first), _own(first, tree)
        if loop is None:
            continue
        head = Draft(None, loop.start, "loop")
        head.kind, head.words, head.span = LOOP, ENDLESS.words, (loop.start, _head(bound, loop))
        for draft in (*drafts.all, *beside):
            draft.ways = [
                way._replace(target=head)
                if way.target is first and not _again(draft, way) and not _within(inner, draft)
                else way
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


def _own(first: Draft, tree: Statements) -> Loop | None:
    """The loop whose head it is, which is gone round by itself."""
    return tree.loop(first.op.statement) if first.is_op("test") and first.op is not None else None


def _within(loop: Loop | None, draft: Draft) -> bool:
    return loop is not None and loop.start <= draft.start < loop.end


def _gone_round(drafts: Drafts, first: Draft, tree: Statements) -> bool:
    """Somebody comes back who does not come from a loop of its own that begins there."""
    inner = _own(first, tree)
    return inner is None or (
        inner.style != "do"
        and any(
            way.target is first and way.kind == "loop" and not _within(inner, draft)
            for draft in drafts.all
            for way in draft.ways
        )
    )


def _again(draft: Draft, way: Way) -> bool:
    """Back to the first step of an inner loop that asks at its foot."""
    return draft.is_op("test") and way.kind == "loop"
