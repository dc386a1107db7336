"""Python: what a handler calls the exception, where it handles the same. What is done with it is told there; a name that is gone and is still
read is another matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.pieces import Piece

NAMED: Final = "names that a caught exception is bound to"
_AS: Final = b"as"
_EXCEPT: Final = (b"except",)
_ALL: Final = (b"except", b"BaseException")


def rule(both: Trees, change: Change, renamed: str) -> str:
    """renamed: the rule where it has a name on both sides."""
    one, other = both.renamed_words(change.a), both.new[change.b].words
    (kinds, was), (others, now) = _parted(one), _parted(other)
    if kinds != others:
        return ""
    if was and now:
        return renamed
    return "" if was and _reads(both.new, change.b, was) else NAMED


def outside(both: Trees, change: Change) -> bool:
    """A handler round imports and definitions that differs in that alone."""
    return (
        change.kind == CHANGED
        and both.old[change.a].words[:1] == both.new[change.b].words[:1] == _EXCEPT
        and bool(rule(both, change, NAMED))
    )


def _parted(words: Sequence[bytes]) -> tuple[Sequence[bytes], bytes]:
    """(what it handles, its name); what handles all is the base of all."""
    words = words[:-1] if words[-1:] == (b":",) else words
    named = words[-2:-1] == (_AS,) or (words[-2:-1] == (b",",) and words[-1][:1].islower())  # as Python 2 writes it
    kinds, name = (words[:-2], words[-1]) if named else (words, b"")
    return (_ALL if kinds == _EXCEPT else kinds), name


def _reads(pieces: Sequence[Piece], at: int, name: bytes) -> bool:
    under = {at}
    for each in range(at + 1, len(pieces)):
        if pieces[each].parent in under:
            under.add(each)
            if name in pieces[each].words:
                return True
    return False
