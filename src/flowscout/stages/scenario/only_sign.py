"""Talk that is all that a failure leaves behind.

A log is not drawn. Where it tells of an error, and nothing else is done behind the question or in the handler that leads to it,
what goes wrong would leave no trace in the picture: there it is a step.

    if (!grow(b)) log_error("grow");        grow(b)?  no → log_error("grow")
    if (fd < 0) { perror(p); return; }      fd is at least 0?  no → perror(p) → Return

A `return` that gives nothing is no trace. Neither is a value that the function also gives elsewhere, nor the end of a round: what is
said before, a warning too, is all that tells why.

    if not mark: warn("no mark"); return None       mark?  no → warn("no mark") → Return None
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from ...model.action import LOGGING
from ...model.bound import BoundFunction
from ...model.pattern import regex
from ...words import names
from .draft import NOTHING, Draft, Drafts

_ERRORS: Final = frozenset(
    {"error", "err", "errorf", "exception", "critical", "crit", "fatal", "alert", "emerg", "perror"}
)
_LEFT: Final = _ERRORS | {"stderr", "cerr"}  # said before who leaves without a word
_WARNED: Final = _LEFT | {"warn", "warning", "warnings", "warnf"}  # where one leaves as others do
_HEAD: Final = regex(r"[^\"'`]{0,200}")  # what stands before the message
_WORD: Final = regex(r"\w{1,80}")
_CONSTANT: Final = regex(r"return\s*+\(?\s*+(-?\w{1,40})\s*+\)?\s*+;?$")


def _of_error(bound: BoundFunction, draft: Draft, said: frozenset[str]) -> bool:
    head = _HEAD.match(bound.read(draft.start, min(draft.end, draft.start + 200)))
    words = _WORD.findall(head[0].partition("<<")[0]) if head else []
    return any(said.intersection(names.lower(word)) for word in words)


def _talks(draft: Draft) -> bool:
    return draft.kind == NOTHING and draft.action is not None and draft.action.type == LOGGING and draft.is_op("do")


def _bare(bound: BoundFunction, draft: Draft) -> bool:
    return draft.is_op("return") and bound.read(draft.start, draft.end).strip(" \t;") == "return"


def _given(bound: BoundFunction, draft: Draft) -> str:
    """The constant or name that is returned, "" of anything else."""
    found = _CONSTANT.match(bound.read(draft.start, draft.end)) if draft.is_op("return") else None
    return found[1] if found else ""


def only_signs(bound: BoundFunction, drafts: Drafts, tell: Callable[[Draft], None]) -> None:
    """tell: draws a draft that was elided."""
    led: dict[int, list[Draft]] = {}
    for draft in drafts.all:
        for way in draft.ways:
            led.setdefault(id(way.target), []).append(draft)
    values = Counter(filter(None, (_given(bound, draft) for draft in drafts.all)))

    def asked(draft: Draft) -> Draft | None:
        """What alone leads to an arm that begins here."""
        above = led.get(id(draft), [])
        while len(above) == 1 and above[0].op is None and not above[0].ends:
            above = led.get(id(above[0]), [])
        return above[0] if len(above) == 1 and above[0].is_op("test", "switch", "catch") else None

    def alone(draft: Draft) -> list[Draft]:
        """All the talk of errors of an arm that holds nothing else."""
        question = asked(draft)
        if question is None:
            return []
        row, words = [draft], _WARNED if question.is_op("catch") else _ERRORS
        while len(row[-1].ways) == 1 and len(led[id(row[-1].ways[0].target)]) == 1:
            after = row[-1].ways[0].target
            ends_arm = after.role == "break" and question.is_op("switch")
            if _bare(bound, after):
                return [each for each in row if _talks(each) and _of_error(bound, each, _LEFT)]
            if after.role == "continue" or values[_given(bound, after)] > 1:
                return [each for each in row if _talks(each) and _of_error(bound, each, _WARNED)]
            if after.op is not None and not ends_arm and not _talks(after):
                return []
            row.append(after)
        row = row if len(row[-1].ways) == 1 else []
        return [each for each in row if _talks(each) and _of_error(bound, each, words)]

    for draft in drafts.all:
        told = alone(draft) if _talks(draft) else []
        if told:
            tell(told[0])
