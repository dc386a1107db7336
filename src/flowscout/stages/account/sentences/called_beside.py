"""Of a call that is given something else, and stands near others of the same function, which of them it is: what it is given first, as before."""

from __future__ import annotations

from typing import Final

from ..pairing.changes import Trees
from ..reading.given import arguments
from ..reading.saying import MOST, Said, callee, q

_NEAR: Final = 40  # pieces on either side that are looked at
_LONGEST: Final = MOST // 2  # characters of what it is given first


def beside(both: Trees, a: int, b: int, said: Said, under: str) -> Said:
    one, other = both.old[a], both.new[b]
    name, tail = callee(other), f"{under}."
    if not name or not said.call == name == callee(one) or not said.sentence.endswith(tail):
        return said
    first, was = arguments(other)[:1], arguments(one)[:1]
    told = q(first[0]) if first else ""
    if first != was or not first or len(first[0]) > _LONGEST or told in said.sentence:
        return said
    near = [
        arguments(each)[:1]
        for each in both.new[max(0, b - _NEAR) : b + _NEAR]
        if each is not other and (each.parent, each.role) == (other.parent, other.role) and callee(each) == name
    ]
    if not near or first in near:
        return said
    return said._replace(sentence=f"{said.sentence.removesuffix(tail)}, beside {told}{tail}")
