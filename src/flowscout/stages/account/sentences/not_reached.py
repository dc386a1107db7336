"""A question that asks less than it did, and asks the rest behind its answer: its other arm is passed by where only the rest does not hold.

`if a and b: … elif c: …` that is `if a: if b: … elif c: …` comes no longer to `c` where `a` holds and `b` does not.
"""

from __future__ import annotations

from ..pairing.changes import Trees
from ..reading.operands import split
from ..reading.saying import q


def other_arm(both: Trees, a: int, b: int) -> str:
    """ "; where `a` holds but not `b`, its `else` is no longer reached"; "" where it is another change."""
    then, other = ([each for each in both.new_below[b] if both.new[each].role == role] for role in ("then", "else"))
    stood = any(both.old[each].role == "else" and both.pairs.get(each, -1) in other for each in both.old_below[a])
    asks = both.new[then[0]] if len(then) == 1 and then[0] not in both.back else None
    if not stood or asks is None or asks.kind != "If":
        return ""
    if any(both.new[each].role == "else" for each in both.new_below[then[0]]):
        return ""
    was, now = (split(piece.said, "and") for piece in (both.old[a], both.new[b]))
    arm = "elif" if both.new[other[0]].opens == b"elif" else "else"
    longer = "no longer" if {*now, asks.said} <= {*was} else "not"
    told = f"; where {q(both.new[b].said)} holds but not {q(asks.said)}, its `{arm}` is {longer} reached"
    return told if len(now) < len(was) else ""
