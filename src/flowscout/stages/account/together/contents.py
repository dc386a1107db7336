"""What stands in a file, by names: for files that are new or gone whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ....words.series import series
from ..neutral.arms import asks
from ..pieces.answers import asked as asked_so
from ..pieces.pieces import Piece
from ..reading.saying import callee, q
from ..sentences.declarations import name_of
from ..sentences.naming import OPENS
from ..sentences.scripts import built_if
from .file import State

_NAMED: Final = frozenset(("Class", "Enum", "Assign", "Define", "Typedef", "Declared", "Declaration"))
_OPEN: Final = frozenset(("Directive", "Namespace"))  # what stands in them is the file's
_TYPES: Final = frozenset(("Class",))
_MOST: Final = 24  # names
_FEW: Final = 3  # types of which is said what they set
_SET: Final = 6  # that a type or a file sets
_VALUE: Final = 64  # characters of one that is told with its value
_RUN: Final = 6  # statements
_UNDER: Final = {
    **dict.fromkeys(("if", "elif"), "when"),
    **dict.fromkeys(("for", "while"), "in the loop"),
    "except": "on",
}


def holds(one: State) -> str:
    """The names of types, constants and the like of a file that has no functions."""
    return f"{_listed([*_names(one, _TYPES), *_names(one, _NAMED - _TYPES)])}{_all_under(one)}"


def _all_under(one: State) -> str:
    """ ", all under `#ifdef A`": of C, what nothing of it stands without; an include guard asks nothing."""
    every = one.around.pieces
    named = [
        at
        for at, piece in enumerate(every)
        if piece.kind in _NAMED and _is_the_files(every, piece) and not _guards(piece)
    ]
    asked = [{*built_if(every, at)} for at in named] if one.source.data.count(b"#") else []
    common = [line for line in built_if(every, named[0]) if all(line in each for each in asked)] if asked else []
    lines = [line for line in common if line.startswith("#")]
    return f", all under {q(lines[0])}" if lines else ""


def loads(one: State, gone: bool) -> str:
    """What a file without functions calls when it is loaded, and of a new one what it runs under which conditions."""
    ran = _listed(_ran(one))
    calls = f"it call{'ed' if gone else 's'} {ran} when it {'was' if gone else 'is'} loaded" if ran else ""
    under = {place: those for place, those in _by_place(one).items() if place and not gone}
    return "; ".join(filter(None, (calls, *_each(under))))


def runs(one: State) -> str:
    """Python: what a file with functions runs by itself, and under what: "when `__name__ == "__main__"`, it runs `main()`"."""
    return "; ".join(_each(_by_place(one)))


def sets(one: State) -> str:
    """Python: what a new file with functions sets by itself, and what each of its few types does: "`Box` has `size = 4` and `kinds`"."""
    every = one.around.pieces if one.source.path.endswith(".py") else ()
    classes = [at for at, piece in enumerate(every) if piece.kind == "Class" and _is_the_files(every, piece)]
    told = [(f"{q(_name(every[at]))} has", _set_in(one, at)) for at in classes[: _FEW + 1]]
    own = [("it sets", _set_in(one, -1))]
    return "; ".join(
        f"{whose} {_joined(those, _SET)}" for whose, those in (*(told if len(told) <= _FEW else []), *own) if those
    )


def _set_in(one: State, at: int) -> list[str]:
    """What is assigned right in a type, or in the file: short, or by its name alone."""
    pieces = [each for each in one.around.pieces if each.kind == "Assign" and each.parent == at]
    texts = [(name_of(each), one.source.text(each.start, max(each.end, each.last)).strip(" ;")) for each in pieces]
    return [q(text) if len(text) <= _VALUE and "\n" not in text else q(name) for name, text in texts if name]


def _by_place(one: State) -> dict[str, list[str]]:
    """Python: statements that call something, by all that they stand under; "" where that is nothing."""
    every = one.around.pieces if one.source.path.endswith(".py") else ()
    found: dict[str, list[str]] = {}
    for at, piece in enumerate(every):
        if piece.kind == "Statement" and piece.words[:1] and piece.words[0] not in OPENS:
            place = _place(every, at)
            if place is not None and callee(piece._replace(kind="Simple")):
                found.setdefault(place, []).append(piece.said)
    return found


def _place(every: Sequence[Piece], at: int) -> str | None:
    """None in a class."""
    found: list[str] = []
    while (at := every[at].parent) >= 0:
        word, head = every[at].words[0].decode("utf-8", "replace"), every[at].said.strip().rstrip(":").strip()
        if word.encode() not in OPENS:
            return None
        bare = q(head.removeprefix(word).strip())
        asked = asks(every, at) if word == "else" else -1
        if asked >= 0:
            otherwise = every[asked].said.strip().rstrip(":").removeprefix("el").removeprefix("if").strip()
            found.append(asked_so(otherwise, "else"))
        else:
            found.append(f"{_UNDER.get(word, 'under')} {bare}" if bare != "``" else f"in the `{word}`")
    return ", ".join(reversed(found))


def _each(found: Mapping[str, Sequence[str]]) -> list[str]:
    return [
        f"{place or 'when it is loaded'}, it runs {_listed(list(dict.fromkeys(ran)), _RUN)}"
        for place, ran in found.items()
    ]


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
    if piece.kind in ("Declared", "Declaration") and words[1:2] == (b"(",):
        return ""  # what decorates the type before it: `__attribute__((packed))`
    cut = next((at for at, word in enumerate(words) if at and word == b"("), 0)
    if piece.kind in ("Declared", "Typedef") and cut:
        pointed = words[cut + 1 : cut + 3] if words[cut + 1 : cut + 2] == (b"*",) else words[cut - 1 : cut]
        name = pointed[-1].decode("utf-8", "replace") if pointed else ""
    else:
        name = name_of(piece)
    return name if name.replace("_", "a").isalnum() else ""


def _listed(names: Sequence[str], most: int = _MOST) -> str:
    return _joined(list(map(q, names)), most)


def _joined(names: Sequence[str], most: int) -> str:
    shown = [*names[:most], *([f"{len(names) - most} more"] if len(names) > most else [])]
    return series(shown)


def _guards(piece: Piece) -> bool:
    """A macro that stands for nothing, as that of an include guard."""
    return piece.kind == "Define" and len(piece.words) <= len(("#", "define", "NAME"))
