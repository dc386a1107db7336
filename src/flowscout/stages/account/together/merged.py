"""A function that is gone and whose body another one has, but for parameters that stand there for values: copies that became one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..pieces.lexing import LINKS
from ..pieces.pieces import Piece
from ..pieces.quoting import q
from .file import State

_FEWEST: Final = 12  # words of a body that is no accident, whatever it is called
_MOST: Final = 3  # values that are told
Known = dict[bytes, bytes]


def merged(one: State, id_: str, others: Sequence[tuple[State, str]]) -> tuple[str, str]:
    """(id of the function that does the same now, under which values of its parameters); "" for none, or for several."""
    body = _body(one, id_)
    if sum(len(piece.words) for piece in body) < _FEWEST:
        others = [(other, each) for other, each in others if other.functions[each].name == one.functions[id_].name]
    own = _params(one, id_)
    found = []
    for other, candidate in others:
        theirs = _params(other, candidate)
        known = _unified(body, _body(other, candidate), own, theirs)
        if known is not None:
            found.append((candidate, ", ".join(_said(known, theirs, own))))
    return found[0] if len(found) == 1 else ("", "")


def _said(known: Known, theirs: Sequence[bytes], own: Sequence[bytes]) -> Iterator[str]:
    values = [(name, known[name]) for name in theirs if name in known and known[name] not in own]
    for name, value in values[:_MOST]:
        yield f"{q(name.decode('utf-8', 'replace'))} is {q(value.decode('utf-8', 'replace'))}"


def _body(one: State, id_: str) -> list[Piece]:
    pieces = one.pieces(id_)[1:]
    return [each for each in pieces if not (len(each.words) == 1 and each.words[0][-1:] in (b'"', b"'"))]


def _params(one: State, id_: str) -> tuple[bytes, ...]:
    return tuple([param.name.lstrip("*&").encode() for param in one.functions[id_].params])


def _unified(
    one: Sequence[Piece], other: Sequence[Piece], own: Sequence[bytes], theirs: Sequence[bytes]
) -> Known | None:
    """What each parameter of the other is in the one; None where more differs."""
    if [(a.kind, a.role, a.parent >= 0, len(a.words)) for a in one] != [
        (b.kind, b.role, b.parent >= 0, len(b.words)) for b in other
    ]:
        return None
    known: Known = {}
    for a, b in zip(one, other, strict=True):
        for at, (x, y) in enumerate(zip(a.words, b.words, strict=True)):
            link = at > 0 and b.words[at - 1] in LINKS
            if y in theirs and not link:
                if known.setdefault(y, x) != x or not (x in own or x[-1:].isalnum() or x[-1:] in (b'"', b"'", b"_")):
                    return None
            elif x != y or (x in own and not link):
                return None
    return known
