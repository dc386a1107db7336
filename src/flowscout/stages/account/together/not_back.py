"""C: which calls never come back: those of the library, where neither the function, nor its file, nor the project has its own of that name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ....model.declared import Import
from ....model.facts import FileFacts
from ..pairing.changes import Trees
from ..pieces.pieces import HEAD, Piece
from .file import State

_NAMES: Final = frozenset(("Define", "Declared", "Directive", HEAD))


def named(facts: FileFacts) -> frozenset[str]:
    """What a file defines, declares or stands for."""
    functions, declared = [each.name for each in facts.functions], [each.name for each in facts.declared]
    return frozenset(
        (*functions, *declared, *(each.name for each in facts.macros), *(name for name, _ in facts.globals))
    )


def included(facts: FileFacts) -> list[Import]:
    return [each for each in facts.imports if each.kind == "include"]


def never_back(sides: tuple[State, State], both: Trees) -> frozenset[str]:
    """Not those that a build may leave out, nor those that a library of its own may stand for."""
    if sides[1].language.name != "c" or any(side.own is None for side in sides):
        return frozenset()
    known = sides[1].language.lexicon
    own = {name for side in sides for name in side.own or ()}
    own |= {facts.name for side in sides for facts in side.functions.values()}
    own |= {*_bound([piece for side in sides for piece in side.around.pieces])} | {*_bound([*both.old, *both.new])}
    return frozenset(name for name in known.noreturn - known.unreachable - own if not name.startswith("g_"))


def _bound(pieces: Iterable[Piece]) -> Iterator[str]:
    """What a head, a define or a declaration may give a meaning."""
    for piece in pieces:
        if piece.kind in _NAMES or getattr(piece.stmt, "role", "") == "declare":
            yield from [word.decode("utf-8", "replace") for word in piece.words]
