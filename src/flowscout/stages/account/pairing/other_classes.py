"""A class under another name is the one that holds what it held, however near another one stands and however alike their heads read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ..pieces.called import name_of
from ..pieces.pieces import Piece

_NO_MEMBER = frozenset(((b"pass",), (b"...",)))


def by_their_members(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """Of classes that are none's the one that most of its members went to."""
    taken = set(pairs.values())
    was, now = _members(old), _members(new)
    for a, mine in was.items():
        to = Counter([new[pairs[each]].parent for each in mine if each in pairs])
        b, count = to.most_common(1)[0] if a not in pairs and to else (-1, 0)
        if b in now and b not in taken and 2 * count > max(len(mine), len(now[b])):
            pairs[a] = b
            taken.add(b)


def other_classes(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int]) -> Iterator[int]:
    """Positions before of those that are taken for another, and share no member with it."""
    was, now = _members(old), _members(new)
    for a, b in pairs.items():
        mine, others = was.get(a, ()), now.get(b, ())
        if (
            (mine or others)
            and name_of(old[a]) != name_of(new[b])
            and not any(pairs.get(each) in others for each in mine)
        ):
            yield a


def _members(pieces: Sequence[Piece]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {at: [] for at, piece in enumerate(pieces) if piece.kind == "Class"}
    for at, piece in enumerate(pieces):
        if piece.parent in found and piece.kind != "Docstring" and piece.words not in _NO_MEMBER:
            found[piece.parent].append(at)
    return found
