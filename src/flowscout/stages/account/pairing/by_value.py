"""A step in which the value of a name stands now in the place of the name, or the other way round, is that step.

int n = count(q);
send(q, n);                 send(q, count(q));
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..pieces.pieces import Piece
from ..pieces.targets import target, value

_MEMBER: Final = frozenset((b".", b"->", b"::"))
_LONGEST: Final = 200  # words of a step
_MOST: Final = 6  # steps that hold a name
Words = tuple[bytes, ...]


def by_value(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    taken = {*pairs.values()}
    was, now = ([at for at in range(len(side)) if at not in known] for side, known in ((old, pairs), (new, taken)))
    for a, b in [*_put(old, was, new, now), *[(a, b) for b, a in _put(new, now, old, was)]]:
        if a not in pairs and b not in taken and old[a].kind == new[b].kind == "Simple":
            pairs[a] = b
            taken.add(b)


def _put(
    mine: Sequence[Piece], free: Sequence[int], others: Sequence[Piece], left: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """mine: which has the names."""
    values = dict(_named(mine, free)) if left else {}
    there: dict[Words, list[int]] = {}
    for at in left if values else ():
        there.setdefault(others[at].words, []).append(at)
    often = dict.fromkeys(values, 0)
    for at in free if there else ():
        for name in {*mine[at].words} & values.keys() if len(mine[at].words) <= _LONGEST else ():
            often[name] += 1
            if (
                often[name] <= _MOST
                and len(found := there.get(with_value(mine[at].words, name, values[name]), [])) == 1
            ):
                yield at, found[0]


def _named(pieces: Sequence[Piece], free: Sequence[int]) -> Iterator[tuple[bytes, Words]]:
    for at in free:
        given = value(pieces[at])
        name = next(iter(target(pieces[at])), b"") if len(target(pieces[at])) < 2 < len(given) + 1 else b""
        if name and len(given) <= _LONGEST and name not in given:
            yield name, given


def with_value(words: Words, name: bytes, given: Words) -> Words:
    """() where the name stands there more than once, or as another one's member."""
    at = words.index(name)
    plain = words.count(name) == 1 and (not at or words[at - 1] not in _MEMBER)
    return (*words[:at], *given, *words[at + 1 :]) if plain else ()
