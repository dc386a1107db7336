"""C and C++: variables that some builds declare: `int a, b;` -> `int a;` and, with `#ifdef B`, `int b;`.

A declaration that is taken apart or put together under an `#if` declares what it did, in other builds perhaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from ....engine.same import KEPT, Same
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..pieces.quoting import built, q
from ..reading.declarators import DeclaredName, bare, declared
from ..reading.saying import VALUE, Said

_ELSE: Final = "#else of "
Builds: TypeAlias = frozenset[tuple[str, ...]]
Side: TypeAlias = dict[DeclaredName, Builds]


def same(both: Trees, change: Change) -> bool:
    """Whether all that a change declares, or no longer does, is declared in the same builds, or told where it stands now."""
    asked = _asked(both, change)
    return asked is not None and not list(_told(*asked, _staying(both, change)))


def otherwise(both: Trees, change: Change) -> Said | None:
    asked = _asked(both, change)
    told = list(_told(*asked, _staying(both, change))) if asked else []
    return Said(VALUE, f"{'; '.join(told)[:1].upper()}{'; '.join(told)[1:]}.", 6) if told else None


def _asked(both: Trees, change: Change) -> tuple[Side, Side, Side, Side] | None:
    """Of each side what the change declares there and what all of the function does; None where no `#if` has to do with it."""
    if change.kind not in (ADDED, REMOVED, CHANGED):
        return None
    sides = ((both.old, both.old_below, change.a), (both.new, both.new_below, change.b))
    if any(at >= 0 and not _only_declares(pieces, below, at) for pieces, below, at in sides):
        return None
    own = [_declared(pieces, _held(below, at) if at >= 0 else ()) for pieces, below, at in sides]
    whole = [_of_all(Same(pieces)) for pieces, _, _ in sides]
    conditional = any(way for side in whole for one in (*own[0], *own[1]) for way in side.get(one, ()))
    shared = any(one in whole[0] and one in whole[1] for one in own[0].keys() ^ own[1].keys())
    return (own[0], own[1], whole[0], whole[1]) if conditional and shared else None


def _staying(both: Trees, change: Change) -> set[DeclaredName]:
    """What a piece that is gone held and is still declared, by a line that is as it was."""
    held = [at for at in (_held(both.old_below, change.a) if change.kind == REMOVED else ()) if at in both.pairs]
    same = [both.pairs[at] for at in held if both.renamed_words(at) == both.new[both.pairs[at]].words]
    return {one for b in same for one in declared(both.new[b])}


def _told(gone: Side, came: Side, old: Side, new: Side, stays: set[DeclaredName]) -> Iterator[str]:
    for one in came:
        if old.get(one) == new[one]:
            continue
        if one in old:
            yield f"{q(one.whole)} is now declared {_ways(new[one])}, no longer {_ways(old[one])}"
        else:
            yield f"now declares {q(one.whole)}{_under(came[one])}"
    for one in gone:
        if one in stays and one not in came and one in new and old[one] != new[one]:
            yield f"{q(one.whole)} is now declared {_ways(new[one])}, no longer only {_ways(old[one])}"
    for one in gone:
        if one not in came and one not in new:
            yield f"no longer declares {q(one.whole)}{_under(gone[one])}"


def _only_declares(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> bool:
    if pieces[at].kind == "Variant":
        return bool(below[at]) and all(_only_declares(pieces, below, each) for each in below[at])
    return pieces[at].kind == "Simple" and bare(pieces[at])


def _held(below: Sequence[Sequence[int]], at: int) -> Iterator[int]:
    yield at
    for each in below[at]:
        yield from _held(below, each)


@lru_cache(maxsize=KEPT)
def _of_all(pieces: Same[Sequence[Piece]]) -> Side:
    return _declared(pieces.value, range(len(pieces.value)))


def _declared(pieces: Sequence[Piece], members: Sequence[int] | Iterator[int]) -> Side:
    found: dict[DeclaredName, set[tuple[str, ...]]] = {}
    for at in members:
        if pieces[at].kind == "Simple" and bare(pieces[at]):
            for one in declared(pieces[at]):
                found.setdefault(one, set()).add(tuple(arms(pieces, at)))
    return {one: _whole(ways) for one, ways in found.items()}


def arms(pieces: Sequence[Piece], at: int) -> list[str]:
    """The arms of `#if`s that it stands in, outermost first."""
    found = []
    while (above := pieces[at].parent) >= 0:
        if pieces[above].kind == "Variant":
            found.append(pieces[at].role)
        at = above
    return found[::-1]


def _whole(ways: set[tuple[str, ...]]) -> Builds:
    """Where both arms of a question declare it, it is not asked."""
    found = {*ways}
    for way in sorted(ways, key=len, reverse=True):
        if way and (*way[:-1], f"{_ELSE}{way[-1]}") in found:
            found -= {way, (*way[:-1], f"{_ELSE}{way[-1]}")}
            found.add(way[:-1])
    return frozenset([()] if () in found else found)


def _ways(builds: Builds) -> str:
    return " or ".join([_with(way) for way in sorted(builds)])


def _with(way: Sequence[str]) -> str:
    return f"with {' and '.join(map(built, way))}" if way else "in every build"


def _under(builds: Builds) -> str:
    return f", {_ways(builds)}" if () not in builds else ""
