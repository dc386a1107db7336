"""A statement that stands in another order, and has passed nothing that it could meet: it runs as it did."""

from __future__ import annotations

from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.targets import target


def past_what_it_never_meets(both: Trees, b: int) -> bool:
    """Whether all that a statement has passed stands in the other arm of its question, of which one runs, or gives a plain value to a
    name that it does not speak of."""
    above, mine, a = both.new[b].parent, both.new[b], both.back[b]
    beside = {each for each in both.new_below[above] if each in both.back} if above >= 0 else set()
    beside |= {both.pairs[each] for each in both.old_below[both.old[a].parent] if each in both.pairs}
    passed = [each for each in beside - {b} if (both.back[each] < a) == (each > b)]
    arms = [
        each
        for each in passed
        if both.new[each].parent == above and both.new[above].kind == "If" and both.new[each].role != mine.role
    ]
    return bool(passed) and all(each in arms or _gives_apart(both.new[each], mine) for each in passed)


def _gives_apart(piece: Piece, other: Piece) -> bool:
    """Whether one names a plain value, of the file or of a module, and the other one thing, and neither speaks of the other's name."""
    names = [target(each) for each in (piece, other)]
    plain = all(word in (b".", b"=") or word.replace(b"_", b"a").replace(b".", b"0").isalnum() for word in piece.words)
    return (
        plain
        and all(len(name) == 1 and each.kind == "Simple" for name, each in zip(names, (piece, other), strict=True))
        and not {b"self", b"cls", b"this"} & {*piece.words}
        and not {*names[0]} & {*other.words}
        and not {*names[1]} & {*piece.words}
    )
