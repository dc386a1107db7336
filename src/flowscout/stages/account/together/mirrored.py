"""Two steps that changed places, each told against the other: one sentence.

`a()` comes before `b()`, no longer after it. `b()` comes after `a()`, no longer before it.     The first of the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import Answer
from ....model.pattern import regex

_COMES: Final = regex(
    r"^(?P<one>`[^`]{1,400}+`) comes (?P<how>before|after) (?P<other>`[^`]{1,400}+`), no longer (?:after|before) it"
)


def mirrored(told: Sequence[Answer]) -> Iterator[Answer]:
    """told: of one function."""
    known: dict[tuple[str, str, str, str], Answer] = {}
    for one in told:
        found = _COMES.match(one.sentence)
        if not found:
            yield one
            continue
        tail = one.sentence[found.end() :]
        turned = {"before": "after", "after": "before"}[found["how"]]
        first = known.get((found["other"], turned, found["one"], tail))
        known[found["one"], found["how"], found["other"], tail] = one
        yield one._replace(sentence=first.sentence, core=first.core, rank=min(one.rank, first.rank)) if first else one
