"""What a function that is new goes through, where its sentence leaves that out as too long: it may be all that tells it from its twin."""

from __future__ import annotations

from re import Match
from typing import Final

from ....model.pattern import regex
from ..pieces.children import children
from ..reading.doing import doing
from ..reading.saying import q
from .file import State

_MOST: Final = 2  # loops that are told
_GOES_ROUND: Final = regex(r"\b(?:each|every|loops?|until|while|rounds?|all)\b")
_EACH: Final = regex(r"(?<!\w)for each ([A-Za-z_]\w{0,60})(?: in [\w.]{1,80}\(…\))?(?=[;,.]|$| where )")


def with_its_round(one: State, id_: str, said: str) -> str:
    """ "Yields `x` for each `x in rows(only, these)`"; of a name that several loops have, as it is."""
    loops = [piece.said for piece in one.pieces(id_) if piece.kind == "Loop" and "`" not in piece.said]

    def whole(found: Match[str]) -> str:
        heads = [each for each in loops if each.startswith(f"{found[1]} in ")]
        return f"for each {q(heads[0])}" if len(heads) == 1 else found[0]

    return _EACH.sub(whole, said) if loops else said


def loops_left_out(one: State, id_: str, told: str) -> list[str]:
    """ "Loops while `*(p + n)` and there breaks off the loop when `n == most`": what it counts or looks for, of which nothing else is said.
    told: what is said of it, which may speak of a loop in its own words."""
    if _GOES_ROUND.search(told):
        return []
    pieces = one.pieces(id_)
    loops = [at for at, piece in enumerate(pieces) if piece.kind == "Loop" and not piece.parent]
    below = children(pieces) if loops else ()
    deeds = [doing(pieces, below, [at]) for at in loops[:_MOST]]
    return [f"{each[:1].upper()}{each[1:]}" for each in deeds if each]
