"""What a function that is new goes through, where its sentence leaves that out as too long: it may be all that tells it from its twin."""

from __future__ import annotations

from re import Match
from typing import Final

from ....model.pattern import regex
from ..reading.saying import q
from .file import State

_EACH: Final = regex(r"(?<!\w)for each ([A-Za-z_]\w{0,60})(?: in [\w.]{1,80}\(…\))?(?=[;,.]|$| where )")


def with_its_round(one: State, id_: str, said: str) -> str:
    """ "Yields `x` for each `x in rows(only, these)`"; of a name that several loops have, as it is."""
    loops = [piece.said for piece in one.pieces(id_) if piece.kind == "Loop" and "`" not in piece.said]

    def whole(found: Match[str]) -> str:
        heads = [each for each in loops if each.startswith(f"{found[1]} in ")]
        return f"for each {q(heads[0])}" if len(heads) == 1 else found[0]

    return _EACH.sub(whole, said) if loops else said
