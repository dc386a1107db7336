"""A call that is gone, and another one that stands in its place, under the same: one sentence.

No longer calls `insert(list, arg)`, when `a`. Now calls `strncpy(buf, arg, n)`, when `a`.
                                          Calls `strncpy(buf, arg, n)`, no longer `insert(list, arg)`, when `a`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.account import FLOW, Answer
from ....model.pattern import regex

_CALLS: Final = regex(r"(No longer|Now) calls (`[^`\n]{1,2000}+`)((?:, [^\n]{1,2000})?)\.$")


def called_there(told: Sequence[Answer]) -> list[Answer]:
    """told: of one function."""
    found = [_CALLS.match(one.sentence) if one.how == FLOW else None for one in told]
    gone = [at for at, each in enumerate(found) if each and each[1] == "No longer" and told[at].near]
    came = [at for at, each in enumerate(found) if each and each[1] == "Now" and told[at].after.line]
    under = [each[3] if each else "" for each in found]
    pairs = [(a, b) for a in gone for b in came if under[a] == under[b] and _in_one_place(told[a], told[b])]
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    every = list(told)
    for a, b in pairs:
        was, now = found[a], found[b]
        if left.count(a) == right.count(b) == 1 and was and now and _alone(told, a, b):
            said = f"Calls {now[2]}, no longer {was[2]}"
            core = f"{said}." if told[b].core else ""
            rank = min(told[a].rank, told[b].rank)
            for at in (a, b):
                every[at] = told[at]._replace(sentence=f"{said}{now[3]}.", core=core, rank=rank)
    return every


def _alone(told: Sequence[Answer], a: int, b: int) -> bool:
    """Whether nothing else is told of what stands between, or right beside."""
    lines = range(told[a].near, told[b].after.end_line + 2)
    return not any((one.after.line or one.near) in lines for at, one in enumerate(told) if at not in (a, b))


def _in_one_place(one: Answer, other: Answer) -> bool:
    """Whether the new one follows what the old one followed."""
    return 0 <= other.after.line - one.near <= 1
