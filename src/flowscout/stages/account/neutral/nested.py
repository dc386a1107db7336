"""Questions within each other that are one now, or one that is asked in several: held against each other as all that governed.

`if (a > 0) { if (b) { f(); } }` that became `if (a >= 0 && b) { f(); }` asks `a >= 0`, no longer `a > 0`; both ask `b`.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..reading.operands import MOST_APART, split
from ..reading.saying import CONDITION, Said, both_quoted, does, q, when


def asked_within(both: Trees, a: int, b: int) -> Said | None:
    """None where neither stands within another that is on its side alone, and where nothing of what is asked stayed."""
    mine = _chain(both.old, both.old_below, a, both.pairs)
    mine = [*_round(both.old, both.old_below, mine[0], both.pairs), *mine]
    now = _chain(both.new, both.new_below, b, both.back)
    if len(mine) == len(now) == 1:
        return None
    was, is_ = _parts(both.old, mine), _parts(both.new, now)
    gone, came = [each for each in was if each not in is_], [each for each in is_ if each not in was]
    kept = len(gone) < len(was) and len(came) < len(is_)
    if "…" in "".join([*was, *is_]) or not kept or not 0 < len([*gone, *came]) <= 2 * MOST_APART:
        return None
    inner = [each for each in both.new_below[now[-1]] if both.back.get(each) in both.old_below[mine[-1]]]
    before = f" before it {does(both.new[inner[0]])}" if inner else ""
    return Said(CONDITION, f"{_differing(gone, came, before)}{when(both.new, now[0])}.", 2)


def part_of(both: Trees, at: int, new: bool) -> Said | None:
    """Of a question that is new or gone, where it is one of several round a question that stayed: what is told of all."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    if pieces[at].kind != "If":
        return None
    those = [each for each in _chain(pieces, below, at, known, True) if each in known]
    other = known[those[0]] if len(those) == 1 else -1
    if other < 0 or (both.old if new else both.new)[other].kind != "If":
        return None
    return asked_within(both, *((other, those[0]) if new else (those[0], other)))


def _differing(gone: Sequence[str], came: Sequence[str], before: str) -> str:
    if not gone:
        return f"Also asks for {' and '.join(map(q, came))}{before}"
    if not came:
        return f"No longer asks for {' and '.join(map(q, gone))}{before}"
    if len(gone) == len(came) == 1:
        was, now = both_quoted(gone[0], came[0])
    else:
        was, now = (" and ".join(map(q, each)) for each in (gone, came))
    return f"Asks whether {now}, no longer whether {was}{before and f',{before}'}, the rest asked as before"


def _parts(pieces: Sequence[Piece], those: Sequence[int]) -> list[str]:
    return [part for each in those for part in split(pieces[each].said, "and")]


def _round(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, known: Container[int]) -> list[int]:
    """Questions of this side alone that one stands in, whatever else they hold, outermost first."""
    found: list[int] = []
    above = pieces[at].parent if _plain(pieces, below, at) else 0
    while above > 0 and above not in known and _plain(pieces, below, above):
        found.insert(0, above)
        above = pieces[above].parent
    return found


def _chain(
    pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, known: Container[int], to_known: bool = False
) -> list[int]:
    """Questions each of which is all that the one before holds, outermost first: one, and round and in it those of this side alone.
    to_known: also one further in that stayed."""
    found = [at]
    while (above := pieces[found[0]].parent) > 0 and above not in known and _holds_only(pieces, below, above):
        found.insert(0, above)
    while _holds_only(pieces, below, found[-1]):
        inner = below[found[-1]][0]
        if inner in known and not (to_known and not any(each in known for each in found)):
            break
        found.append(inner)
    return found


def _holds_only(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> bool:
    """Whether all that a question holds is another one, without an `else` of either."""
    inner = below[at][0] if _plain(pieces, below, at) and len(below[at]) == 1 else -1
    return inner >= 0 and _plain(pieces, below, inner)


def _plain(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> bool:
    """Whether it does something where its answer is yes, and nothing else."""
    return pieces[at].kind == "If" and all(pieces[each].role == "then" for each in below[at])
