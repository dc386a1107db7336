"""A check that leaves less often than it did, or more often: where that goes on to, or went on, if another way out stands there."""

from __future__ import annotations

from ..pairing.changes import Trees
from ..pieces.pieces import HEAD
from ..pieces.tenses import past_of
from ..reading.saying import EXITS, Said, does, leaves, subject
from .decided import apart, bare, does_there

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


def leading_to(both: Trees, b: int, decided: str) -> str:
    """ " and returns `x`": by which the steps that hang on a question end, of which the first is told; both stood there just so."""
    then = [each for each in both.new_below[b] if both.new[each].role == "then" and not bare(both.new[each])]
    if len(then) > 1 and both.new[then[-1]].kind not in EXITS and _stood(both, then[0], b):
        more = [each for each in then[1:] if _stood(both, each, b) and does(both.new[each]) not in decided]
        return " and does the rest of its block" if more else ""
    if len(then) < 2 or both.new[then[-1]].kind not in EXITS or not all(_stood(both, each, b) for each in then):
        return ""
    told = does(both.new[then[-1]])
    between = ", …," if len(then) > 2 else ""
    return "" if told in decided else f"{between} and {told}"


def instead(both: Trees, b: int, said: Said | None) -> Said | None:
    """ "Also does `f()` when `b`; then it no longer does `g()`", which is the other arm and stood there just so."""
    other = [each for each in both.new_below[b] if both.new[each].role == "else" and not bare(both.new[each])]
    if said is None or not other or not _stood(both, other[0], b) or " before it " in said.sentence:
        return said
    own = apart(both, b, other, "then")
    if not own:
        return said
    step, more = both.new[own[0]], ", …" * (len(own) > 1)
    first = f"comes to {subject(step)}" if step.kind == "If" else f"{does_there(both, own[0], b)}{more}"
    if said.sentence.startswith("Also "):
        return said._replace(sentence=f"{said.sentence[:-1]}; then it no longer {first}.")
    if said.sentence.startswith("No longer ") and " when only " in said.sentence:
        return said._replace(sentence=f"{said.sentence[:-1]}; then it {first}.")
    return said


def _stood(both: Trees, at: int, under: int) -> bool:
    """Whether it stood under the same question, in the same arm, as it stands now."""
    was = both.back.get(at, -1)
    if was < 0:
        return False
    one, other = both.old[was], both.new[at]
    return one.parent == both.back.get(under) and one.role == other.role and one.words == other.words
