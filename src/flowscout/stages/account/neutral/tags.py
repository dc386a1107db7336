"""C: a type that lost or got its tag, which its name stands for: `typedef struct a_ a; struct a_ { … };` is `typedef struct { … } a;`,
and a type parted from what names it: `enum a { … }; typedef enum a a;`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.pieces import Piece

TAGS: Final = "tags of types that have a name"
_TYPES: Final = frozenset((b"struct", b"union", b"enum"))
_KINDS: Final = frozenset(("Class", "Enum"))
_GIVES: Final = 4  # words of `typedef struct a b`


def only_tagged(both: Trees, change: Change) -> bool:
    """Whether no more differs than how a name is given to the type that it stands for."""
    if change.kind == CHANGED:
        one, other = both.old[change.a], both.new[change.b]
        if _parted(both.old, change.a, other, both.new) or _parted(both.new, change.b, one, both.old):
            return True
        return _tagged(one, other, _beside(both.old, one)) or _tagged(other, one, _beside(both.new, other))
    if change.kind not in (ADDED, REMOVED):
        return False
    came = change.kind == ADDED
    piece, there = (both.new[change.b], both.old) if came else (both.old[change.a], both.new)
    above = (both.back if came else both.pairs).get(piece.parent, -1) if piece.parent >= 0 else -1
    name = _bare(piece)[-1:]
    gives = _bare(piece)[:1] == (b"typedef",) and len(_bare(piece)) == _GIVES
    given = [each for each in there if each.kind in _KINDS and each.parent == above]
    return gives and any(each.words == (b"typedef", _bare(piece)[1], *name) for each in given)


def _beside(pieces: Sequence[Piece], piece: Piece) -> Iterator[Piece]:
    """A name holds where it is given: in a namespace, or in one of the builds, it is another one. Few changes ask."""
    return (each for each in pieces if each.parent == piece.parent)


def _tagged(one: Piece, other: Piece, there: Iterator[Piece]) -> bool:
    """one: by its tag, or what gives a name to that. there: what stands beside it."""
    was, now = _bare(one), _bare(other)
    if one.kind in _KINDS and other.kind in _KINDS:
        tag, name = was[-1:], now[-1:]
        kind = [word for word in was[:-1] if word != b"typedef"]
        same = now == (b"typedef", *kind, *name) and len(kind) == 1 and kind[0] in _TYPES and tag != name
        return same and any(_bare(each) in ((b"typedef", *kind, *tag, *name), name) for each in there)
    return was[:1] == (b"typedef",) and len(was) == _GIVES and was[1] in _TYPES and now == was[-1:]


def _parted(pieces: Sequence[Piece], at: int, other: Piece, there: Sequence[Piece]) -> bool:
    """`typedef enum { … } a;`, of which one name and nothing else stands at the end, where a line of its own gives that name there."""
    one = _bare(pieces[at])
    if pieces[at].kind not in _KINDS or one[:1] != (b"typedef",) or len(one) != _GIVES - 1 or one[1:] != _bare(other):
        return False
    name = next((_bare(each) for each in pieces[at + 1 :] if each.parent == pieces[at].parent), ())
    return len(name) == 1 and one[1] in _TYPES and any(_bare(each) == (*one, *name) for each in _beside(there, other))


def _bare(piece: Piece) -> tuple[bytes, ...]:
    return tuple([word for word in piece.words if word != b";"])
