"""Of a function that is new and goes straight on, or past one question, its steps in their order; and what it keeps from one call to the next.

Calls `va_start(va, fmt)`, sets `found` to `vformat(fmt, va)`, calls `va_end(va)`, then returns `found`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from ....model.pattern import regex
from ....model.syntax import Simple
from ....words.series import series
from ..pieces.pieces import Piece
from ..reading.saying import assigned, does, governing, joined, q
from .file import State

_MOST: Final = 7  # steps that are told
_PLAIN: Final = frozenset(("Simple", "Return"))
_MAKES: Final = frozenset((b"=", b"(", b"{"))
_CALLED: Final = regex(r"[A-Za-z_][\w.:>-]{0,80}+(?=\()")
_CONSTANT: Final = frozenset((b"const", b"constexpr"))


def straight_on(one: State, id_: str) -> str:
    """ "" where it chooses, repeats, or does more than a sentence has room for."""
    every = one.pieces(id_)
    own = [at for at, piece in enumerate(every) if at and piece.kind != "Decorator"]
    told = [at for at in own if every[at].kind in _PLAIN and not (_names_only(every[at]) or _static(every[at]))]
    if not told or len(told) > _MOST or any(not _goes_on(every, at) for at in own):
        return ""
    steps: list[str] = []
    for under, group in groupby(told, key=lambda at: governing(every, at)):
        those = _at_once([_step(every[at]) for at in group])
        if steps[-1:] == [""] and not under:
            those[0] = f"in any case {those[0]}"  # else it is read as standing under the question before it
        steps += [f"{under} {' and '.join(those)}", ""] if under else those
    if steps.count("") == 1 and len(steps) > 2:
        steps = [each for each in steps if each]
    elif "" in steps:
        return ""  # what stands behind two questions would be read as standing under the second
    return f"{', '.join(steps[:-1])}, then {steps[-1]}" if len(steps) > 1 else steps[0]


def _goes_on(pieces: Sequence[Piece], at: int) -> bool:
    """A step, or a question with steps on one answer alone, none of which leaves."""
    piece = pieces[at]
    if piece.kind == "If":
        return not piece.parent and all(each.role != "else" for each in pieces if each.parent == at)
    return piece.kind in _PLAIN and (not piece.parent or (piece.kind == "Simple" and pieces[piece.parent].kind == "If"))


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
    return series(those)


def _step(piece: Piece) -> str:
    """What is declared with a value is set to it."""
    set_to = assigned(piece) if isinstance(piece.stmt, Simple) else None
    if not set_to:
        return does(piece)
    several = "," in set_to[0] and set_to[0].rstrip()[-1:] in ")],"  # `(a, b)`, which Python sets at once
    *typed, to = set_to[0].split()
    if several or (typed[-1:] and typed[-1].endswith(",")):  # `a.x, b.y` has no type before it
        typed, to = [], set_to[0]
    return f"sets {q(to.lstrip('*&') if typed else to)} to {q(set_to[1])}"


def keeps(one: State, id_: str) -> list[str]:
    """C and C++: its variables that outlive a call and can change."""
    names = {name.name.encode(): name.name for name in one.functions[id_].bindings if name.how in ("declare", "static")}
    held = [piece.words for piece in one.pieces(id_) if _static(piece) and not _CONSTANT & {*piece.words}]
    return list(dict.fromkeys(names[word] for words in held for word in words if word in names))


def _static(piece: Piece) -> bool:
    return piece.kind == "Simple" and piece.words[:1] == (b"static",)
