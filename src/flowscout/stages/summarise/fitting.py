"""How many of a function's clauses a sentence has room for, and how much such a choice tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...words.whole_clauses import LONGEST
from .clauses import ACTS, DOES, GIVES, LEAVES, Clause
from .shorter import shorter
from .telling import EARLY, JoinedClauses, gives_value

_MOST: Final = 3  # things done
_COVERS: Final = 1.5  # that all of the function works towards what is told
# what more of what is done says, a way out with its condition, and that there is one
_THIRD, _KNOWN, _VAGUE = 0.5, 0.6, 0.5
_VALUE_TOLD: Final = 0.2  # that another value is given back tells more of a function than an error
_ASKED, _ASKED_MOST = 0.5, 5.5  # what is only called for its value says less, where it weighs no more than the second
_LOST: Final = 1.5  # that what weighs most of what is done is not told, and other things are
_LEFT_OPEN: Final = ("may return early.", "may end early.", "may fail.")
_ENOUGH: Final = 2  # of them that are told with what they are given
_TRIED: Final = 24  # in a row that find no room
_ROOM: Final = 12  # more is in no sentence, whatever is told together


def told_by(
    clauses: Sequence[Clause], told: str, foremost: Sequence[Clause], covered: float, asks: bool
) -> tuple[float, bool, int]:
    """What is done, the first of it most, what comes of it, and where; less where it says that there is more, and not what.
    asks: nothing is called but for its value."""
    done = [each for each in clauses if each.kind == DOES]
    gives = any(each.kind == GIVES for each in clauses)
    known = sum(1 for each in clauses if each.kind == LEAVES and each.after and not each.may and each.phrase != EARLY)
    asked = sum(1 for each in done if each.asks and not each.also and each.weight < _ASKED_MOST)
    count = min(_MOST, len(done) + sum(1 for each in done if each.also)) - _ASKED * asked
    values = any(each.kind == LEAVES and each.after and not each.may and gives_value(each) for each in clauses)
    acts = any(each.kind == GIVES and each.weight == ACTS for each in clauses)
    worth = min(count, _ENOUGH) + _THIRD * (count > _ENOUGH) + gives + _KNOWN * (acts + min(known, _ENOUGH))
    gone = bool(done) or not (asks or any(each.kind != DOES and gives_value(each) for each in clauses))
    lost = gone and any(each.at not in {it.at for it in done} for each in foremost)
    worth += _COVERS * covered + _VALUE_TOLD * (asks and values)
    return worth - _VAGUE * told.endswith(_LEFT_OPEN) - _LOST * lost, gives, known


def in_room(clauses: Sequence[Clause], say: JoinedClauses) -> list[Clause]:
    """As many as there is room for, the first before the others; where many in a row found none, the rest is not tried."""
    chosen: list[Clause] = []
    tried = 0
    for each in clauses:
        if tried == _TRIED or len(chosen) == _ROOM:
            break
        tried += 1
        for told in shorter(each):
            if (
                not any(_same(told, before) or _speaks_of(told, before) for before in chosen)
                and len(say([*chosen, told])) <= LONGEST
            ):
                chosen.append(told)
                tried = 0
                break
    return chosen


def fits(clauses: Sequence[Clause], say: JoinedClauses) -> bool:
    return len(in_room(clauses, say)) == len(clauses)


def _same(clause: Clause, told: Clause) -> bool:
    """It would only say again what has been called, or how it is left."""
    if clause.kind != DOES or told.kind != DOES:
        return clause.kind == told.kind == LEAVES and (clause.phrase, clause.after) == (told.phrase, told.after)
    again = (
        clause.phrase.endswith("(…)`")
        and not clause.other
        and told.phrase.startswith(clause.phrase.removesuffix("(…)`"))
    )
    one, other = ((each.phrase, each.after, each.other, each.also) for each in (clause, told))
    return again or one == other


def _speaks_of(clause: Clause, told: Clause) -> bool:
    """One is what an author says of the other, or of all that it tells together."""
    if clause.kind != DOES or told.kind != DOES:
        return False
    return any(
        one.heads[1] and one.heads[0] <= (other.begins or other.at) and other.at < one.heads[1]
        for one, other in ((clause, told), (told, clause))
    )
