"""A call that stands under another question now, and is given nothing of what it was given: where its function is called more than once, it is another call.

`print(")")` behind all and `print("~")` in a new `if` have no more in common than whom they call. Nor is a call another one's value, or a
choice another choice, where the question is another one and neither arm holds anything of what they held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ..pieces.outside import CLOSING
from ..pieces.pieces import Piece
from ..pieces.targets import target
from .alike import FAR, likeness

_BETWEEN = frozenset((b",", b"(", b"&", b"*", *CLOSING))


def other_calls(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int]) -> Iterator[int]:
    """Positions before."""
    often = [Counter(called(piece) for piece in side) for side in (old, new)]
    for a, b in pairs.items():
        name = called(old[a])
        elsewhere = pairs.get(old[a].parent, -1) != new[b].parent or old[a].role != new[b].role
        many = max(often[0][name], often[1][name]) > 1
        if name and name == called(new[b]) and elsewhere and many and not given(old[a]) & given(new[b]):
            yield a


def other_choices(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """Without what stands under another question, and is a call on one side and a value of another call on the other; then without choices that hold
    nothing of each other."""
    asking = [(a, b) for a, b in pairs.items() if old[a].kind == new[b].kind == "If" and old[a].words != new[b].words]
    for a, _ in asking:
        for at in [at for at, each in enumerate(old) if each.parent == a and at in pairs]:
            one, other = old[at], new[pairs[at]]
            apart = one.kind == other.kind == "Simple" and bool(target(one)) != bool(target(other))
            if apart and one.words[:1] != other.words[:1] and likeness(one, other) < FAR:
                del pairs[at]
    back = {b: a for a, b in pairs.items()}
    for a, b in asking:
        both = [[at for at, each in enumerate(side) if each.parent == top] for side, top in ((old, a), (new, b))]
        choices = all(
            {side[at].role for at in own} == {"then", "else"} for side, own in zip((old, new), both, strict=True)
        )
        if choices and not any(at in known for own, known in zip(both, (pairs, back), strict=True) for at in own):
            del pairs[a]


def called(piece: Piece) -> tuple[bytes, ...]:
    """`print` of `print(")")`, where that is the whole statement; () of a call that is given nothing."""
    words = piece.words
    cut = words.index(b"(") if b"(" in words else 0
    alone = piece.kind == "Simple" and cut and words[-1] == b")" and len(words) > cut + 2
    return words[:cut] if alone and b"=" not in words[:cut] else ()


def given(piece: Piece) -> set[bytes]:
    """The words of what a call is given."""
    return {*piece.words[piece.words.index(b"(") :]} - _BETWEEN
