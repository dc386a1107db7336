"""An import that only annotations that were edited speak of: it stands with them, behind what does something. So do annotations that came to
functions whose decorators may read them, where most of those that came are of functions that have none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import DECLARATION, FLOW, LISTED, Answer
from ....model.pattern import regex
from ..neutral.rules import ANNOTATION
from ..reading.imports import of_words
from .typed import MAY_READ

_WORDS: Final = regex(r"[\w.*]+|[(),;]")
_NAMES: Final = regex(r"\w+")


def annotated(every: Sequence[Answer]) -> Iterator[Answer]:
    told = _with_the_others(every)
    notes = [one for one in told if one.rule in (ANNOTATION, MAY_READ) and one.how == LISTED]
    for one in told:
        names = _names(one) if notes and one.rule == "import" and one.how == DECLARATION else frozenset[str]()
        path = one.place.path
        wanted = names and names <= _spoken(each for each in notes if each.place.path == path)
        does = wanted and names & _spoken(
            each
            for each in told
            if each.place.path == path and each.how in (FLOW, DECLARATION) and each.rule != "import"
        )
        yield one._replace(how=LISTED, rank=9) if wanted and not does else one


def _with_the_others(told: Sequence[Answer]) -> list[Answer]:
    unread, may = (sum(one.rule == rule for one in told) for rule in (ANNOTATION, MAY_READ))
    if not may or unread < may:
        return list(told)
    return [one._replace(how=LISTED, core="", rank=9) if one.rule == MAY_READ else one for one in told]


def _names(one: Answer) -> frozenset[str]:
    """What one side alone brings, as it is called here."""
    was, now = (
        {
            each.name.split()[-1]
            for each in of_words(tuple([word.encode() for word in _WORDS.findall(code)]))
            if each.name
        }
        for code in (one.before.code, one.after.code)
    )
    return frozenset(was ^ now)


def _spoken(told: Iterator[Answer]) -> set[str]:
    return {word for one in told for code in (one.before.code, one.after.code) for word in _NAMES.findall(code)}
