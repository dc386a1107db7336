"""C and C++: which declaration a name of a function speaks of: `int n = 0; if (a) { int n; n = get(); }` sets the inner one.

Without its declaration the same line sets the outer one, or what stands outside of the function under this name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.record import NamedTuple
from ....model.syntax import Simple
from ..pairing.changes import Change, Trees
from ..pieces.pieces import Piece
from .declarators import declared

_LINKS: Final = frozenset((b".", b"->", b"::"))
_HEADS: Final = ("Loop", "Handler", "If")
_NEXT: Final = frozenset((b":", b"=", b")", b",", b"]"))
_ROOT: Final = 0
_NOWHERE: Final = -2
OUTSIDE: Final = -1  # a variable of the file, or a field


class Bound(NamedTuple):
    """to: the piece of the new side that declares the other variable, OUTSIDE for none of the function. now: whether it is what the name
    means now, not what it meant."""

    name: str
    to: int
    now: bool


def bound_otherwise(both: Trees, change: Change) -> Bound | None:
    """Of a declaration that is new, gone or in another place, the first name that means another variable by that, of two that one side has."""
    for name in sorted(_names(both, change)):
        if _built(both.old, name) or _built(both.new, name):
            continue
        for a, b in both.pairs.items():
            if not (a and _uses(both.old[a], name) and _uses(both.new[b], name)):
                continue
            was, now = (
                list(_visible(both.old, both.old_below, a, name)),
                list(_visible(both.new, both.new_below, b, name)),
            )
            if change not in (change._replace(a=was[0]), change._replace(b=now[0])):
                continue
            kept, known = _there(both.pairs, was[0]), _there(both.back, now[0])
            if kept == now[0]:
                continue
            if kept in now and (kept != OUTSIDE or not _unread(both.old, a, name)):
                return Bound(name.decode("utf-8", "replace"), kept, False)
            if known in was and (known != OUTSIDE or not _unread(both.new, b, name)):
                return Bound(name.decode("utf-8", "replace"), now[0], True)
    return None


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
    spoken = any(word == name and not (at and words[at - 1] in _LINKS) for at, word in enumerate(words))
    return spoken and not _declares(piece, name)


def _declares(piece: Piece, name: bytes) -> bool:
    return (
        name in piece.words and piece.kind == "Simple" and any(each.name.encode() == name for each in declared(piece))
    )


def _visible(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, name: bytes) -> Iterator[int]:
    """The declarations of a name that can be seen from a place, the innermost first; last what stands outside of the function."""
    if pieces[at].kind in _HEADS:
        yield from [each for each in below[at] if pieces[each].role == "init" and _declares(pieces[each], name)]
        yield from [at] if _in_head(pieces[at], name) else []
    while (above := pieces[at].parent) >= 0:
        own = [each for each in below[above] if each < at and pieces[each].role in (pieces[at].role, "init")]
        yield from [each for each in reversed(own) if _declares(pieces[each], name)]
        if above != _ROOT and _in_head(pieces[above], name):
            yield above
        at = above
    if name in pieces[_ROOT].words:
        yield _ROOT
    yield OUTSIDE


def _built(pieces: Sequence[Piece], name: bytes) -> bool:
    """Whether only some builds have a declaration of it."""
    return any(
        each.parent >= 0 and pieces[each.parent].kind == "Variant" and _declares(each, name) for each in pieces[1:]
    )


def _in_head(piece: Piece, name: bytes) -> bool:
    """`for (auto n : all)`, `catch (Error n)`, `if (int n = f())`."""
    words = piece.words
    return piece.kind in _HEADS and any(
        word == name
        and at > 1
        and (words[at - 1] in (b"*", b"&", b"&&", b">", b",", b"[") or words[at - 1].replace(b"_", b"a").isalnum())
        and {*words[at + 1 : at + 2]} & _NEXT
        and (piece.kind != "If" or words[at + 1] == b"=")
        for at, word in enumerate(words)
    )


def _unread(pieces: Sequence[Piece], at: int, name: bytes) -> bool:
    """Whether a line before it that we cannot read may declare the name: `auto [n, m] = all;`."""
    return any(
        isinstance(each.stmt, Simple)
        and each.stmt.role == "declare"
        and name in each.words
        and not _declares(each, name)
        for each in pieces[1:at]
    )


def _there(known: Mapping[int, int], at: int) -> int:
    """The same piece on the other side, _NOWHERE for none."""
    return known.get(at, _NOWHERE) if at != OUTSIDE else OUTSIDE
