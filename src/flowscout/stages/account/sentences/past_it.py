"""A check that leaves less often than it did, or more often: where that goes on to, or went on, if another way out stands there."""

from __future__ import annotations

from ..pairing.changes import Trees
from ..pieces.pieces import HEAD
from ..pieces.tenses import past_of
from ..reading.saying import Said, does, leaves

_OUT = ("Return", "Raise")


def going_on(both: Trees, b: int, said: Said | None) -> Said | None:
    """ "Also asks for `c` before it returns `x`; else it raises `E`"; what is said of other changes as it is."""
    if said is None or not said.sentence.startswith(("Also asks for ", "No longer ")):
        return said
    out, above = leaves(both.new, both.new_below, b), both.new[b].parent
    rest = [each for each in both.new_below[above] if each > b and both.new[each].role == both.new[b].role]
    if out is None or out.kind not in _OUT or not rest:
        return said
    last = both.new[rest[-1]]
    if last.kind not in _OUT or last.words == out.words or (len(rest) > 1 and both.new[above].kind != HEAD):
        return said
    then = does(last) if len(rest) == 1 else f"goes on, and {does(last)} at its end"
    if said.sentence.startswith("No longer asks for "):  # it leaves more often
        return said._replace(sentence=f"{said.sentence[:-1]}; where that did not hold, it {past_of(then)}.")
    how = "else it" if said.sentence.startswith("Also ") else "it then"
    return said._replace(sentence=f"{said.sentence[:-1]}; {how} {then}.")
