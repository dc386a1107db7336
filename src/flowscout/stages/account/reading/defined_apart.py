"""Python: a function within a function, and a step that it does not matter to which of the two comes first: `def` runs nothing but what its head
asks for, and gives a name to what is called later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.pattern import regex
from ....model.syntax import Simple
from ..pairing.changes import Trees
from ..pieces.nesting import inside
from ..pieces.pieces import Piece

_HEAD: Final = regex(r"(?:async )?def (\w{1,80})\(([^()]{0,400})\)([^:()]{0,80}):")
_DEFAULT: Final = regex(r"=(?!\s*(?:None|True|False|-?\d[\d.]{0,40}|\"[^\"]{0,80}\"|'[^']{0,80}')\s*(?:,|$))")
_NAME: Final = regex(r"\A[\s*]*\w*")
_WORD: Final = regex(r"\w+")
_ALL_NAMES: Final = frozenset(
    ["locals", "globals", "vars", "dir", "eval", "exec", "_getframe", "currentframe", "stack", "f_locals"]
)


def apart(both: Trees, one: int, other: int) -> bool:
    """Whether one of two pieces is such a function, and the other such a step, on both sides."""
    sides = ((both.new, one, other), (both.old, both.back[one], both.back[other]))
    return all(_apart(pieces, a, b) or _apart(pieces, b, a) for pieces, a, b in sides)


def _apart(pieces: Sequence[Piece], at: int, step: int) -> bool:
    head = _HEAD.match(pieces[at].said) if _defines(pieces[at]) else None
    if head is None or _DEFAULT.search(head[2]):
        return False
    own = (step, *inside(pieces, step))
    words = {word for each in own for word in _spoken(pieces[each])}
    reached = max(at, *own)
    before = {word for n in range(1, reached) if n != at and n not in own for word in _spoken(pieces[n])}
    return head[1] not in words | before and _ALL_NAMES.isdisjoint(words) and words.isdisjoint(_asked(head[2], head[3]))


def _spoken(piece: Piece) -> Iterator[str]:
    """All words in it, within its texts too: `f"{size()}"`, and of a function or a class within it those of its body."""
    for text in (piece.said, b" ".join(piece.words).decode("utf-8", "replace")):
        yield from _WORD.findall(text)


def _asked(takes: str, gives: str) -> set[str]:
    """What the head asks for as it is run: the types."""
    parts, depth = [""], 0
    for sign in takes:
        depth += (sign in "[{") - (sign in "]}")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return {word for each in (gives, *(_NAME.sub("", part) for part in parts)) for word in _WORD.findall(each)}


def _defines(piece: Piece) -> bool:
    return isinstance(piece.stmt, Simple) and piece.stmt.role == "define" and not piece.words
