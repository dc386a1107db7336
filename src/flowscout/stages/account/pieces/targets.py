"""What a statement sets: the words of it, without a type that it is declared with; `s->n` of `s->n += 1`, `x` of `int *x = f()`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ....model.syntax import Simple
from .lexing import LINKS
from .outside import CLOSING, OPENING
from .pieces import Piece

SETS: Final = frozenset(
    (b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"|=", b"&=", b"^=", b"<<=", b">>=", b"//=", b"**=", b"@=")
)
Words = tuple[bytes, ...]


def target(piece: Piece) -> Words:
    """() where nothing is set, or more than one thing."""
    words = piece.words
    cut = next(outermost(words, SETS), 0) if piece.kind == "Simple" else 0
    if cut and words[cut] == b"=":
        cut = next(outermost(words[:cut], (b":",)), cut)  # Python: `rows: list[Row] = []`
    if not cut or any(True for _ in outermost(words[:cut], (b",",))):
        return ()
    begin = begins(words, cut)
    return words[begin:cut] if begin >= 0 and words[begin][:1].replace(b"_", b"a").isalpha() else ()


def given_to(piece: Piece) -> Words:
    """What a statement sets, or declares with what it is made of: `x` of `Type x(a, b)` and of `Type x{a}`."""
    words = piece.words
    declares = isinstance(piece.stmt, Simple) and piece.stmt.role == "declare"
    cut = next((at for at, word in enumerate(words) if word in (b"(", b"{", b"=")), 0) if declares else 0
    made = cut > 1 and words[cut] != b"=" and words[cut - 1].replace(b"_", b"a").isalnum()
    return words[cut - 1 : cut] if made and words[cut - 2] not in LINKS else target(piece)


def value(piece: Piece) -> Words:
    """What it is set to."""
    cut = next(outermost(piece.words, SETS), len(piece.words))
    return piece.words[cut + 1 :]


def outermost(words: Sequence[bytes], wanted: Any) -> Iterator[int]:
    depth = 0
    for at, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        if not depth and at and word in wanted:
            yield at


def begins(words: Sequence[bytes], end: int) -> int:
    """Where the name that ends there begins: over indices and what it is of."""
    at = end - 1
    while at >= 0:
        depth = 0
        while at > 0 and (words[at] in CLOSING or depth):
            depth += (words[at] in CLOSING) - (words[at] in OPENING)
            at -= 1
        if at < 2 or words[at - 1] not in LINKS:
            return at
        at -= 2
    return at


def set_once(pieces: Sequence[Piece], free: Sequence[int]) -> dict[tuple[Any, ...], int]:
    """The places that set something which nothing else in their arm does, by the arm and by what it is."""
    found: dict[tuple[Any, ...], list[int]] = {}
    for at, piece in enumerate(pieces):
        if name := given_to(piece):
            found.setdefault((piece.parent, piece.role, name), []).append(at)
    allowed = {*free}
    return {key: places[0] for key, places in found.items() if len(places) == 1 and places[0] in allowed}


def called_once(pieces: Sequence[Piece], free: Sequence[int]) -> dict[tuple[Any, ...], int]:
    """The places that set a field which nothing else in the function sets, by what it is and which function gives it."""
    places: dict[Words, list[int]] = {}
    for at, piece in enumerate(pieces):
        if name := target(piece):
            places.setdefault(name, []).append(at)
    allowed = {*free}
    return {
        (name, call): own[0]
        for name, own in places.items()
        if len(own) == 1 and own[0] in allowed and len(name) > 1 and (call := called(value(pieces[own[0]])))
    }


def called(words: Words) -> bytes:
    """The last name before the first bracket that gives something: `mmap` of `(T *)mmap(0, n)`."""
    return next(
        (words[at - 1] for at, word in enumerate(words) if at and word == b"(" and words[at - 1][-1:].isalnum()), b""
    )


def declares_with_value(piece: Piece) -> bool:
    """C and C++: `T *x = f()`."""
    return (
        isinstance(piece.stmt, Simple)
        and piece.stmt.role == "declare"
        and len(target(piece)) == 1
        and piece.words[1:2] != (b"=",)
    )


def settings(pieces: Sequence[Piece]) -> dict[tuple[Any, ...], int]:
    """What is set to what -> where; -1 for several places."""
    found: dict[tuple[Any, ...], int] = {}
    for at, piece in enumerate(pieces):
        key = setting(piece)
        found[key] = -1 if key in found else at
    return found


def setting(piece: Piece) -> tuple[Any, ...]:
    sets = target(piece)
    return (sets, value(piece)) if sets else (given_to(piece), piece.words)
