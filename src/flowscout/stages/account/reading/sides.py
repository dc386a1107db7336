"""Where an edit stands on either side, and the code there that is quoted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....model.account import Answer, Side
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees, behind_label
from ..pieces.lexing import BEFORE, LexedSource, shown
from ..pieces.pieces import Piece, alike_within, asked_at, asks_last, differing
from ..pieces.quoting import joined

_EXITS = frozenset(("Return", "Raise", "Jump"))


def sides_of(both: Trees, change: Change, old: LexedSource, new: LexedSource) -> tuple[Side, Side]:
    was, now = (
        _side(both.old, both.old_below, both.pairs, change.a, old),
        _side(both.new, both.new_below, both.back, change.b, new),
    )
    if change.kind != CHANGED:
        return was, now
    one, other = both.old[change.a], both.new[change.b]
    if asks_last(one) and asks_last(other):
        return _asked(one, old), _asked(other, new)
    if asks_last(one) or asks_last(other):
        return _all_of(one, old), _all_of(other, new)
    if was.code == now.code:  # what differs lies behind where they are cut
        same, into = differing(one, other), alike_within(one, other)
        was = was._replace(code=old.window(one.start, one.end, same, into))
        now = now._replace(code=new.window(other.start, other.end, same, into))
    if was.code == now.code and one.words != other.words:  # other pieces stand between its tokens
        at = max(0, differing(one, other) - BEFORE)
        was, now = (each._replace(code=_own(piece, at)) for each, piece in ((was, one), (now, other)))
    return was, now


def _own(piece: Piece, at: int) -> str:
    return shown(f"{'… ' * (at > 0)}{joined(piece.words[at:])}".encode())


def _asked(piece: Piece, source: LexedSource) -> Side:
    """Where a loop asks behind its body."""
    start, end = asked_at(piece)
    return Side(source.path, source.line(start), source.line(end - 1), source.text(start, end))


def asked_behind(both: Trees, change: Change, told: Answer, old: LexedSource, new: LexedSource) -> Iterator[Answer]:
    """Of a `do` that is new or gone, where it asks: that is told with the loop, and stands lines below it."""
    at, pieces, source = (change.b, both.new, new) if change.kind == ADDED else (change.a, both.old, old)
    if change.kind in (ADDED, REMOVED) and asks_last(pieces[at]):
        asked = _asked(pieces[at], source)
        if asked.line > max(told.before.end_line, told.after.end_line):
            yield told._replace(before=Side(), after=asked) if change.kind == ADDED else told._replace(before=asked)


def _all_of(piece: Piece, source: LexedSource) -> Side:
    """A loop with its body: what asks stands before that on the one side, behind it on the other."""
    return Side(
        source.path,
        source.line(piece.start),
        source.line(max(piece.start, piece.last - 1)),
        source.text(piece.start, piece.last),
    )


def _side(
    pieces: Sequence[Piece], below: Sequence[Sequence[int]], known: Mapping[int, int], at: int, source: LexedSource
) -> Side:
    """A piece that is there on one side stands for all that is new or gone with it, a label for what stands behind it too. What an `if` holds
    that stays is no part of its code, but stands on its lines."""
    if at < 0:
        return Side()
    piece = pieces[at]
    end = piece.end
    if at not in known:
        own = [at, *behind_label(pieces, below, known, at)]
        end = max([piece.end, *[pieces[each].last for each in own if not _keeps(pieces, known, each)]])
        if piece.kind == "Directive":  # with its other case, whatever stands between
            end = max(
                [end, *[pieces[each].last for each in below[at] if pieces[each].role == "else" and each not in known]]
            )
    last = max(piece.start, (end if piece.kind not in ("If", "Variant") or at in known else max(end, piece.last)) - 1)
    return Side(source.path, source.line(piece.start), source.line(last), source.text(piece.start, end))


def near(both: Trees, change: Change, source: LexedSource) -> int:
    """Where what is gone would stand now: at what stood before it and is still there."""
    if change.b >= 0:
        return 0
    before = next((both.pairs[at] for at in range(change.a - 1, -1, -1) if at in both.pairs), -1)
    return source.line(max(both.new[before].start, both.new[before].end - 1)) if before >= 0 else 1


def _keeps(pieces: Sequence[Piece], known: Mapping[int, int], at: int) -> bool:
    """Whether something under it is there on both sides."""
    under = {at}
    for each in range(at + 1, len(pieces)):
        if pieces[each].parent < at:  # behind all of it
            break
        if pieces[each].parent in under:
            if each in known:
                return True
            under.add(each)
    return False


def left_over(both: Trees, change: Change) -> Iterator[Change]:
    """Of an `if` that holds what is there on both sides, and of which nothing is said but its head: what else was in it, or is."""
    new = change.kind == ADDED
    pieces, below, known, at = (
        (both.new, both.new_below, both.back, change.b) if new else (both.old, both.old_below, both.pairs, change.a)
    )
    others = both.old if new else both.new
    alone = change.kind in (ADDED, REMOVED) and pieces[at].kind == "If"
    waiting = list(reversed(below[at])) if alone and _keeps(pieces, known, at) else []
    while waiting:
        each = waiting.pop()
        leaves = pieces[each].kind in _EXITS and any(
            pieces[each].words == one.words for one in others
        )  # told where it is
        if each not in known and not leaves:
            yield Change(change.kind, -1, each) if new else Change(change.kind, each, -1)
            waiting += reversed(below[each]) if _keeps(pieces, known, each) else []


def with_its_end(
    both: Trees, change: Change, sides: tuple[Side, Side], old: LexedSource, new: LexedSource
) -> tuple[Side, Side]:
    """Of a `try` that is told with what it handles, all of its lines."""
    piece = both.new[change.b] if change.b >= 0 else both.old[change.a]
    if piece.kind != "Try":
        return sides
    source, side = (new, sides[1]) if change.b >= 0 else (old, sides[0])
    whole = side._replace(end_line=source.line(max(piece.start, piece.last - 1)))
    return (sides[0], whole) if change.b >= 0 else (whole, sides[1])
