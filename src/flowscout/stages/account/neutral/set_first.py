"""C and C++: a local whose first value nothing reads: `char *p = NULL; g(); p = f();` is `char *p = f();` behind `g()`.

The constant that it was declared with is dead where no line between speaks of the name and none leaves for a label, past which it could be
read; so nothing is lost with it. The same the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..pairing.changes import Change, Trees
from ..pieces.pieces import Piece
from ..pieces.quoting import joined
from ..reading.declarators import Declared, constant, declared, number_or_pointer
from . import declared_later

WHERE_SET: Final = declared_later.WHERE_SET
_CHOOSES: Final = frozenset(("Switch", "Arm"))


def later(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """The changes that only declare a local where it gets its value, or apart from there."""
    turned = both._replace(old=both.new, new=both.old, pairs=both.back, back=both.pairs, renamed={})
    return frozenset({*_of_side(both, found, False), *_of_side(turned, found, True)})


def _of_side(both: Trees, found: Sequence[Change], turned: bool) -> Iterator[Change]:
    """turned: sides are changed over."""
    merged: dict[str, int] = {}  # by name: where it is declared with its value now
    for b in {(each.a if turned else each.b) for each in found} - {-1}:
        if (own := _alone(both.new[b])) and own.value and not constant(own.value):
            merged[own.name] = b
    if not merged:
        return
    dead = {name: at for at, piece in enumerate(both.old) if (name := _idle(piece)) in merged}
    for name, at in dead.items():
        set_at = _first_set(both.old, at, name)
        own, now = _alone(both.old[at]), _alone(both.new[merged[name]])
        if set_at < 0 or own is None or now is None or (own.type, own.shape) != (now.type, now.shape):
            continue
        words = both.renamed_words(set_at)
        if joined([word for word in words[2:] if word != b";"]) != now.value:
            continue
        for change in found:
            was, is_ = (change.b, change.a) if turned else (change.a, change.b)
            if was in (at, set_at, -1) and is_ in (merged[name], -1):
                yield change


def _alone(piece: Piece) -> Declared | None:
    """The one number or pointer that a statement declares."""
    every = declared(piece) if piece.kind == "Simple" else ()
    return every[0] if len(every) == 1 and number_or_pointer(every[0]) else None


def _idle(piece: Piece) -> str:
    """The name of a local that is declared with a constant, or with none."""
    own = _alone(piece)
    return own.name if own and constant(own.value) and "static" not in own.type.split() else ""


def _first_set(pieces: Sequence[Piece], at: int, name: str) -> int:
    """Where a name gets its first value behind its declaration, before anything speaks of it; -1 where that is not plain."""
    said = name.encode()
    for here in range(at + 1, len(pieces)):
        words = pieces[here].words
        if said in words:
            plain = pieces[here].kind == "Simple" and words[:2] == (said, b"=") and words.count(said) == 1
            return here if plain and not _chosen(pieces, here, pieces[at].parent) else -1
        if b"goto" in words:
            return -1
    return -1


def _chosen(pieces: Sequence[Piece], at: int, until: int) -> bool:
    """Whether a way may enter behind it: an arm of a `switch`."""
    while at >= 0 and at != until:
        if pieces[at].kind in _CHOOSES:
            return True
        at = pieces[at].parent
    return at < 0
