"""Python: a function that gives nothing any more, or something now, and is declared so: one fact, told with the step by which it is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.account import FLOW, LISTED, NEUTRAL, Answer
from ....model.pattern import regex
from ..neutral.rules import ANNOTATION

TOLD: Final = "results that are declared as they are told"
_DECLARED: Final = regex(r"Gives (`[^`]{1,400}`), declared as (`[^`]{1,400}`) before\.")
_LOST: Final = regex(r"\b[Nn]o longer returns `")
_GAINED: Final = regex(r"\b[Nn]ow returns `")
_NONE: Final = "`None`"


def with_its_result(told: Sequence[Answer]) -> list[Answer]:
    """All of one function."""
    declared = [one for one in told if one.how == LISTED and one.rule == ANNOTATION and _none(one)]
    sign = _LOST if declared and _none(declared[0]) > 0 else _GAINED
    step = [one for one in told if declared and one.how == FLOW and sign.search(one.sentence)]
    if len(declared) != 1 or len(step) != 1 or not step[0].sentence.endswith("."):
        return list(told)
    said = declared[0].sentence
    more = f"{step[0].sentence[:-1]}; it {said[:1].lower()}{said[1:]}"
    return [
        one._replace(how=NEUTRAL, rule=TOLD, sentence="")
        if one is declared[0]
        else one._replace(sentence=more, core="")
        if one is step[0]
        else one
        for one in told
    ]


def _none(one: Answer) -> int:
    """1 where it gives nothing now, -1 where it gave nothing."""
    found = _DECLARED.fullmatch(one.sentence)
    return (found[1] == _NONE) - (found[2] == _NONE) if found else 0
