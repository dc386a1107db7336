"""Python: a name that a step reads now, which a chain of questions before it sets in each branch, and nothing sets where none of them holds.

if a: x = 1
elif b: x = 2
use(x)           Where neither `a` nor `b` holds, `x` is not set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..pairing.changes import ADDED, CHANGED, Change, Trees
from ..pieces.pieces import HEAD, Piece
from ..pieces.quoting import q
from ..pieces.targets import target
from ..reading.conditions import under
from ..reading.saying import Said

_THROUGH: Final = frozenset(("With", "Try"))  # what a step may stand in, and still run whenever the chain did
_RISK: Final = 2
_LEAVES: Final = frozenset(("Return", "Raise", "Jump"))
_BINDS: Final = frozenset((b":=", b"as", b"import", b"for", b"def", b"class", b"global", b"nonlocal", b"except"))


def told(both: Trees, change: Change, said: Said) -> Said:
    """What is said of a step, and where what it reads is not set."""
    unset = _unset(both, change.b) if change.kind in (ADDED, CHANGED) and said.sentence else ""
    return said._replace(sentence=f"{said.sentence} {unset}", rank=min(said.rank, _RISK)) if unset else said


def _unset(both: Trees, b: int) -> str:
    """ "" of what is set wherever a step runs, or was not surely set before either."""
    pieces, below = both.new, both.new_below
    if pieces[b].kind not in ("Simple", "Return") or (
        b in both.back and both.old[both.back[b]].words == pieces[b].words
    ):
        return ""
    was = {word for piece in both.old for word in piece.words}
    for name in dict.fromkeys(_read(pieces[b])):
        if name in was or not any(target(each) == (name,) for each in pieces):
            continue
        chain = _chain_before(pieces, below, b, name)
        if chain and not _bound_otherwise(pieces, below, name, chain):
            asked = [q(pieces[at].said) for at in chain]
            where = f"neither {' nor '.join(asked)} holds" if len(asked) > 1 else f"{asked[0]} does not hold"
            return f"Where {where}, {q(name.decode('utf-8', 'replace'))} is not set."
    return ""


def _read(piece: Piece) -> Iterator[bytes]:
    for at, word in enumerate(piece.words):
        keyword = piece.words[at + 1 : at + 2] == (b"=",)
        if word[:1].isalpha() and not keyword and (not at or piece.words[at - 1] != b"."):
            yield word


def _chain_before(pieces: Sequence[Piece], below: Sequence[Sequence[int]], b: int, name: bytes) -> list[int]:
    """The questions of the last chain before a step that sets a name in all of its branches, and has no `else`."""
    here = b
    while here > 0:
        above = pieces[here].parent
        role = pieces[here].role
        for at in reversed([each for each in below[above] if each < here and pieces[each].role == role]):
            inside = [at, *under(below, at)]
            if any(name in pieces[each].words for each in inside):
                return _chain(pieces, below, at, name) if pieces[at].kind == "If" else []
        if pieces[above].kind not in _THROUGH or role != "body":
            return []
        here = above
    return []


def _chain(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, name: bytes) -> list[int]:
    """[] where a branch neither sets it nor leaves, or where there is an `else`."""
    found: list[int] = []
    while True:
        then, other = ([each for each in below[at] if pieces[each].role == role] for role in ("then", "else"))
        leaves = bool(then) and pieces[then[-1]].kind in _LEAVES
        if not leaves and not any(target(pieces[each]) == (name,) for each in then):
            return []
        found.append(at)
        if not other:
            return found
        if len(other) != 1 or pieces[other[0]].kind != "If":
            return []
        at = other[0]


def _bound_otherwise(
    pieces: Sequence[Piece], below: Sequence[Sequence[int]], name: bytes, chain: Sequence[int]
) -> bool:
    """Whether it is a parameter, or something outside of the chain sets it."""
    inside = {each for at in chain for each in (at, *under(below, at))}
    return any(
        (piece.kind == HEAD and name in piece.words)
        or (at not in inside and target(piece) == (name,))
        or (name in piece.words and not _BINDS.isdisjoint(piece.words) and piece.kind != HEAD)
        for at, piece in enumerate(pieces)
    )
