"""Two stores of which nobody can tell which came first: plain values for locals of the function that nobody else knows of.

A global, a reference, what is `volatile` or atomic, and a name that a macro may stand for are seen by others between the two; so is a
local that is pointed to, or spoken of by a function within. A value that may raise leaves one of them undone; of Python, only where
something keeps what is raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ....engine.same import KEPT, Same
from ....model.pattern import regex
from ....model.record import NamedTuple
from ....model.syntax import Simple
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from .declarators import DeclaredName, constant, declared, number_or_pointer

_PYTHON: Final = ((b"def",), (b"async",))
_WORD: Final = regex(r"\w+")
_SHARED: Final = frozenset(
    ("auto", "static", "extern", "volatile", "_Atomic", "thread_local", "_Thread_local", "__thread")
)
_RUNS_ON: Final = frozenset(
    ("Head", "If", "Loop", "Switch", "Block")
)  # what ends nothing, and keeps nothing that is raised
_EMPTY: Final = frozenset(((b"[", b"]"), (b"{", b"}")))
_ACTS: Final = frozenset((b"(", b":=", b"await", b"yield", b"="))
_NAMED: Final = frozenset((b"True", b"False", b"None"))


class _Store(NamedTuple):
    name: bytes
    value: tuple[bytes, ...]


def apart(pieces: Sequence[Piece], one: int, other: int) -> bool:
    """Whether both are such stores, and neither speaks of the other's name."""
    was, now = _store(pieces[one]), _store(pieces[other])
    if was is None or now is None or {was.name, *was.value} & {now.name} or now.value.count(was.name):
        return False
    if pieces[0].words[:1] not in _PYTHON:
        return _c(pieces, one, was) and _c(pieces, other, now)
    private = all(_private(pieces, at, store) for at, store in ((one, was), (other, now)))
    return private and any(_plain_of_python(pieces, each) for each in (was, now))


def own_with_constants(piece: Piece, in_c: bool) -> frozenset[bytes]:
    """C and C++: the names of locals that a step does no more than to declare: numbers and pointers that get nothing or a constant; in C objects
    without a value too."""
    declares = piece.kind == "Simple" and isinstance(piece.stmt, Simple) and piece.stmt.role == "declare"
    every = declared(piece) if declares and not {b"(", b"{"} & {*piece.words} else ()
    runs_nothing = all(
        _SHARED.isdisjoint(_WORD.findall(one.type))
        and "&" not in one.shape
        and "[" not in one.shape
        and (constant(one.value) and number_or_pointer(one) if one.value else in_c or number_or_pointer(one))
        for one in every
    )
    return frozenset([one.name.encode() for one in every]) if runs_nothing else frozenset()


def _store(piece: Piece) -> _Store | None:
    words = tuple([word for word in piece.words if word != b";"])
    if piece.kind != "Simple":
        return None
    if words[1:2] == (b"=",):
        return _Store(words[0], words[2:])
    every = declared(piece)
    at = words.index(b"=") + 1 if len(every) == 1 and b"=" in words else 0
    return _Store(every[0].name.encode(), words[at:]) if at else None


def _private(pieces: Sequence[Piece], at: int, store: _Store) -> bool:
    """Whether no one sees the local, and what its value raises leaves the function: in a `try`, or under a `with`, it may be kept there."""
    kept = any(pieces[each].kind not in _RUNS_ON for each in _around(pieces, at))
    return (
        not kept and _ACTS.isdisjoint(store.value) and not {store.name, *store.value} & _known_to_others(Same(pieces))
    )


def _plain_of_python(pieces: Sequence[Piece], store: _Store) -> bool:
    """Whether its value is a text, a number, an empty list, or what the function takes."""
    known = {*pieces[0].words} | _NAMED
    return store.value in _EMPTY or (len(store.value) == 1 and (_literal(store.value[0]) or store.value[0] in known))


@lru_cache(maxsize=KEPT)
def _known_to_others(pieces: Same[Sequence[Piece]]) -> frozenset[bytes]:
    """The names of which Python functions within speak, or that are not the function's own, or not always set."""
    found = set[bytes]()
    for piece in pieces.value:
        defines = isinstance(piece.stmt, Simple) and piece.stmt.role == "define" and not piece.words
        if piece.words[:1] in ((b"global",), (b"nonlocal",), (b"del",)) or b"lambda" in piece.words or defines:
            found |= {*piece.words, *[word.encode() for word in _WORD.findall(piece.said)]}
    return frozenset(found)


def _c(pieces: Sequence[Piece], at: int, store: _Store) -> bool:
    names = {word for word in store.value if not _literal(word) and not constant(word.decode("utf-8", "replace"))}
    known, around = own(Same(pieces)), _around(pieces, at)
    arms = {(pieces[each].parent, pieces[each].role) for each in (at, *around)}
    return bool(store.value) and all(
        name in known
        and any(each <= at and (each == 0 or (pieces[each].parent, pieces[each].role) in arms) for each in known[name])
        for name in {store.name, *names - {b"+", b"-"}}
    )


@lru_cache(maxsize=KEPT)
def own(pieces: Same[Sequence[Piece]]) -> dict[bytes, list[int]]:
    """Numbers and pointers that are declared in a function of C, or that it takes, by where; none that anything points to."""
    found: dict[bytes, list[int]] = {}
    known = set[bytes]()
    for at, piece in enumerate(pieces.value):
        known |= {other for one, other in pairwise(piece.words) if one == b"&"}
        every = [*_taken(piece)] if not at else declared(piece) if piece.kind == "Simple" else ()
        declares = isinstance(piece.stmt, Simple) and piece.stmt.role == "declare"
        known |= {*piece.words} if (declares and not every) or (piece.kind == "Loop" and declared(piece)) else set()
        for one in every:
            known |= set() if _plain(one) else {one.name.encode()}
            found.setdefault(one.name.encode(), []).append(at)
    return {name: places for name, places in found.items() if name not in known}


def _plain(one: DeclaredName) -> bool:
    words = {*_WORD.findall(one.type), *_WORD.findall(one.shape)}
    return number_or_pointer(one) and words.isdisjoint(_SHARED) and not {"&", "["} & {*one.shape}


def _taken(head: Piece) -> list[DeclaredName]:
    """What a function of C takes, as far as it is plainly declared."""
    found, own, depth = list[DeclaredName](), list[bytes](), 0
    for word in head.words:
        depth -= word in CLOSING
        if own and ((word == b"," and depth == 1) or (word in CLOSING and not depth)):
            every = declared(head._replace(words=tuple(own)))
            found, own = [*found, *every], []
        elif depth:
            own.append(word)
        depth += word in OPENING
    return found


def _literal(word: bytes) -> bool:
    return word[:1].isdigit() or word[:1] in (b'"', b"'")


def _around(pieces: Sequence[Piece], at: int) -> list[int]:
    found = list[int]()
    while (at := pieces[at].parent) >= 0:
        found.append(at)
    return found
