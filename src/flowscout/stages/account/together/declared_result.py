"""Python: a function that gives nothing any more, or something now, and is declared so: one fact, told with the step by which it is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import FLOW, LISTED, NEUTRAL, Answer
from ....model.pattern import regex
from ..neutral.rules import ANNOTATION
from ..pieces.pieces import Piece
from ..pieces.quoting import joined, q

TOLD: Final = "results that are declared as they are told"
_DECLARED: Final = regex(r"Gives (`[^`]{1,400}`), declared as (`[^`]{1,400}`) before\.")
_LOST: Final = regex(r"\b[Nn]o longer returns `")
_GAINED: Final = regex(r"\b[Nn]ow returns `")
_NONE: Final = "`None`"


def with_its_result(told: Sequence[Answer], still: str = "") -> list[Answer]:
    """All of one function. still: a value that it gives back now all the same."""
    declared = [one for one in told if one.how == LISTED and one.rule == ANNOTATION and _none(one)]
    sign = _LOST if declared and _none(declared[0]) > 0 else _GAINED
    step = [one for one in told if declared and one.how == FLOW and sign.search(one.sentence)]
    if declared and sign is _LOST and still:
        return [*_still(told, declared[0], still)]
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


def _still(told: Sequence[Answer], declared: Answer, value: str) -> Iterator[Answer]:
    """What it is declared as and what it gives are two things."""
    for one in told:
        said = f"Is declared as giving `None`, though it still returns {q(value)}; {_before(one)}."
        yield one._replace(how=FLOW, sentence=said, core="") if one is declared else one


def _before(declared: Answer) -> str:
    found = _DECLARED.fullmatch(declared.sentence)
    return f"it was declared as {found[2]} before" if found else ""


def returned_still(pieces: Sequence[Piece]) -> str:
    """The first value that a function gives back, "" for none. What stands within another function of it is that one's."""
    inner = [at for at, each in enumerate(pieces) if at and each.kind in ("Def", "Class", "Function")]
    for at, each in enumerate(pieces):
        value = [word for word in each.words[1:] if word != b";"]
        if (
            each.kind == "Return"
            and value
            and value != [b"None"]
            and not any(_within(pieces, at, one) for one in inner)
        ):
            return joined(value)
    return ""


def _within(pieces: Sequence[Piece], at: int, around: int) -> bool:
    while at > around:
        at = pieces[at].parent
    return at == around


def _none(one: Answer) -> int:
    """1 where it gives nothing now, -1 where it gave nothing."""
    found = _DECLARED.fullmatch(one.sentence)
    return (found[1] == _NONE) - (found[2] == _NONE) if found else 0
