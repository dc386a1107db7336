"""Talk that is all that a failure leaves behind.

A log is not drawn. Where it tells of an error, and nothing else is done behind the question or in the handler that leads to it,
what goes wrong would leave no trace in the picture: there it is a step.

    if (!grow(b)) log_error("grow");        grow(b)?  no → log_error("grow")
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...model.action import LOGGING
from ...model.bound import BoundFunction
from ...model.pattern import regex
from ...words import names
from .draft import NOTHING, Draft, Drafts

_ERRORS: Final = frozenset({"error", "err", "errorf", "exception", "critical", "crit", "fatal", "alert", "emerg"})
_HEAD: Final = regex(r"[^\"'`]{0,200}")  # what stands before the message
_WORD: Final = regex(r"\w{1,80}")


def _of_error(bound: BoundFunction, draft: Draft) -> bool:
    head = _HEAD.match(bound.read(draft.start, min(draft.end, draft.start + 200)))
    words = _WORD.findall(head[0].partition("<<")[0]) if head else []
    return any(_ERRORS.intersection(names.lower(word)) for word in words)


def _talks(draft: Draft) -> bool:
    return draft.kind == NOTHING and draft.action is not None and draft.action.type == LOGGING and draft.is_op("do")


def only_signs(bound: BoundFunction, drafts: Drafts, tell: Callable[[Draft], None]) -> None:
    """tell: draws a draft that was elided."""
    led: dict[int, list[Draft]] = {}
    for draft in drafts.all:
        for way in draft.ways:
            led.setdefault(id(way.target), []).append(draft)

    def alone(draft: Draft) -> list[Draft]:
        """All the talk of an arm that holds nothing else."""
        asked = led.get(id(draft), [])
        while len(asked) == 1 and asked[0].op is None and not asked[0].ends:
            asked = led.get(id(asked[0]), [])
        if len(asked) != 1 or not asked[0].is_op("test", "switch", "catch"):
            return []
        row = [draft]
        while len(row[-1].ways) == 1 and len(led[id(row[-1].ways[0].target)]) == 1:
            after = row[-1].ways[0].target
            ends_arm = after.role == "break" and asked[0].is_op("switch")
            if after.op is not None and not ends_arm and not _talks(after):
                return []
            row.append(after)
        return [each for each in row if _talks(each)] if len(row[-1].ways) == 1 else []

    for draft in drafts.all:
        told = [each for each in alone(draft) if _of_error(bound, each)] if _talks(draft) else []
        if told:
            tell(told[0])
