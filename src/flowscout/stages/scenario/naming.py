"""Ids of steps that an edit elsewhere does not change.

An id is `S` and six hex digits of the digest of a step's shape and text, without layout. Shape is coarser than kind:
whether a test guards or decides, an exit is an error, or an action changes state hangs on the code around it, and may
change with that. Of several equal steps the last one has that id, since a final `return NULL` stays the final one when
another comes before it. Each other one is told apart by what it hangs on: the nearest decision that it is reached
through, and the way taken there. So a new guard with the same exit as ten others leaves those ten alone. What is equal
even then is numbered in drawing order.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from ...model.pattern import regex
from ...model.sfm import ACTION, DECISION, END, ERROR, STATE_CHANGE, TERMINAL, VALIDATION
from .draft import Draft
from .levels import DraftTree

_SHAPES = {VALIDATION: DECISION, ERROR: END, STATE_CHANGE: ACTION}
_BLANKS = regex(r" (?=[^\w ])|(?<=[^\w ]) ")
_CLOSING = regex(r",(?=[)\]}])")  # a comma before it is layout


class StepIds:
    """Gives ids, each once; longer ones where two would be the same."""

    def __init__(self) -> None:
        self.equals: Counter[tuple[str, str, str]] = Counter()
        self.taken: set[str] = set()

    def name(self, kind: str, text: str, context: str = "") -> str:
        text, kind = without_layout(text), _SHAPES.get(kind, kind)
        self.equals[kind, text, context] += 1
        parts = (kind, text, *([context] if context else []), self.equals[kind, text, context])
        digest = hashlib.sha256("\0".join(map(str, parts)).encode("utf-8", "replace")).hexdigest()
        length = 6
        while digest[:length] in self.taken:
            length += 1
        self.taken.add(digest[:length])
        return "S" + digest[:length]


@lru_cache(maxsize=1024)  # of a step it is asked several times
def without_layout(text: str) -> str:
    """However a statement is wrapped, its id is the same."""
    return _CLOSING.sub("", _BLANKS.sub("", " ".join(text.replace("\\\n", " ").split())))


def named(
    order: Sequence[Draft], grouped: Sequence[tuple[Draft, Draft]], names: StepIds, text: Callable[[Draft], str]
) -> None:
    """order: drafts in drawing order. grouped: what stands for several operands, and the first of them."""
    every = [*order, *(whole for whole, _ in grouped)]
    keys = [(_SHAPES.get(draft.kind, draft.kind), without_layout(text(draft))) for draft in every]
    last = {key: at for at, key in enumerate(keys)}
    hangs = _contexts(order, text) if len(last) < len(every) else {}
    hangs.update({id(whole): hangs.get(id(first), "") for whole, first in grouped})
    for at, (draft, (kind, said)) in enumerate(zip(every, keys, strict=True)):
        draft.step_id = names.name(kind, said, "" if last[kind, said] == at else f"at {hangs[id(draft)]}")


def _contexts(order: Sequence[Draft], text: Callable[[Draft], str]) -> dict[int, str]:
    """Of each draft the decision it hangs on and the way taken. Where ways meet again, and past a guard whose other way
    ends at once, it is what the decision hangs on itself."""
    tree = DraftTree(order, [draft.ways for draft in order])
    found = [""] * len(order)
    for at in range(1, len(order)):
        above, here = tree.parent[at], order[at]
        ways = [way for way in order[above].ways if way.target is here]
        others = [way.target for way in order[above].ways if way.target is not here]
        past = here.kind not in TERMINAL and all(other.kind in TERMINAL for other in others)
        joined = set(tree.sources[at]) != {above}
        labels = " ".join(way.label for way in ways)
        found[at] = found[above] if joined or past or not others else f"{without_layout(text(order[above]))} {labels}"
    return {id(draft): context for draft, context in zip(order, found, strict=True)}
