"""What stands in a file, by names: for files that are new or gone whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .declarations import name_of
from .file import State
from .pieces import Piece
from .saying import callee, q

_NAMED: Final = frozenset(("Class", "Enum", "Assign", "Define", "Typedef", "Declared", "Declaration"))
_OPEN: Final = frozenset(("Directive", "Namespace"))  # what stands in them is the file's
_TYPES: Final = frozenset(("Class",))
_MOST: Final = 24  # names
_RUN: Final = 6  # statements


def holds(one: State) -> str:
    """The names of types, constants and the like of a file that has no functions, and what it calls when it is loaded."""
    names = _listed([*_names(one, _TYPES), *_names(one, _NAMED - _TYPES)])
    ran = _listed(_ran(one))
    return f"{names}{'; it' if names else 'it'} calls {ran} when it is loaded" if ran else names


def runs(one: State) -> str:
    """Python: what a file with functions runs by itself, under what it asks first: "when `__name__ == "__main__"`, it runs `main()`"."""
    every = one.around.pieces if one.source.path.endswith(".py") else ()
    told: dict[str, list[str]] = {}
    for piece in every:
        above = every[piece.parent] if piece.parent >= 0 else None
        asked = above.said.strip().rstrip(":").removeprefix("if ") if above and above.words[:1] == (b"if",) else ""
        if piece.kind == "Statement" and (asked or not above) and callee(piece._replace(kind="Simple")):
            told.setdefault(asked, []).append(piece.said)
    parts = [
        f"{f'when {q(asked)}' if asked else 'when it is loaded'}, it runs {_listed(list(dict.fromkeys(ran)), _RUN)}"
        for asked, ran in told.items()
    ]
    return "; ".join(parts)


def _ran(one: State) -> list[str]:
    """Python: what a file calls by itself."""
    every = one.around.pieces if one.source.path.endswith(".py") else ()
    plain = [piece._replace(kind="Simple") for piece in every if piece.kind == "Statement" and piece.parent < 0]
    return list(dict.fromkeys(filter(None, map(callee, plain))))


def types(one: State) -> str:
    """The names of the types of a file."""
    names = _names(one, _TYPES)
    return f"the type{'s' if len(names) > 1 else ''} {_listed(names)}" if names else ""


def _names(one: State, kinds: frozenset[str]) -> list[str]:
    every = one.around.pieces
    pieces = [piece for piece in every if piece.kind in kinds and _is_the_files(every, piece) and not _guards(piece)]
    return list(dict.fromkeys(filter(None, map(_name, pieces))))


def _is_the_files(every: Sequence[Piece], piece: Piece) -> bool:
    """Not of a type or a function; of Python a type that stands under an `if` too."""
    if piece.parent < 0:
        return True
    above = every[piece.parent]
    return above.kind in _OPEN or (piece.kind == "Class" and above.kind == "Statement" and above.parent < 0)


def _name(piece: Piece) -> str:
    """Of a function that is only declared, and of a type of functions, the name before its parameters."""
    words = piece.words
    cut = next((at for at, word in enumerate(words) if at and word == b"("), 0)
    if piece.kind in ("Declared", "Typedef") and cut:
        pointed = words[cut + 1 : cut + 3] if words[cut + 1 : cut + 2] == (b"*",) else words[cut - 1 : cut]
        name = pointed[-1].decode("utf-8", "replace") if pointed else ""
    else:
        name = name_of(piece)
    return name if name.replace("_", "a").isalnum() else ""


def _listed(names: Sequence[str], most: int = _MOST) -> str:
    shown = [*map(q, names[:most]), *([f"{len(names) - most} more"] if len(names) > most else [])]
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def _guards(piece: Piece) -> bool:
    """A macro that stands for nothing, as that of an include guard."""
    return piece.kind == "Define" and len(piece.words) <= len(("#", "define", "NAME"))
