"""How many calls are as surely made as those that are told, and find no room: a list that is cut does not read as all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...words.phrases import OTHERS, shortened
from ...words.whole_clauses import LONGEST
from .clauses import DOES, Clause
from .telling import joined, surely_calls
from .ways_out import WayOut

_SEVERAL: Final = 2
_FEW: Final = 3  # fewer are not missed
_AROUND: Final = 3  # clean-up, and what only asks


def counted(
    clauses: Sequence[Clause], best: list[Clause], exits: Sequence[WayOut], value: Sequence[Clause]
) -> tuple[list[Clause], str]:
    """With how many more are called: in fewer words, or of one less by name, where that takes the room."""
    brief = [each._replace(phrase=shortened(each.phrase)) for each in best]
    done = [each for each in brief if each.kind == DOES]
    fewer = [each for each in brief if len(done) < _SEVERAL or each is not done[-1]]
    for chosen in (best, brief, fewer):
        more = _untold(clauses, chosen, exits)
        if not more:
            break
        if len(joined(chosen, exits, value, more)) <= LONGEST:
            return chosen, more
    return best, ""


def _untold(clauses: Sequence[Clause], told: Sequence[Clause], exits: Sequence[WayOut]) -> str:
    """Calls that are as surely made as those that are told, and find no room: how many, where each call is one or the other."""
    named = {each.phrase.partition("(")[0] for each in told}
    ways = {each.at for each in exits for one in told if one.kind == DOES and each.passes(one.at)}
    spoken = [each for each in clauses if each.asks or each.weight > 1]
    called = [each for each in spoken if each.phrase.startswith("call ") and each.phrase.partition("(")[0] not in named]
    rest = [
        each
        for each in called
        if surely_calls(each) and not each.asks and ways.issuperset(way.at for way in exits if way.passes(each.at))
    ]
    if len(rest) < _FEW and not any(each.weight > _AROUND for each in rest):
        return ""
    return OTHERS if len(rest) < len(called) or len(rest) == 1 else f"{len(rest)} more"
