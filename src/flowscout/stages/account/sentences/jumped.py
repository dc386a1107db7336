"""A jump that goes elsewhere now: what it leaves, or where it goes to, and what is done there that was not, or is not any more."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.syntax import Jump
from ..pairing.changes import Trees, behind_label
from ..pieces.pieces import Piece
from ..pieces.tenses import past_of, upper
from ..reading.conditions import under as held_by
from ..reading.doing import doing
from ..reading.saying import EXIT, EXITS, Said, does, q, when

_LEFT = ("Loop", "Switch")
_ON_THE_WAY = frozenset(("Try", "Handler", "With"))
_BEYOND = frozenset(("Head", "If", "Block"))  # behind which what stands behind it is what runs next


def jumped(both: Trees, a: int, b: int) -> Said | None:
    was, now = both.old[a].stmt, both.new[b].stmt
    if not isinstance(was, Jump) or not isinstance(now, Jump):
        return None
    under = when(both.new, b)
    if was.keyword == now.keyword == "goto":
        first, passed = _between(both, was, now)
        return Said(EXIT, f"Goes to {q(now.label)}{first}{under}, where it went to {q(was.label)}{passed}.", 2)
    done, past = does(both.new[b]), past_of(does(both.old[a]))
    return Said(EXIT, f"{upper(done)}{_then(both, b)}{under}, where it {past}.", 2) if past_of(done) != past else None


def does_there(both: Trees, b: int) -> str:
    """ ": it calls `free(p)`, then returns `-1` there": behind the label that a `goto` goes to now; "" of a label that is new, which is told by itself."""
    stmt = both.new[b].stmt
    label = _label(both.new, stmt.label) if isinstance(stmt, Jump) and stmt.keyword == "goto" else -1
    if label < 0 or label not in both.back:
        return ""
    behind = behind_label(both.new, both.new_below, (), label)
    end = next((n + 1 for n, each in enumerate(behind) if both.new[each].kind in EXITS), 0)
    told = doing(both.new, both.new_below, behind[:end])
    return f": it {told} there" if end > 1 and told else ""


def _left(pieces: Sequence[Piece], at: int) -> int:
    """The loop, or the choice, that a `break` leaves; -1 for none, and where something may run on the way out."""
    while (at := pieces[at].parent) >= 0 and pieces[at].kind not in _LEFT:
        if pieces[at].kind in _ON_THE_WAY:
            return -1
    return at


def _then(both: Trees, at: int) -> str:
    """What is done first behind what a `break` leaves."""
    whole = _left(both.new, at) if both.new[at].stmt.keyword == "break" else -1
    while whole >= 0:
        piece = both.new[whole]
        beside = [each for each in both.new_below[piece.parent] if both.new[each].role == piece.role]
        behind = [each for each in beside if each > whole and both.new[each].kind != "Label"]
        if behind:
            return f" (then {told})" if (told := doing(both.new, both.new_below, behind[:1])) else ""
        if both.new[piece.parent].kind not in _BEYOND:
            return ""
        whole = piece.parent
    return ""


def _between(both: Trees, was: Jump, now: Jump) -> tuple[str, str]:
    """What stands between both labels, where nothing leaves before the later one: what is done besides, or is passed over. It is not said
    that the later one is come to: a call may never return."""
    one, other = (_label(both.new, stmt.label) for stmt in (was, now))
    places = {(both.new[each].parent, both.new[each].role) for each in (one, other) if each >= 0}
    if min(one, other) < 0 or len(places) > 1:
        return "", ""
    first, last = sorted((one, other))
    beside = both.new_below[both.new[one].parent]
    steps = [each for each in beside if first < each < last and both.new[each].kind != "Label"]
    if any(both.new[each].kind in EXITS for each in [*steps, *_inside(both, steps)]):
        return "", ""
    told = doing(both.new, both.new_below, steps) if steps else ""
    if not told:
        return "", ""
    said = f", which first {told}"
    return (said, "") if other < one else ("", said)


def _inside(both: Trees, steps: Sequence[int]) -> list[int]:
    return [inner for each in steps for inner in held_by(both.new_below, each)]


def _label(pieces: Sequence[Piece], name: str) -> int:
    return next((at for at, each in enumerate(pieces) if each.kind == "Label" and each.stmt.name == name), -1)
