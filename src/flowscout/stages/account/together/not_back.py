"""C: which calls never come back: those of the library, where neither the function, nor its file, nor the project has its own of that name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final

from ....model.facts import FileFacts
from ..pairing.changes import Trees
from ..pieces.pieces import HEAD, Piece
from .file import State

_NAMES: Final = frozenset(("Define", "Declared", "Directive", HEAD))


def own_names(files: Mapping[str, FileFacts], sought: frozenset[str]) -> frozenset[str]:
    """Of these those which some file of the project defines, declares or stands for."""
    return frozenset(name for facts in files.values() for name in _named(facts) if name in sought)


def _named(facts: FileFacts) -> Iterator[str]:
    for function in facts.functions:
        yield function.name
    for declared in facts.declared:
        yield declared.name
    for macro in facts.macros:
        yield macro.name
    for name, _ in facts.globals:
        yield name


def without_all(files: Mapping[str, FileFacts], unread: Mapping[str, FileFacts]) -> frozenset[str]:
    """The names of the files that include one of the project which is not there, or cannot be read, or which does so itself."""
    included: dict[str, set[str]] = {}
    for path, facts in files.items():
        named = [each.module for each in facts.imports if each.kind == "include" and each.name != "<"]
        included.setdefault(PurePosixPath(path).name, set()).update(PurePosixPath(each).name for each in named)
    lost = {PurePosixPath(path).name for path in unread}
    found = {name for name, own in included.items() if not own <= included.keys()} | lost
    while more := {name for name, own in included.items() if name not in found and own & found}:
        found |= more
    return frozenset(found)


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
