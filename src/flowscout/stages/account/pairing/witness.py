"""What the plain text says of a pair: a statement that was edited stands between the same kept statements on both sides.

Pairs are found by likeness, names and places, each rule for its own kind; whatever found it, a pair whose two sides have a kept statement
between them is of two places. It is one edit only where little else of it differs, and nothing else is as like it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from ....engine.rising import longest_rising
from ..pieces.pieces import Piece
from ..pieces.questions import plain
from ..pieces.targets import target
from .alike import ALIKE, FAR, likeness, names
from .ways_out import weak

_FARTHEST = 3  # blocks
TELLING = 3  # words from which a kept statement is a landmark
_LEAVES = frozenset(("Simple", "Return", "Raise", "Jump"))


def apart(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> list[int]:
    """Positions before, of leaves that were paired with another one across what stayed."""
    rows = [(a, b) for a, b in sorted(pairs.items()) if old[a].words == new[b].words and len(old[a].words) >= TELLING]
    stayed = longest_rising([b for _, b in rows])
    marks = [row for at, row in enumerate(rows) if at in stayed]
    return [
        a
        for a, b in pairs.items()
        if a
        and old[a].kind in _LEAVES
        and old[a].words != new[b].words
        and (
            _caught(old, a) != _caught(new, b)
            or (
                (
                    _looped(old, a) != _looped(new, b)
                    or (_between(marks, a, b) and not _set_beside(old, new, pairs, a, b))
                )
                and likeness(old[a], new[b]) < FAR
            )
        )
    ]


def _set_beside(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], a: int, b: int) -> bool:
    """Whether both set the same, right behind what stayed or right ahead of it: then that is what was passed by others."""
    if not target(old[a]) or target(old[a]) != target(new[b]):
        return False
    was, now = _beside(old, a), _beside(new, b)
    return any(
        one >= 0 and pairs.get(one) == other and old[one].words == new[other].words and len(old[one].words) >= TELLING
        for one, other in zip(was, now, strict=True)
    )


def _beside(pieces: Sequence[Piece], at: int) -> tuple[int, int]:
    """The steps right ahead of it and right behind it in its arm; -1 for none."""
    row = [n for n, each in enumerate(pieces) if (each.parent, each.role) == (pieces[at].parent, pieces[at].role)]
    here = row.index(at)
    return row[here - 1] if here else -1, row[here + 1] if here + 1 < len(row) else -1


def _caught(pieces: Sequence[Piece], at: int) -> bool:
    """Whether it stands in a handler: what answers an exception is no change of what answered a question."""
    while pieces[at].parent >= 0:
        at = pieces[at].parent
        if pieces[at].kind == "Handler":
            return True
    return False


def _looped(pieces: Sequence[Piece], at: int) -> int:
    """How many loops it stands in: what runs in one is no change of what runs once."""
    found = 0
    while pieces[at].parent >= 0:
        at = pieces[at].parent
        found += pieces[at].kind == "Loop"
    return found


def asks_elsewhere(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> list[int]:
    """Positions before, of questions that were paired with one in another place over nothing of the same, be it in the same words, or with
    another one that asks little of the same."""
    return [
        a
        for a, b in pairs.items()
        if (
            old[a].kind == new[b].kind == "If" and old[a].words == new[b].words and _over_another(old, new, pairs, a, b)
        )
        or (
            old[a].kind in ("If", "Loop")
            and old[a].words != new[b].words
            and (
                (
                    pairs.get(old[a].parent, -1) != new[b].parent
                    and _of_the_same(old[a], new[b]) < ALIKE
                    and not _hold_the_same(old, new, pairs, a, b, weak)
                )
                or (
                    (_leaves(old, a) != _leaves(new, b) or _ends(old, a) != _ends(new, b))
                    and plain(old[a].words)[0] != plain(new[b].words)[0]
                    and not _hold_the_same(old, new, pairs, a, b)
                )
            )
        )
    ]


def _over_another(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], a: int, b: int) -> bool:
    """Whether a question in the same words, in another place, stands over nothing of what it stood over: a check that left is no step."""
    elsewhere = pairs.get(old[a].parent, -1) != new[b].parent and _leaves(old, a) != _leaves(new, b)
    return elsewhere and not _hold_the_same(old, new, pairs, a, b)


def _leaves(pieces: Sequence[Piece], at: int) -> bool:
    """Whether a question does nothing but leave: one that does is no other form of one that does something."""
    inner = _under(pieces, at)
    return pieces[at].kind == "If" and bool(inner) and all(each.kind in ("Return", "Raise", "Jump") for each in inner)


def _under(pieces: Sequence[Piece], at: int) -> list[Piece]:
    """What stands right under it."""
    inner = takewhile(lambda n: pieces[n].start < pieces[at].last, range(at + 1, len(pieces)))
    return [pieces[n] for n in inner if pieces[n].parent == at]


def _ends(pieces: Sequence[Piece], at: int) -> bool:
    """Whether a question that holds leaves in the end: a check is no other form of what goes on."""
    inner = [each for each in _under(pieces, at) if each.role == "then"]
    return pieces[at].kind == "If" and bool(inner) and inner[-1].kind in ("Return", "Raise", "Jump")


def asked_now(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> list[int]:
    """Positions before, of calls that were paired with another statement, while a question of one side alone asks one of the two."""
    back = {b: a for a, b in pairs.items()}
    asking = [
        [_apart(piece.words) for at, piece in enumerate(side) if piece.kind in ("If", "Loop") and at not in known]
        for side, known in ((new, back), (old, pairs))
    ]
    return [
        a
        for a, b in pairs.items()
        if old[a].kind == new[b].kind == "Simple"
        and old[a].words != new[b].words
        and (_is_asked(old[a], asking[0]) or _is_asked(new[b], asking[1]))
    ]


def _is_asked(piece: Piece, asking: Sequence[bytes]) -> bool:
    whole = _apart(piece.words)
    return len(piece.words) > TELLING and piece.words[-1] == b")" and any(whole in each for each in asking)


def _apart(words: Sequence[bytes]) -> bytes:
    """So that each begins and ends with what stands in none."""
    return b"\0" + b"\0".join(words) + b"\0"


def _of_the_same(one: Piece, other: Piece) -> float:
    """How much two questions are about the same: brackets and signs are in every question."""
    was, now = names(one), names(other)
    return len(was & now) / len(was | now) if was and now else 1.0


def _hold_the_same(
    old: Sequence[Piece],
    new: Sequence[Piece],
    pairs: dict[int, int],
    a: int,
    b: int,
    but: Callable[[Piece], bool] = lambda _: False,
) -> bool:
    for at in takewhile(lambda n: old[n].start < old[a].last, range(a + 1, len(old))):
        each = old[at]
        same = each.parent == a and at in pairs and not but(each) and each.words == new[pairs[at]].words
        if same and b in _round(new, pairs[at]):
            return True
    return False


def _round(pieces: Sequence[Piece], at: int) -> Iterator[int]:
    """What stands right round it, and round that."""
    for _ in range(_FARTHEST):
        at = pieces[at].parent
        if at < 0:
            return
        yield at


def _between(marks: Sequence[tuple[int, int]], a: int, b: int) -> bool:
    """Whether one of them stands behind the one and before the other."""
    at = bisect_left(marks, (a, -1))
    return bool((at < len(marks) and marks[at][1] < b) or (at and marks[at - 1][1] > b))
