"""C++: `struct S : B {` and `class S : public B { public:` are the same type; so is an access that is named where it holds anyway."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import ADDED, CHANGED, MOVED, REMOVED, REORDERED, Change, Trees
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece

SPELT: Final = "access spelt otherwise"
_DEFAULT: Final = {b"struct": b"public", b"class": b"private"}
_NAMED: Final = frozenset((b"public", b"private", b"protected"))
Words = tuple[bytes, ...]


def spelt(both: Trees, change: Change) -> bool:
    """Whether a type, or the first access in it, is only written otherwise."""
    if change.kind == CHANGED:
        return both.old[change.a].kind == both.new[change.b].kind == "Class" and _same(both, change.a, change.b)
    pieces, at, known = (both.new, change.b, both.back) if change.kind == ADDED else (both.old, change.a, both.pairs)
    if change.kind not in (ADDED, REMOVED) or pieces[at].kind != "Access" or pieces[at].parent not in known:
        return False
    above = pieces[at].parent
    if next(n for n, piece in enumerate(pieces) if piece.parent == above) != at:
        return False
    a, b = (known[above], above) if change.kind == ADDED else (above, known[above])
    return _first(both.old, a) == _first(both.new, b)


def otherwise(both: Trees, change: Change) -> tuple[str, str] | None:
    """The access that a member had and has now, of one that stands in the same type where others may use it, or may no longer."""
    if change.a < 0 or change.b < 0 or "Access" in (both.old[change.a].kind, both.new[change.b].kind):
        return None
    above = both.new[change.b].parent
    if above < 0 or both.new[above].kind != "Class" or both.old[change.a].parent != both.back.get(above, -1):
        return None
    was, now = _held(both.old, change.a), _held(both.new, change.b)
    return (was.decode(), now.decode()) if was and now and was != now else None


def _held(pieces: Sequence[Piece], at: int) -> bytes:
    """The access under which a member stands; "" where that is not plain."""
    above = pieces[at].parent
    labels = (each.words for each in reversed(pieces[above + 1 : at]) if each.parent == above and each.kind == "Access")
    found = next(labels, (_default(pieces[above].words),))
    return b" ".join(word for word in found if word != b":") if found[0] in _NAMED else b""


def under_others(both: Trees, change: Change) -> list[tuple[int, str, str]]:
    """Of a label that stands in another place of its type the members that it holds now, or no longer: (which, as what before, as what now)."""
    if change.kind not in (MOVED, REORDERED) or both.new[change.b].kind != "Access":
        return []
    above = both.new[change.b].parent
    beside = [each for each in both.new_below[above] if above >= 0 and each in both.back]
    found = []
    for each in beside:
        a = both.back[each]
        if both.new[each].kind != "Access" and both.old[a].parent == both.back.get(above, -1):
            was, now = _held(both.old, a), _held(both.new, each)
            found += [(each, was.decode(), now.decode())] if was and now and was != now else []
    return found


def _same(both: Trees, a: int, b: int) -> bool:
    was, now = _plain(both.old[a].words), _plain(both.new[b].words)
    return bool(was) and was == now and _first(both.old, a) == _first(both.new, b)


def _first(pieces: Sequence[Piece], at: int) -> bytes:
    """The access of what stands first in a type."""
    first = next((piece for piece in pieces[at + 1 :] if piece.parent == at), None)
    return first.words[0] if first is not None and first.kind == "Access" else _default(pieces[at].words)


def _default(words: Words) -> bytes:
    return next((_DEFAULT[word] for word in words if word in _DEFAULT), b"")


def _plain(words: Words) -> Words:
    """With the access of each base, and one word for the kind of type; () for none."""
    own = next((at for at, word in enumerate(words) if word in _DEFAULT), -1)
    if own < 0:
        return ()
    default = _DEFAULT[words[own]]
    cut = words.index(b":", own) if b":" in words[own:] else len(words)
    found, begins, depth = [*words[:own], b"struct", *words[own + 1 : cut]], True, 0
    for word in words[cut:]:
        if begins and word not in (b":", b"virtual"):
            found += [] if word in _NAMED else [default]
            begins = False
        depth += (word in OPENING or word == b"<") - (word in CLOSING or word == b">")
        begins = begins or (word == b"," and not depth)
        found.append(word)
    return tuple(found)
