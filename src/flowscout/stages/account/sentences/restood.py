"""What left one block of a file and stands under another one now, as it was: told once, not as gone from there and come here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import DECLARATION, NEUTRAL, Answer
from ..neutral.rules import PLACE

_LEFT: Final = (" no longer stands under ", " no longer stand under ")
_CAME: Final = (" now stands under ", " now stand under ")
Stood = tuple[str, str, str]


def restood(told: Sequence[Answer]) -> Iterator[Answer]:
    read = [(_read(one, _LEFT), _read(one, _CAME)) for one in told]
    left = {(one.before.path, one.unit, gone[0]): gone[2] for one, (gone, _) in zip(told, read, strict=True) if gone}
    came = {(one.after.path, one.unit, here[0]) for one, (_, here) in zip(told, read, strict=True) if here}
    for one, (gone, here) in zip(told, read, strict=True):
        was = left.get((one.after.path, one.unit, here[0]), "") if here else ""
        if here and was:
            yield one._replace(sentence=f"{''.join(here)}, no longer under {was}.")
        elif gone and (one.before.path, one.unit, gone[0]) in came:
            yield one._replace(how=NEUTRAL, rule=PLACE, sentence="", core="", rank=9)
        else:
            yield one


def _read(one: Answer, signs: Sequence[str]) -> Stood | None:
    """(what, the verb, under what) of one thing that is told alone."""
    sign = next((each for each in signs if each in one.sentence), "") if one.how == DECLARATION else ""
    what, _, where = one.sentence.removesuffix(".").partition(sign) if sign else ("", "", "")
    return (what, sign, where) if where and ";" not in where else None
