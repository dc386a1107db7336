"""Macros and values of enums that went to another file, where all of them are called otherwise in one way: `BUF_SIZE` and `BUF_COUNT` are `IO_BUF_SIZE` and `IO_BUF_COUNT`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from ..pieces.called import name_of
from ..pieces.outside import Outside
from ..pieces.pieces import Piece

_KINDS: Final = frozenset(("Define", "Item"))
_ENOUGH: Final = 2  # names that changed in one way
_MOST: Final = 300  # names, beyond which nothing is looked for
Declared: TypeAlias = dict[bytes, tuple[str, tuple[bytes, ...]]]


def elsewhere(before: Sequence[Outside], after: Sequence[Outside]) -> dict[bytes, bytes]:
    """Old names -> new ones."""
    was, now = _declared(before), _declared(after)
    gone, came = ({name: one[name] for name in one.keys() - other.keys()} for one, other in ((was, now), (now, was)))
    if not gone or not came or max(len(gone), len(came)) > _MOST:
        return {}
    ways: dict[tuple[bytes, bytes], list[tuple[bytes, bytes]]] = {}
    for x, y in [(x, y) for x in sorted(gone) for y in sorted(came) if gone[x] == came[y]]:
        for way in _ways(x, y):
            ways.setdefault(way, []).append((x, y))
    found: dict[bytes, bytes] = {}
    for way in sorted(ways, key=lambda way: (-len(ways[way]), way)):
        pairs = [(x, y) for x, y in ways[way] if x not in found and y not in found.values()]
        if len(pairs) >= _ENOUGH and len({x for x, _ in pairs}) == len({y for _, y in pairs}) == len(pairs):
            found |= dict(pairs)
    return {**found, **_enums(before, after, found)}


def _declared(files: Sequence[Outside]) -> Declared:
    """What is declared once, by its name, with what it stands for."""
    found: Declared = {}
    twice: set[bytes] = set()
    for piece in [piece for each in files for piece in each.pieces if piece.kind in _KINDS]:
        name = name_of(piece).encode()
        if name in found:
            twice.add(name)
        found[name] = piece.kind, tuple([word for word in piece.words if word not in (name, b",")])
    return {name: one for name, one in found.items() if name and name not in twice}


def _ways(x: bytes, y: bytes) -> Iterator[tuple[bytes, bytes]]:
    """What stands before the words that both end with, and behind those that both begin with."""
    one, other = x.split(b"_"), y.split(b"_")
    same = 0
    while same < min(len(one), len(other)) and one[-1 - same] == other[-1 - same]:
        same += 1
    if same:
        yield b"_".join(one[: len(one) - same]), b"_".join(other[: len(other) - same])
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    if same:
        yield b"_" + b"_".join(one[same:]), b"_" + b"_".join(other[same:])


def _enums(before: Sequence[Outside], after: Sequence[Outside], found: dict[bytes, bytes]) -> dict[bytes, bytes]:
    """The enums of which all values are called otherwise so."""
    was, now = _values(before), _values(after)
    by_values = {values: name for name, values in now.items()}
    return {
        name: by_values[turned]
        for name, values in was.items()
        if name not in now
        and (turned := tuple([found.get(each, each) for each in values])) in by_values
        and by_values[turned] not in was
        and turned != values
    }


def _values(files: Sequence[Outside]) -> dict[bytes, tuple[bytes, ...]]:
    found: dict[bytes, tuple[bytes, ...]] = {}
    for each in files:
        pieces: Sequence[Piece] = each.pieces
        for at, piece in enumerate(pieces):
            name = name_of(piece).encode() if piece.kind == "Enum" else b""
            if name:
                found[name] = tuple([name_of(one).encode() for one in pieces if one.parent == at])
    return found
