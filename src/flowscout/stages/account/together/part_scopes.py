"""Python: a function that was taken out says whose variables it sets, which in the caller nothing had to say.

`nonlocal low` of a function within the caller is the caller's own `low`, as it was. `global low` is the module's, as it was if the caller
sets no `low` of its own; if it does and did, another variable is set now, and that is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.account import Answer
from ....model.pattern import regex
from ....model.record import NamedTuple
from ..pieces.pieces import Piece

_DECLARES: Final = regex(r"(?:Now|No longer) declares `(nonlocal|global) ([^`\n]+)`")
Names = frozenset[bytes]


class PartLines(NamedTuple):
    """within: whether it stands in its caller."""

    first: int
    last: int
    within: bool


def scope_of_a_part(
    one: Answer,
    callers: tuple[Sequence[Piece], Sequence[Piece]],
    own: tuple[Names, Names],
    gone: Sequence[PartLines],
    came: Sequence[PartLines],
) -> bool:
    """Whether it only says that a part sets what the caller set. callers: before and after. own: their variables. gone, came: the parts."""
    found = _DECLARES.match(one.sentence)
    if found is None:
        return False
    line, spans, at = (one.after.line, came, 1) if one.after.line else (one.before.line, gone, 0)
    part = next((each for each in spans if each.first <= line <= each.last), None)
    if part is None:
        return False
    word, names = found[1].encode(), {each.strip().encode() for each in found[2].split(",")}
    declared = {each for piece in callers[at] if piece.words[:1] == (word,) for each in piece.words[1:]}
    if word == b"nonlocal":
        return names <= (own[at] | declared if part.within else declared)
    return all(name in declared or (name not in own[0] and name not in own[1]) for name in names)
