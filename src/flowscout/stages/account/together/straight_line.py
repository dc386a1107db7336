"""Of a function that is new and goes straight on, its steps in their order; and what it keeps from one call to the next.

Calls `va_start(va, fmt)`, sets `found` to `vformat(fmt, va)`, calls `va_end(va)`, then returns `found`.
"""

from __future__ import annotations

from typing import Final

from ....model.pattern import regex
from ....model.syntax import Simple
from ..pieces.pieces import Piece
from ..reading.saying import assigned, does, joined, q
from .file import State

_MOST: Final = 7  # steps that are told
_PLAIN: Final = frozenset(("Simple", "Return"))
_MAKES: Final = frozenset((b"=", b"(", b"{"))
_CALLED: Final = regex(r"[A-Za-z_][\w.:>-]{0,80}+(?=\()")
_CONSTANT: Final = frozenset((b"const", b"constexpr"))


def straight_on(one: State, id_: str) -> str:
    """ "" where it chooses, repeats, or does more than a sentence has room for."""
    pieces = [piece for piece in one.pieces(id_)[1:] if piece.kind != "Decorator"]
    told = [piece for piece in pieces if not (_names_only(piece) or _static(piece))]
    if not told or len(told) > _MOST or any(piece.kind not in _PLAIN or piece.parent for piece in pieces):
        return ""
    steps = _at_once([_step(piece) for piece in told])
    return f"{', '.join(steps[:-1])}, then {steps[-1]}" if len(steps) > 1 else steps[0]


def set_by_calls(one: State, id_: str) -> list[str]:
    """What its variables are made by, as it is written."""
    made = [left[1] for piece in one.pieces(id_) if piece.kind == "Simple" and (left := assigned(piece))]
    return [name[0] for each in made if (name := _CALLED.match(each))]


def written(one: State, id_: str) -> list[str]:
    """What it puts into streams, in their words: `"n:" << n` of `out << "n:" << n`."""
    return [
        joined(piece.words[2:]) for piece in one.pieces(id_) if piece.kind == "Simple" and piece.words[1:2] == (b"<<",)
    ]


def _names_only(piece: Piece) -> bool:
    return isinstance(piece.stmt, Simple) and piece.stmt.role == "declare" and not _MAKES & {*piece.words}


def _at_once(steps: list[str]) -> list[str]:
    """Calls in a row, and what is set to the same in a row, are one step."""
    found: list[tuple[str, list[str], str]] = []
    for each in steps:
        verb, what, to = (*each.partition(" `")[::2], "")
        if verb == "sets" and "` to `" in what:
            what, _, value = what.partition("` to `")
            what, to = f"{what}`", f" to `{value}"
        if found and verb in ("calls", "sets", "does") and (found[-1][0], found[-1][2]) == (verb, to) and what:
            found[-1][1].append(f"`{what}")
        else:
            found.append((verb, [f"`{what}"] if what else [], to))
    return [f"{verb}{' ' * bool(those)}{_listed(those)}{to}" for verb, those, to in found]


def _listed(those: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(those[:-1]), *those[-1:])))


def _step(piece: Piece) -> str:
    """What is declared with a value is set to it."""
    set_to = assigned(piece) if isinstance(piece.stmt, Simple) else None
    return f"sets {q(set_to[0].split()[-1].lstrip('*&'))} to {q(set_to[1])}" if set_to else does(piece)


def keeps(one: State, id_: str) -> list[str]:
    """C and C++: its variables that outlive a call and can change."""
    names = {name.name.encode(): name.name for name in one.functions[id_].bindings if name.how == "declare"}
    held = [piece.words for piece in one.pieces(id_) if _static(piece) and not _CONSTANT & {*piece.words}]
    return list(dict.fromkeys(names[word] for words in held for word in words if word in names))


def _static(piece: Piece) -> bool:
    return piece.kind == "Simple" and piece.words[:1] == (b"static",)
