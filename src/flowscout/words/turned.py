"""Whether one question is the other turned round: each is answered `no` where the other is answered `yes`."""

from __future__ import annotations

from functools import cache
from typing import Final

from ..model.pattern import regex
from .predicates import FUNCTIONS, METHODS, SENTENCES
from .questions import READINGS

_JOIN: Final = regex(r" (and|or) |[\"'()\[\]{}]")
_OTHER: Final = {"and": "or", "or": "and"}
_QUOTED: Final = regex(r""""[^"]*+"|'[^']*+'""")
_MOST: Final = 400  # characters of a question that are looked at


def turned(one: str, other: str) -> bool:
    """`a is null?` and `a is not null?`; `a is 0 and b is set?` and `a is not 0 or b is not set?`."""
    if max(len(one), len(other)) > _MOST:
        return False
    first, second = _parted(one.removesuffix("?")), _parted(other.removesuffix("?"))
    if len(first) != len(second) or len({*first[1::2]}) > 1:
        return False
    return all(_OTHER[was] == now for was, now in zip(first[1::2], second[1::2], strict=True)) and all(
        _opposed(was, now) for was, now in zip(first[::2], second[::2], strict=True)
    )


def turned_as(question: str, like: str) -> str:
    """A question asked the other way round, in words of that kind in which another one asks: `a does not start with x?` like `b starts with x?`.
    "" where it asks in them already, or is not known to be the opposite of anything."""
    if max(len(question), len(like)) > _MOST:
        return ""
    own, other = (_QUOTED.sub(" ", each) for each in (question, like))
    if len(_parted(question)) > 1:
        return ""
    for form, opposite in _forms():
        if own.count(form) == 1 and question.count(form) == 1 and _ends(own, form):
            fits = form not in other and opposite in other and _ends(other, opposite)
            found = question.replace(form, opposite, 1) if fits else ""
            return found if found and turned(question, found) else ""
    return ""


def _parted(question: str) -> list[str]:
    """What is asked, and the words that join it: `and` and `or` within brackets or a text are of a value."""
    found, begin, depth, quote = list[str](), 0, 0, ""
    for each in _JOIN.finditer(question):
        sign = each[0]
        if quote or sign in "\"'":
            quote = "" if sign == quote else quote or sign if sign in "\"'" else quote
        elif each[1] is None:
            depth += 1 if sign in "([{" else -1
        elif not depth:
            found += [question[begin : each.start()], each[1]]
            begin = each.end()
    return [*found, question[begin:]]


def _ends(said: str, form: str) -> bool:
    return said[said.index(form) + len(form) :][:1] in ("", " ", "?")


@cache
def _forms() -> tuple[tuple[str, str], ...]:
    """What a question says, with what it says the other way round; the longest first: ` is not` holds ` is`."""
    both = {pair for yes, no in _pairs() for pair in ((yes, no), (no, yes))}
    return tuple(sorted(both, key=lambda pair: (-len(pair[0]), pair)))


def _opposed(one: str, other: str) -> bool:
    return (
        one == f"not {other}"
        or other == f"not {one}"
        or any(
            (yes in one and one.replace(yes, no, 1) == other) or (yes in other and other.replace(yes, no, 1) == one)
            for yes, no in _pairs()
        )
    )


@cache
def _pairs() -> tuple[tuple[str, str], ...]:
    """What is said where something holds, and where it does not, each behind a blank."""
    forms = [
        (form.yes.removeprefix("{0} "), form.no.removeprefix("{0} "))
        for form in (*FUNCTIONS.values(), *METHODS.values())
    ]
    pairs = {*READINGS, *forms, *SENTENCES.values()}
    return tuple(sorted((f" {yes}", f" {no}") for yes, no in pairs if "{" not in yes + no))
