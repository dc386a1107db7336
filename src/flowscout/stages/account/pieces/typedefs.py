"""C: `typedef struct a { … } a;`, of which the type is one piece and the name behind it another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .lexing import LexedSource
from .pieces import Piece

_TYPES: Final = frozenset((b"struct", b"union", b"enum"))


def names_its_type(pieces: Sequence[Piece], below: Sequence[Sequence[int]], known: Mapping[int, int], at: int) -> bool:
    """The name behind `typedef struct a { … }`, where the type is there on both sides: that it is a `typedef` is told of that."""
    piece = pieces[at]
    if piece.kind not in ("Declaration", "Field") or len([word for word in piece.words if word != b";"]) != 1:
        return False
    before = [each for each in range(at) if pieces[each].parent == piece.parent]
    last = before[-1] if before else -1
    if last >= 0 and pieces[last].kind in ("Class", "Enum") and pieces[last].words[-1:] == piece.words[:1]:
        return True  # it is told, or known, by this name
    return last in known and pieces[last].kind in ("Class", "Enum") and pieces[last].words[:1] == (b"typedef",)


def named_behind(source: LexedSource, own: Sequence[int], opening: int) -> tuple[bytes, ...]:
    """The name behind the brace of `typedef struct {`, which has none before it; () for none. own: what stands before the brace."""
    if not own or source.tokens[own[0]].text != b"typedef" or source.tokens[own[-1]].text not in _TYPES:
        return ()
    depth, at = 0, opening
    while at < len(source.tokens):
        depth += (source.tokens[at].text == b"{") - (source.tokens[at].text == b"}")
        if not depth:
            break
        at += 1
    names = [token.text for token in source.tokens[at + 1 : at + 3]]
    return (names[0],) if names[1:] == [b";"] and names[0].replace(b"_", b"a").isalnum() else ()
