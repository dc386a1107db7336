"""Whether one question is the other turned round: each is answered `no` where the other is answered `yes`."""

from __future__ import annotations

from functools import cache
from typing import Final

from ..model.pattern import regex
from .predicates import FUNCTIONS, METHODS, SENTENCES
from .questions import READINGS

_JOIN: Final = regex(r" (and|or) ")
_OTHER: Final = {"and": "or", "or": "and"}
_MOST: Final = 400  # characters of a question that are looked at


def turned(one: str, other: str) -> bool:
    """`a is null?` and `a is not null?`; `a is 0 and b is set?` and `a is not 0 or b is not set?`."""
    if max(len(one), len(other)) > _MOST:
        return False
    first, second = _JOIN.split(one.removesuffix("?")), _JOIN.split(other.removesuffix("?"))
    if len(first) != len(second) or len({*first[1::2]}) > 1:
        return False
    return all(_OTHER[was] == now for was, now in zip(first[1::2], second[1::2], strict=True)) and all(
        _opposed(was, now) for was, now in zip(first[::2], second[::2], strict=True)
    )


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
