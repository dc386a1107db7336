"""What a call gives, kept and asked under another variable: `err = open(n); if (err < 0) return err; fd = err;` and `fd = open(n); if (fd < 0) return fd;`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..pieces.targets import target, value

Words = tuple[bytes, ...]


def asked(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """The changes that such a variable makes: of what sets it, of the question, and of what handed it on."""
    by_old = {each.a: each for each in found if each.kind in (REMOVED, CHANGED)}
    by_new = {each.b: each for each in found if each.kind in (ADDED, CHANGED)}
    gone = [each.a for each in found if each.kind == REMOVED and both.old[each.a].kind == "If"]
    came = [each.b for each in found if each.kind == ADDED and both.new[each.b].kind == "If"]
    same: set[Change] = set()
    for a in gone:
        for b in came:
            was, now = _before(both.old, a), _before(both.new, b)
            if min(was, now) < 0:
                continue
            x, y = target(both.old[was]), target(both.new[now])
            if len(x) == len(y) == 1 and x != y and value(both.old[was]) == value(both.new[now]) != ():
                names = {x[0]: y[0]}
                if [*_whole(both.old, a, names)] == [*_whole(both.new, b, {})]:
                    same |= {by_old[a], by_new[b], *_setting(both, by_old.get(was), by_new.get(now), x, y)}
    return frozenset(same)


def _setting(both: Trees, gone: Change | None, came: Change | None, x: Words, y: Words) -> Iterator[Change]:
    """Of what sets the one and the other: where each came, went, or handed the one on to the other."""
    if gone is not None and (gone.kind == REMOVED or gone == came):
        yield gone
    if came is not None and (came.kind == ADDED or (target(both.old[came.a]), value(both.old[came.a])) == (y, x)):
        yield came


def _before(pieces: Sequence[Piece], at: int) -> int:
    """The step right before a question."""
    one = pieces[at]
    beside = [n for n in range(at) if (pieces[n].parent, pieces[n].role) == (one.parent, one.role)]
    return beside[-1] if beside and pieces[beside[-1]].kind == "Simple" else -1


def _whole(pieces: Sequence[Piece], at: int, names: dict[bytes, bytes]) -> Iterator[tuple[str, str, int, Words]]:
    """A question with all that it leads to."""
    inside = {pieces[at].parent: 0}
    for each in range(at, len(pieces)):
        piece = pieces[each]
        if piece.parent not in inside or (each != at and piece.parent == pieces[at].parent):
            break
        inside[each] = inside[piece.parent] + 1
        yield piece.kind, piece.role if each != at else "", inside[each], tuple(names.get(w, w) for w in piece.words)
