"""A call that is gone together with the function that it called: what that raised, nothing raises now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.account import FLOW, Answer
from ....model.pattern import regex
from .file import State
from .fresh import ways_out
from .in_functions import LOST

_CALL: Final = regex(r"(?:await )?(?:[A-Za-z_]\w{0,80}\.){0,4}([A-Za-z_]\w{0,80})\(")
_RAISES: Final = "raises "
_MOST: Final = 2  # errors


def raised(one: State, id_: str) -> list[str]:
    """What a function raises, each with what governs it."""
    return [way for way in ways_out(one, id_) if way.startswith(_RAISES)]


def raises(one: State, id_: str) -> list[str]:
    """As it stands there, blanks aside."""
    return ["".join(piece.said.split()) for piece in one.pieces(id_) if piece.kind == "Raise"]


def lost_with(told: Sequence[Answer], gone: Mapping[str, Sequence[str]]) -> Iterator[Answer]:
    """gone: by the name of each function that is gone, what it raised and nothing raises now."""
    for one in told:
        found = _CALL.match(one.before.code) if one.how == FLOW and one.before.code and not one.after.code else None
        ways = gone.get(found[1], ()) if found and one.sentence.startswith("No longer calls ") else ()
        if not ways:
            yield one
            continue
        shown = [way.removeprefix(_RAISES) for way in ways[:_MOST]]
        more = f"; and {len(ways) - _MOST} more" if len(ways) > _MOST else ""
        yield one._replace(sentence=f"{one.sentence} It raised {'; '.join(shown)}{more}.", rank=min(one.rank, LOST))
