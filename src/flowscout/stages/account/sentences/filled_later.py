"""Python: a call that is given a text with what fills it, and fills it in itself, where it was given the text that was filled before.

log.info("{} of {!r}".format(n, name))  and  log.info("%s of %r", n, name)  say the same; what is called does so only where it is heard."""

from __future__ import annotations

from collections.abc import Sequence

from ....words.ticks import inside
from ..pieces import texts
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..reading.saying import callee

Words = Sequence[bytes]


def told(one: Piece, other: Piece) -> str:
    """ "The text that `log.info` is given is filled in there now, no longer before"; "" of other calls."""
    name = callee(one)
    if not name or name != callee(other):
        return ""
    was, now = (tuple(piece.words[piece.words.index(b"(") + 1 : -1]) for piece in (one, other))
    whose = f"The text that `{inside(name)}` is given"
    if _alone(texts.filled(was)) and texts.filled(was) == _later(now):
        return f"{whose} is filled in there now, no longer before"
    if _alone(texts.filled(now)) and texts.filled(now) == _later(was):
        return f"{whose} is filled in before now, no longer there"
    return ""


def _alone(parts: Sequence[object]) -> bool:
    """Whether one text that is filled is all."""
    return len(parts) == 1 and isinstance(parts[0], tuple)


def _later(words: Words) -> tuple[object, ...]:
    """As the parts of a text that is filled: what a text with what follows it would be with a `%` between."""
    depth = 0
    for at, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        if word == b"," and not depth:
            rest = tuple(words[at + 1 :])
            ends = () if rest[-1:] == (b",",) else (b",",)
            text = words[1 : at - 1] if words[0] == b"(" and words[at - 1] == b")" else words[:at]
            return texts.filled((*text, b"%", b"(", *rest, *ends, b")"))
    return ()
