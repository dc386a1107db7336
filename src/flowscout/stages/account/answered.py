"""A step that only stands in another place now, and of which another sentence of the same function says where it runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model.account import FLOW, LISTED, NEUTRAL, Answer
from .neutral import PLACE
from .quoting import q


def answered(told: Sequence[Answer]) -> Iterator[Answer]:
    said = [one.sentence for one in told if one.how == FLOW]
    for one in told:
        code = one.after.code.rstrip("; :")
        again = one.how == LISTED and not one.sentence and code and one.before.code == one.after.code
        if again and any(q(code) in each for each in said):
            yield one._replace(how=NEUTRAL, rule=PLACE, rank=9)
        else:
            yield one
