"""The locals and parameters of a function that nobody else can see, so that only a statement which names one changes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ....engine.same import KEPT, Same
from ..pieces.pieces import HEAD, Piece
from ..pieces.plain_names import is_name
from ..pieces.targets import target
from .declarators import declared

_STAYS: Final = frozenset(
    (
        b"static",
        b"thread_local",
        b"_Thread_local",
        b"extern",
        b"volatile",
        b"_Atomic",
        b"atomic",
        b"nonlocal",
        b"global",
    )
)
_TAKEN: Final = frozenset((b",", b")", b"[", b"=", b":"))  # behind the name of a parameter
_MADE: Final = frozenset((b"=", b"{", b"("))
Words = tuple[bytes, ...]


def of_python(pieces: Sequence[Piece]) -> bool:
    return bool(pieces) and pieces[0].kind == HEAD and b"def" in pieces[0].words[:2]


def own_names(pieces: Sequence[Piece]) -> frozenset[bytes]:
    return _own(Same(pieces))


@lru_cache(maxsize=KEPT)
def _own(whole: Same[Sequence[Piece]]) -> frozenset[bytes]:
    pieces = whole.value
    if any((b"[", refers) in pairwise(piece.words) for piece in pieces for refers in (b"&", b"=")):
        return frozenset()  # a lambda that takes what is round it
    if any(not piece.words and ("nonlocal" in piece.said or "…" in piece.said) for piece in pieces[1:]):
        return frozenset()  # a function in it that sets what is round it
    found = {*_parameters(pieces)}
    for piece in pieces[1:]:
        if piece.kind == "Simple":
            found |= {each.name.encode() for each in declared(piece)}
            found |= {*target(piece)} if len(target(piece)) == 1 else set()
    return frozenset(found - {word for piece in pieces for word in _seen(piece)})


def _parameters(pieces: Sequence[Piece]) -> Iterator[bytes]:
    if pieces and pieces[0].kind == HEAD:
        yield from (one for one, after in pairwise(pieces[0].words) if is_name(one) and after in _TAKEN)


def _seen(piece: Piece) -> Iterator[bytes]:
    """`&n`, `int &m = n`, and what stays from call to call or belongs to all."""
    words = piece.words
    if not _STAYS.isdisjoint(words):
        yield from words
    if piece.kind == "Simple":
        yield from _kept(words)
    for at, (one, after) in enumerate(pairwise(words)):
        made = words[at + 2 : at + 3] and words[at + 2] in _MADE
        if one == b"&" or (one == b"&&" and (piece.kind == HEAD or made)):
            yield after
            yield from words[at + 2 :] if made and piece.kind == "Simple" else ()


def _kept(words: Words) -> Iterator[bytes]:
    """C++: what an object is made of, which may keep it: `Keeper k(n)`, `auto k = std::ref(n)`."""
    for at, (one, name, after) in enumerate(zip(words, words[1:], words[2:], strict=False)):
        if after in (b"(", b"{") and is_name(name) and (one in (b"::", b">", b"auto") or is_name(one)):
            yield from words[at + 3 :]
    if words[:1] == (b"auto",) and b"=" in words:
        yield from words[words.index(b"=") + 1 :]
