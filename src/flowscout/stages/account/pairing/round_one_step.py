"""C and C++: a step that stood alone under a question and stands without it where that stood, or the other way round: it is that step, however often
the same is done elsewhere.

    if (f) fclose(f);            fclose(f);
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..pieces.children import children
from ..pieces.pieces import Piece

Arm = tuple[int, str, tuple[bytes, ...]]


def round_one_step(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    back = {b: a for a, b in pairs.items()}
    for mine, others, known, taken, turned in ((old, new, pairs, back, False), (new, old, back, pairs, True)):
        asked = _alone_under_a_question(mine, known)
        bare = _free(others, taken) if asked else {}
        often = Counter(mine[at].words for at, _ in asked)
        for at, question in asked:
            place = mine[question]
            there = bare.get((known.get(place.parent, -1), place.role, tuple(mine[at].words)), [])
            if len(there) == often[mine[at].words] == 1:
                a, b = (there[0], at) if turned else (at, there[0])
                pairs[a], back[b] = b, a
                there.clear()


def _alone_under_a_question(pieces: Sequence[Piece], known: Mapping[int, int]) -> list[tuple[int, int]]:
    """(step, question): both on this side alone."""
    if not pieces or all(at in known for at in range(len(pieces))):
        return []
    below = children(tuple(pieces))
    return [
        (below[at][0], at)
        for at, piece in enumerate(pieces)
        if piece.kind == "If"
        and at not in known
        and len(below[at]) == 1
        and below[at][0] not in known
        and (inner := pieces[below[at][0]]).kind == "Simple"
        and inner.role == "then"
        and inner.words[-1:] == (b")",)
    ]


def _free(pieces: Sequence[Piece], known: Mapping[int, int]) -> dict[Arm, list[int]]:
    found: dict[Arm, list[int]] = {}
    for at, piece in enumerate(pieces):
        if at not in known and piece.kind == "Simple":
            found.setdefault((piece.parent, piece.role, tuple(piece.words)), []).append(at)
    return found
