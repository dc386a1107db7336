"""Pieces that stand outside of functions, by their words: `LOG_A 0, LOG_B 1 and 3 more`."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Final

from ....model.identity import qualified_of
from ....model.pattern import regex
from ..pairing.changes import Change, Trees
from ..pairing.renames import own_names
from ..pieces.called import name_of
from ..pieces.nesting import inside
from ..pieces.outside import FUNCTION
from ..pieces.pieces import Piece
from ..pieces.quoting import alone
from ..reading import counted
from ..reading.saying import q

OPENS: Final = frozenset((b"if", b"elif", b"else", b"for", b"while", b"with", b"try", b"except", b"finally"))
_FURTHER: Final = frozenset((b"elif", b"else", b"except", b"finally"))
_SHOWN: Final = 12
_VALUE: Final = 16  # characters of what a macro stands for
_DEFINE: Final = regex(r"# *define +")


def all_of(
    pieces: Sequence[Piece], members: Sequence[int], names: bool = False, known: Container[int] | None = None
) -> str:
    """The first by their words, how many more there are; of many functions how many. known: of what they hold, that which is told."""
    if len(members) > _SHOWN and not names and any(pieces[each].kind == FUNCTION for each in members):
        return f"Code of {len(members)} functions or declarations"
    told = _each(pieces, members, known)
    return ", ".join(told[:_SHOWN]) + (f" and {len(told) - _SHOWN} more" if len(told) > _SHOWN else "")


def _with(pieces: Sequence[Piece], at: int, known: Container[int] | None) -> str:
    """ " with `x = 1`": of a block, or of an `#if`, what stands in it."""
    block = opens(pieces[at])
    held = inside(pieces, at) if block or pieces[at].kind == "Directive" else []
    inner = [each for each in held if (pieces[each].parent == at or not block) and pieces[each].kind != "Directive"]
    shown = [each for each in inner if pieces[each].said and (known is None or each in known)]
    shown = [each for each in shown if pieces[each].kind != "Docstring"] or shown
    if block and known is None and len(_groups(pieces, shown)) == 1 and opens(pieces[shown[0]]):
        return f" with {q(named(pieces[shown[0]]))}{_with(pieces, shown[0], None)}{_else(pieces, shown, ', ')}"
    told = [q(named(pieces[each])) for each in shown]
    parts = [*told[:_SHOWN], *[f"{len(told) - _SHOWN} more"][: len(told) > _SHOWN]]
    return f" with {', '.join(parts[:-1])}{' and ' * (len(parts) > 1)}{parts[-1]}" if parts else ""


def _each(pieces: Sequence[Piece], members: Sequence[int], known: Container[int] | None = None) -> list[str]:
    undefined = any(pieces[each].words[1:2] == (b"undef",) for each in members)  # where that is gone no macro is
    many = len(members) > 2 and not undefined
    quoted = alone if len(members) == 1 else q
    if known is None:
        groups = _groups(pieces, members)
        told = [quoted(named(pieces[each], many)) + _with(pieces, each, known) for each, *_ in groups]
        return counted.distinct([text + _else(pieces, group) for text, group in zip(told, groups, strict=True)])
    return counted.distinct([quoted(named(pieces[each], many)) + _with(pieces, each, known) for each in members])


def opens(piece: Piece) -> bool:
    """Whether it is a statement of Python that others stand in."""
    return piece.kind == "Statement" and bool(piece.words[:1]) and piece.words[0] in OPENS


def _groups(pieces: Sequence[Piece], members: Sequence[int]) -> list[list[int]]:
    """An `if` or a `try` with the arms behind it."""
    found: list[list[int]] = []
    for each in members:
        further = opens(pieces[each]) and pieces[each].words[0] in _FURTHER
        if further and found and opens(pieces[found[-1][0]]) and pieces[found[-1][0]].parent == pieces[each].parent:
            found[-1].append(each)
        else:
            found.append([each])
    return found


def _else(pieces: Sequence[Piece], group: Sequence[int], before: str = "") -> str:
    """What is said of the arms behind the first one."""
    asks, others = pieces[group[0]].words[:1] == (b"if",), group[1:]
    told = []
    for each in others:
        held = _with(pieces, each, None)
        otherwise = asks and pieces[each].words[0] == b"else"
        told.append(f"else{held.removeprefix(' with')}" if otherwise else f"{q(named(pieces[each]))}{held}")
    return f"{before}{', '.join(told)}" if told and before else f" ({'; '.join(told)})" if told else ""


def verb(
    pieces: Sequence[Piece], members: Sequence[int], one: str, more: str, known: Container[int] | None = None
) -> str:
    """Of a type and its name, which are told as one, as of one."""
    return more if len(_each(pieces, members, known)) > 1 else one


def named(piece: Piece, short: bool = False) -> str:
    """A function by its last name; short: a macro without `#define`, and what it stands for where that is short."""
    if piece.kind != FUNCTION:
        return _macro(piece) if short and piece.kind == "Define" else piece.said
    return qualified_of(piece.words[-1].decode("utf-8", "replace")).replace("::", ".").rpartition(".")[2]


def _macro(piece: Piece) -> str:
    name, whole = name_of(piece), _DEFINE.sub("", piece.said, count=1)
    short = whole.startswith(f"{name} ") and len(whole) - len(name) <= _VALUE
    return whole if short else name


def called_now(both: Trees, change: Change, renamed: Mapping[bytes, bytes]) -> str:
    """Of a declaration whose name is another one now; "" of others."""
    if min(change.a, change.b) < 0:
        return ""
    was, now = own_names(both.old[change.a], both.new[change.b])
    same = was == now or renamed.get(was) != now
    return "" if same else f"`{was.decode()}` is now called `{now.decode()}`."
