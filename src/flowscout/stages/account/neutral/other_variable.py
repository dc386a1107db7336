"""What a call gives, kept and asked under another variable: `err = open(n); if (err < 0) return err; fd = err;` and `fd = open(n); if (fd < 0) return fd;`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..pieces.targets import target, value

_NEAR: Final = 40  # questions that are the same, of which each is held against those of about its own place
Words = tuple[bytes, ...]


def asked(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """The changes that such a variable makes: of what sets it, of the question, and of what handed it on."""
    by_old = {each.a: each for each in found if each.kind in (REMOVED, CHANGED)}
    by_new = {each.b: each for each in found if each.kind in (ADDED, CHANGED)}
    gone = [each.a for each in found if each.kind == REMOVED and both.old[each.a].kind == "If"]
    came = [each.b for each in found if each.kind == ADDED and both.new[each.b].kind == "If"]
    same: set[Change] = set()
    there = _kept(both.new, came) if gone else {}
    for key, mine in _kept(both.old, gone).items() if there else ():
        theirs = there.get(key, [])
        for rank, (a, was, x) in enumerate(mine):
            for b, now, y in theirs[max(0, rank - _NEAR) : rank + _NEAR]:
                if x != y:
                    same |= {by_old[a], by_new[b], *_setting(both, by_old.get(was), by_new.get(now), x, y)}
    return frozenset(same)


def _kept(pieces: Sequence[Piece], asked: Sequence[int]) -> dict[tuple[Any, ...], list[tuple[int, int, Words]]]:
    """Questions right behind what sets a variable: by what it is set to and all that is asked and done, whatever it is called. Where each stands,
    where it is set, and the variable."""
    found: dict[tuple[Any, ...], list[tuple[int, int, Words]]] = {}
    last: dict[tuple[int, str], int] = {}
    before = list[int]()
    for at, piece in enumerate(pieces):
        before.append(last.get((piece.parent, piece.role), -1))
        last[piece.parent, piece.role] = at
    for at in asked:
        set_ = before[at]
        name = target(pieces[set_]) if set_ >= 0 else ()
        if len(name) == 1 and (held := value(pieces[set_])):
            whole = tuple(_whole(pieces, at, {name[0]: b""}))
            found.setdefault((held, whole), []).append((at, set_, name))
    return found


def _setting(both: Trees, gone: Change | None, came: Change | None, x: Words, y: Words) -> Iterator[Change]:
    """Of what sets the one and the other: where each came, went, or handed the one on to the other."""
    if gone is not None and (gone.kind == REMOVED or gone == came):
        yield gone
    if came is not None and (came.kind == ADDED or (target(both.old[came.a]), value(both.old[came.a])) == (y, x)):
        yield came


def _whole(pieces: Sequence[Piece], at: int, names: dict[bytes, bytes]) -> Iterator[tuple[str, str, int, Words]]:
    """A question with all that it leads to."""
    inside = {pieces[at].parent: 0}
    for each in range(at, len(pieces)):
        piece = pieces[each]
        if piece.parent not in inside or (each != at and piece.parent == pieces[at].parent):
            break
        inside[each] = inside[piece.parent] + 1
        yield piece.kind, piece.role if each != at else "", inside[each], tuple(names.get(w, w) for w in piece.words)
