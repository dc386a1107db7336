"""`bool(x)` where nothing but the truth of `x` is asked: with or without, it is the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.syntax import Simple
from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.lexing import LexedSource
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from .builtin_names import rest_on_others

TRUTH: Final = "`bool(…)` round what is only asked"
_BEFORE: Final = frozenset((b"if", b"while", b"and", b"or", b"not", b"(", b"&&", b"||", b"!", b"assert"))
_BEHIND: Final = frozenset((b"and", b"or", b")", b"&&", b"||"))
_ASKING: Final = frozenset(("If", "Loop"))
Words = tuple[bytes, ...]


def same(both: Trees, change: Change, files: Sequence[LexedSource]) -> bool:
    """Whether a question asks the same, or a name that is only asked about has the same truth."""
    if change.kind != CHANGED or rest_on_others((b"bool",), files):
        return False
    one, other = both.old[change.a], both.new[change.b]
    was, now = both.renamed_words(change.a), other.words
    if one.kind != other.kind or was == now:
        return False
    if one.kind in _ASKING and (b"in" not in was[:3] or one.kind == "If"):
        return _asked(was) == _asked(now)
    return (
        one.kind == "Simple"
        and was[1:2] == now[1:2] == (b"=",)
        and was[:1] == now[:1]
        and _bare(was[2:]) == _bare(now[2:])
        and all(_only_asked(pieces, at, was[0]) for pieces, at in ((both.old, change.a), (both.new, change.b)))
    )


def _asked(words: Words) -> Words:
    """Without such calls round what stands alone between `and`, `or` and brackets; what a call is given is no question."""
    found = list(words)
    at = 0
    while at < len(found):
        inside = _truth(found, at)
        plain = not at or (
            found[at - 1] in _BEFORE and not (found[at - 1] == b"(" and at > 1 and _names(found[at - 2]))
        )
        end = inside[1] if inside else 0
        if inside and plain and (end == len(found) or found[end] in _BEHIND):
            found[at:end] = found[inside[0] : end - 1]
        else:
            at += 1
    return tuple(found)


def _bare(words: Words) -> Words:
    inside = _truth(words, 0)
    return words[inside[0] : -1] if inside and words[0] == b"bool" and inside[1] == len(words) else words


def _truth(words: Sequence[bytes], at: int) -> tuple[int, int] | None:
    """Where what is asked begins, and where all of it ends: of `bool(x)`, with x one value."""
    if words[at] != b"bool" or tuple(words[at + 1 : at + 2]) != (b"(",):
        return None
    depth = 0
    for place in range(at + 1, len(words)):
        depth += (words[place] in OPENING) - (words[place] in CLOSING)
        if depth == 1 and words[place] in (b",", b"for", b"and", b"or", b":=", b"=", b"if"):
            return None
        if not depth:
            return (at + 2, place + 1) if place > at + 2 else None
    return None


def _names(word: bytes) -> bool:
    return word[-1:].isalnum() and word not in _BEFORE


def _only_asked(pieces: Sequence[Piece], own: int, name: bytes) -> bool:
    """Whether a name is nowhere but in questions, and alone there."""
    uses = list(_uses(pieces, own, name))
    inner = any(isinstance(piece.stmt, Simple) and piece.stmt.role == "define" for piece in pieces)
    return bool(uses) and all(uses) and not inner


def _uses(pieces: Sequence[Piece], own: int, name: bytes) -> Iterator[bool]:
    for at, piece in enumerate(pieces):
        for place, word in enumerate(piece.words if at != own else ()):
            if word == name:
                before, after = piece.words[place - 1 : place], piece.words[place + 1 : place + 2]
                yield (
                    piece.kind == "If"
                    and before[:1] != ()
                    and before[0] in _BEFORE
                    and (not after or after[0] in _BEHIND)
                )
