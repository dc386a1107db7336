"""C and C++: a local whose first value nothing reads: `char *p = NULL; g(); p = f();` is `char *p = f();` behind `g()`.

The constant that it was declared with is dead where no line between speaks of the name, none leaves for a label, and nothing behind a label
speaks of it, for a macro may hide who leaves; so nothing is lost with it. The same the other way round.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from typing import Final

from ..pairing.changes import Change, Trees
from ..pieces.pieces import Piece
from ..pieces.quoting import joined
from ..reading.bound import bound_otherwise
from ..reading.declarators import DeclaredName, constant, declared, number_or_pointer
from . import declared_later

WHERE_SET: Final = declared_later.WHERE_SET
_CHOOSES: Final = frozenset(("Switch", "Arm"))


def later(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """The changes that only declare a local where it gets its value, or apart from there."""
    turned = both._replace(old=both.new, new=both.old, pairs=both.back, back=both.pairs, renamed={})
    own = frozenset({*_of_side(both, found, False), *_of_side(turned, found, True)})
    return frozenset() if any(bound_otherwise(both, each) for each in own) else own


def _of_side(both: Trees, found: Sequence[Change], turned: bool) -> Iterator[Change]:
    """turned: sides are changed over."""
    merged: dict[str, int] = {}  # by name: where it is declared with its value now
    for b in {(each.a if turned else each.b) for each in found} - {-1}:
        if (own := _alone(both.new[b])) and own.value and not constant(own.value):
            merged[own.name] = b
    if not merged:
        return
    dead = {name: at for at, piece in enumerate(both.old) if (name := _idle(piece)) in merged}
    spots = _spots(both.old, {name.encode() for name in dead})
    jumps = [at for at, piece in enumerate(both.old) if b"goto" in piece.words]
    labels = [at for at, piece in enumerate(both.old) if piece.kind == "Label"]
    moved: dict[int, int] = {}  # of the pieces that went, where the one is that stands for them
    for name, at in dead.items():
        set_at = _first_set(both.old, at, name, spots[name.encode()])
        own, now = _alone(both.old[at]), _alone(both.new[merged[name]])
        if set_at < 0 or own is None or now is None or (own.type, own.shape) != (now.type, now.shape):
            continue
        passed = bisect(jumps, at) < bisect(jumps, set_at)
        read_behind = labels and bisect(labels, set_at) < bisect(labels, spots[name.encode()][-1])
        words = [word for word in both.renamed_words(set_at)[2:] if word != b";"]
        if not (passed or read_behind) and joined(words) == now.value:
            moved |= dict.fromkeys((at, set_at), merged[name])
    fresh = {*moved.values()}
    for change in found:
        was, is_ = (change.b, change.a) if turned else (change.a, change.b)
        if (is_ < 0 and was in moved) or (was < 0 and is_ in fresh) or (was in moved and moved[was] == is_):
            yield change


def _spots(pieces: Sequence[Piece], names: set[bytes]) -> dict[bytes, list[int]]:
    """Which pieces speak of each name."""
    found: dict[bytes, list[int]] = {name: [] for name in names}
    for at, piece in enumerate(pieces):
        for name in names.intersection(piece.words):
            found[name].append(at)
    return found


def _alone(piece: Piece) -> DeclaredName | None:
    """The one number or pointer that a statement declares."""
    every = declared(piece) if piece.kind == "Simple" else ()
    return every[0] if len(every) == 1 and number_or_pointer(every[0]) else None


def _idle(piece: Piece) -> str:
    """The name of a local that is declared with a constant, or with none."""
    own = _alone(piece)
    return own.name if own and constant(own.value) and "static" not in own.type.split() else ""


def _first_set(pieces: Sequence[Piece], at: int, name: str, spots: Sequence[int]) -> int:
    """Where a name gets its first value behind its declaration, before anything speaks of it; -1 where that is not plain."""
    said = name.encode()
    here = next((each for each in spots[bisect(spots, at) :]), -1)
    words = pieces[here].words if here >= 0 else ()
    plain = here >= 0 and pieces[here].kind == "Simple" and words[:2] == (said, b"=") and words.count(said) == 1
    return here if plain and not _chosen(pieces, here, pieces[at].parent) else -1


def _chosen(pieces: Sequence[Piece], at: int, until: int) -> bool:
    """Whether a way may enter behind it: an arm of a `switch`."""
    while at >= 0 and at != until:
        if pieces[at].kind in _CHOOSES:
            return True
        at = pieces[at].parent
    return at < 0
