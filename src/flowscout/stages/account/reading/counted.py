"""Many steps of which the same is said: each by its code where there is room, else the first, a way out and the last.

A way out decides what the rest of the function does; it is never among those that stand between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....words.series import series
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.targets import target, value
from .doing import doing
from .saying import EXITS, callee, joined, q, subject

ROOM: Final = 240  # characters of steps that are told each
DEED: Final = 120  # characters of what a question does that is told with it
_CALL: Final = "the call of "
_OUT: Final = ("`return`", "`return ", "`raise`", "`raise ", "`throw`", "`throw ", "`goto ", "`break`", "`continue`")


def whose(held: Sequence[Piece], those: Sequence[int]) -> str:
    out = [held[each].kind in EXITS for each in those]
    return listed([subject(held[each]) for each in those], out)


def known_as(both: Trees, those: Sequence[int]) -> str:
    """Of steps on both sides, what is the same of each: of one that does something else now, what it sets or whom it calls."""
    if len(those) == 1 and both.new[those[0]].kind == "If":
        return with_its_deed(both, those[0])
    told, out = [_known_as(both, each) for each in those], [both.new[each].kind in EXITS for each in those]
    once = [at for at, each in enumerate(told) if not each.startswith(_CALL) or each not in told[:at]]
    return listed([_each_call(told, told[at]) for at in once], [out[at] for at in once])


def _each_call(told: Sequence[str], one: str) -> str:
    many = told.count(one) if one.startswith(_CALL) else 1
    return f"the {many} calls of {one.removeprefix(_CALL)}" if many > 1 else one


def with_its_deed(both: Trees, b: int) -> str:
    """Of a question on both sides that does something short where it holds, and nothing else, that too."""
    below, piece = both.new_below[b], both.new[b]
    stays = all(each in both.back and both.old[both.back[each]].words == both.new[each].words for each in below)
    if piece.kind != "If" or not below or not stays or any(both.new[each].role != "then" for each in below):
        return subject(piece)
    deed = doing(both.new, both.new_below, below)
    return f"{subject(piece)}, which {deed}," if deed and len(deed) <= DEED else subject(piece)


def _known_as(both: Trees, b: int) -> str:
    piece = both.new[b]
    if piece.kind != "Simple" or both.renamed_words(both.back[b]) == piece.words:
        return subject(piece)
    was = both.old[both.back[b]]
    if (sets := target(piece)) and sets == target(was) and value(piece) != value(was):
        return f"what sets {q(joined(sets))}"
    called = callee(piece)
    return f"{_CALL}{q(called)}" if called and called == callee(was) else subject(piece)


def first_of(told: Sequence[str]) -> str:
    """Of steps that are told by their quoted code."""
    return listed(told, [each.startswith(_OUT) for each in told])


def listed(told: Sequence[str], out: Sequence[bool]) -> str:
    if len(told) < 3 or sum(map(len, told)) <= ROOM:
        return series(told)
    inner = told[1:-1]
    leaves = next((one for one, leaving in zip(inner, out[1:-1], strict=True) if leaving and not out[0]), "")
    left = len(inner) - bool(leaves)
    between = f"{left} more steps" if left > 1 else next((each for each in inner if each != leaves), "")
    return f"{', '.join(filter(None, (told[0], leaves, between)))} and, behind them, {told[-1]}"


def out_beside(both: Trees, b: int) -> list[int]:
    """The way out of the arm that a step stands in, on both sides: what holds of the step holds of it."""
    above = both.old[both.back[b]].parent
    arm = [each for each in both.new_below[both.new[b].parent] if each in both.back and both.new[each].kind in EXITS]
    was = {each: both.old[both.back[each]] for each in arm}
    return [each for each in arm if was[each].parent == above and was[each].words == both.new[each].words]


def distinct(told: Sequence[str]) -> list[str]:
    """Each once; not a name alone beside the declaration that ends with it: `typedef enum level_t` and `level_t`."""
    return [each for each in dict.fromkeys(told) if not any(other.endswith(f" {each[1:]}") for other in told)]
