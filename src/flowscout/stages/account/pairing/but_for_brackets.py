"""What reads alike but for brackets that group is one step, before anything that is only like it.

len = hdr->at + 16;                    src = rows;
src = rows;                      ->    len = ((end + n) - src);
len = end + n - src;

Whether the brackets change what is worked out is told later.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..pieces.brackets import bracketed
from ..pieces.pieces import Piece
from .alike import FEW

_GIVES = (b")", b"]", b"}")


def but_for_brackets(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    taken = {*pairs.values()}
    free = [
        [a for a, piece in enumerate(old) if a not in pairs and len(piece.words) > FEW],
        [b for b, piece in enumerate(new) if b not in taken and len(piece.words) > FEW],
    ]
    if not all(free) or not any(_grouped(side, at) for side, own in zip((old, new), free, strict=True) for at in own):
        return
    waiting: dict[tuple[str, tuple[bytes, ...]], tuple[list[int], list[int]]] = {}
    for n, (side, own) in enumerate(zip((old, new), free, strict=True)):
        for at in own:
            waiting.setdefault((side[at].kind, without(side[at].words)), ([], []))[n].append(at)
    for mine, others in waiting.values():
        if len(mine) == len(others):
            pairs.update(zip(mine, others, strict=True))


def without(words: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Without the brackets that group, `(a + b) * c`, which are those of no call."""
    dropped = {at for pair in bracketed(words) if _groups(words, pair[0]) for at in pair} if b"(" in words else set()
    return tuple([word for at, word in enumerate(words) if at not in dropped]) if dropped else words


def _grouped(pieces: Sequence[Piece], at: int) -> bool:
    words = pieces[at].words
    return any(word == b"(" and _groups(words, place) for place, word in enumerate(words))


def _groups(words: Sequence[bytes], at: int) -> bool:
    """Behind a sign, or first: not behind what can be called."""
    before = words[at - 1] if at else b"="
    return words[at] == b"(" and before not in _GIVES and not before[:1].isalnum() and before[:1] not in (b"_", b'"')
