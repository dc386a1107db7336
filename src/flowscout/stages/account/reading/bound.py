"""C and C++: which declaration a name of a function speaks of: `int n = 0; if (a) { int n; n = get(); }` sets the inner one.

Without its declaration the same line sets the outer one, or what stands outside of the function under this name.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ....model.record import NamedTuple
from ....model.syntax import Simple
from ..pairing.changes import Change, Trees
from ..pieces.lexing import LINKS
from ..pieces.pieces import Piece
from .declarators import declared

_HEADS: Final = ("Loop", "Handler", "If")
_SIGNS: Final = frozenset((b"*", b"&", b"&&"))
_OF_TYPES: Final = _SIGNS | {b"::", b"<", b">", b">>", b",", b"[", b"]"}
_ROOT: Final = 0
_NOWHERE: Final = -2
OUTSIDE: Final = -1  # a variable of the file, or a field


class Bound(NamedTuple):
    """to: the piece of the new side that declares the other variable, OUTSIDE for none of the function. now: whether it is what the name
    means now, not what it meant."""

    name: str
    to: int
    now: bool


class _Declared(NamedTuple):
    """under: by name and by what they stand under, the pieces that declare it. built: by name, the blocks in which only some builds declare it.
    unread: by name, the first line that we cannot read and that may declare it: `auto [n, m] = all;`."""

    under: Mapping[bytes, Mapping[int, Sequence[int]]]
    built: Mapping[bytes, Set[int]]
    unread: Mapping[bytes, int]


def bound_otherwise(both: Trees, change: Change) -> Bound | None:
    """Of a declaration that is new, gone or in another place, the first name that means another variable by that, of two that one side has."""
    names = sorted(_names(both, change))
    if not names:
        return None
    before, after = _declared(Same(both.old)), _declared(Same(both.new))
    for name in names:
        for a, b in _spoken(Same(both)).get(name, ()):
            if not (_uses(both.old[a], name) and _uses(both.new[b], name)):
                continue
            was, now = next(visible(both.old, a, name)), next(visible(both.new, b, name))
            if change.a != was and change.b != now:
                continue
            sides = ((both.old, a, was, before), (both.new, b, now, after))
            if any(_in_some_builds(pieces, at, own, side.built.get(name)) for pieces, at, own, side in sides):
                continue
            kept, known = _there(both.pairs, was), _there(both.back, now)
            if kept == now:
                continue
            if kept in visible(both.new, b, name) and (kept != OUTSIDE or not _unread(before, a, name)):
                return Bound(name.decode("utf-8", "replace"), kept, False)
            if known in visible(both.old, a, name) and (known != OUTSIDE or not _unread(after, b, name)):
                return Bound(name.decode("utf-8", "replace"), now, True)
    return None


@lru_cache(maxsize=KEPT)
def _spoken(same: Same[Trees]) -> dict[bytes, list[tuple[int, int]]]:
    """By word, the pieces below the head that have it on both sides."""
    both = same.value
    found: dict[bytes, list[tuple[int, int]]] = {}
    for a, b in both.pairs.items():
        for word in {*both.old[a].words} & {*both.new[b].words} if a else ():
            found.setdefault(word, []).append((a, b))
    return found


@lru_cache(maxsize=KEPT)
def _declared(pieces: Same[Sequence[Piece]]) -> _Declared:
    under: dict[bytes, dict[int, list[int]]] = {}
    built, unread = dict[bytes, set[int]](), dict[bytes, int]()
    for at, piece in enumerate(pieces.value):
        own = (
            {each.name.encode() for each in declared(piece)} & {*piece.words}
            if piece.kind == "Simple"
            else set[bytes]()
        )
        for name in own:
            under.setdefault(name, {}).setdefault(piece.parent, []).append(at)
        if own and piece.parent >= 0 and pieces.value[piece.parent].kind == "Variant":
            for name in own:
                built.setdefault(name, set()).add(_block(pieces.value, piece.parent))
        if at and isinstance(piece.stmt, Simple) and piece.stmt.role == "declare":
            for word in {*piece.words} - own:
                unread.setdefault(word, at)
    return _Declared(under, built, unread)


def _block(pieces: Sequence[Piece], at: int) -> int:
    """What an `#if` stands in."""
    while at >= 0 and pieces[at].kind == "Variant":
        at = pieces[at].parent
    return at


def _in_some_builds(pieces: Sequence[Piece], at: int, own: int, blocks: Set[int] | None) -> bool:
    """Whether some builds alone declare the name between a place and its declaration, own."""
    last = pieces[own].parent if own > 0 else own
    while blocks and at >= 0 and at != last:
        at = pieces[at].parent
        if at in blocks:
            return True
    return False


def _names(both: Trees, change: Change) -> set[bytes]:
    sides = ((both.old, change.a), (both.new, change.b))
    return {
        each.name.encode()
        for pieces, at in sides
        if at > 0 and pieces[at].kind == "Simple"
        for each in declared(pieces[at])
    }


def _uses(piece: Piece, name: bytes) -> bool:
    """Whether it speaks of a variable of this name, and not of a field, and does not declare it."""
    words = piece.words
    spoken = any(word == name and not (at and words[at - 1] in LINKS) for at, word in enumerate(words))
    return spoken and not _declares(piece, name)


def _declares(piece: Piece, name: bytes) -> bool:
    return (
        name in piece.words and piece.kind == "Simple" and any(each.name.encode() == name for each in declared(piece))
    )


def visible(pieces: Sequence[Piece], at: int, name: bytes) -> Iterator[int]:
    """The declarations of a name that can be seen from a place, the innermost first; last what stands outside of the function."""
    under = _declared(Same(pieces)).under.get(name, {})
    if pieces[at].kind in _HEADS:
        yield from (each for each in under.get(at, ()) if pieces[each].role == "init")
        yield from [at] if _in_head(pieces[at], name) else []
    while (above := pieces[at].parent) >= 0:
        own = under.get(above, ())
        before, roles = range(bisect_left(own, at)), (pieces[at].role, "init")
        yield from (own[each] for each in reversed(before) if pieces[own[each]].role in roles)
        if above != _ROOT and _in_head(pieces[above], name):
            yield above
        at = above
    if name in pieces[_ROOT].words:
        yield _ROOT
    yield OUTSIDE


def _in_head(piece: Piece, name: bytes) -> bool:
    """`for (auto n : all)`, `for (auto [n, m] : all)`, `catch (Error n)`, `while (auto n = f())`; not what a head only asks."""
    return piece.kind in _HEADS and name in piece.words and name in _head_declares(tuple(piece.words), piece.kind)


@lru_cache(maxsize=KEPT)
def _head_declares(words: tuple[bytes, ...], kind: str) -> frozenset[bytes]:
    own = words[2:-1] if kind == "Handler" else words[2 : _cut(words)]
    if len(own) < 2 or not all(_plain(word) or word in _OF_TYPES for word in own) or own[0] in _SIGNS:
        return frozenset()
    if own[-1] == b"]":
        opens = own.index(b"[") if b"[" in own else 0
        return frozenset(own[opens + 1 : -1]) - {b","} if b"auto" in own[:opens] else frozenset()
    return frozenset(own[-1:]) if _plain(own[-1]) and (own[-2] in (*_SIGNS, b">") or _plain(own[-2])) else frozenset()


def _cut(words: Sequence[bytes]) -> int:
    """Where what a head declares ends; 0 for a head that declares nothing."""
    depth = 0
    for at, word in enumerate(words):
        depth += (word == b"(") - (word == b")")
        if depth == 1 and word in (b":", b"="):
            return at
    return 0


def _plain(word: bytes) -> bool:
    return word.replace(b"_", b"a").isalnum()


def _unread(side: _Declared, at: int, name: bytes) -> bool:
    """Whether a line before it that we cannot read may declare the name."""
    return side.unread.get(name, at) < at


def _there(known: Mapping[int, int], at: int) -> int:
    """The same piece on the other side, _NOWHERE for none."""
    return known.get(at, _NOWHERE) if at != OUTSIDE else OUTSIDE
