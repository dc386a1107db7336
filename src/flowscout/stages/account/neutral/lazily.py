"""An import that a file did and that one of its functions does now, or the other way: it went there. The function says so, in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from re import compile as compiled
from typing import Final

from ....model.account import DECLARATION, FLOW, NEUTRAL, Answer
from ..reading.imports import BroughtName, listed, of_words, told
from .rules import PLACE

_WORDS: Final = compiled(r"[\w.*]+|[(),;]")


def lazily(every: Sequence[Answer]) -> Iterator[Answer]:
    """Of imports of a whole file alone, not of those under a condition."""
    left, took = ({each for one in every if _of_file(one) for each in _named(one, new)} for new in (False, True))
    gave, got = ({each for one in every if _of_function(one) for each in _named(one, new)} for new in (False, True))
    inwards, outwards = left & got, gave & took
    for one in every if inwards or outwards else ():
        if _of_function(one):
            yield _in_function(one, inwards, outwards)
        else:
            yield _in_file(one, inwards, outwards) if _of_file(one) else one
    if not inwards and not outwards:
        yield from every


def _in_function(one: Answer, inwards: set[tuple[str, BroughtName]], outwards: set[tuple[str, BroughtName]]) -> Answer:
    for names, moved, said in (
        (_named(one, True), inwards, "Now {} itself, no longer with the whole file."),
        (_named(one, False), outwards, "No longer {} itself: the whole file does."),
    ):
        if names and all(each in moved for each in names):
            return one._replace(sentence=said.format(listed([each for _, each in names])), core="")
    return one


def _in_file(one: Answer, inwards: set[tuple[str, BroughtName]], outwards: set[tuple[str, BroughtName]]) -> Answer:
    gone, came = _named(one, False), _named(one, True)
    was, now = [each for each in gone if each not in inwards], [each for each in came if each not in outwards]
    if (gone, came) == (was, now):
        return one
    said = told([each for _, each in was], [each for _, each in now])
    return one._replace(sentence=said) if said else one._replace(how=NEUTRAL, rule=PLACE, sentence="", rank=9)


def _of_function(one: Answer) -> bool:
    return one.how == FLOW and one.rule == "import"


def _of_file(one: Answer) -> bool:
    return one.how == DECLARATION and one.rule == "import" and ", under " not in one.sentence


def _named(one: Answer, new: bool) -> list[tuple[str, BroughtName]]:
    """What one side alone brings, with the file."""
    mine, other = (one.after.code, one.before.code) if new else (one.before.code, one.after.code)
    known = _brought(other)
    return [(one.place.path, each) for each in _brought(mine) if each not in known]


def _brought(code: str) -> tuple[BroughtName, ...]:
    return of_words(tuple([each.encode() for each in _WORDS.findall(code)]))
