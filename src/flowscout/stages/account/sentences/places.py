"""Where a piece of a file stands: the types and tables it is in, and the conditions that are asked there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..neutral.include_guards import line_of
from ..pieces.called import name_of
from ..pieces.macros import guarding
from ..pieces.pieces import Piece
from ..reading.saying import q
from .naming import OPENS
from .outer_arms import arm

NOWHERE: Final = "in the file itself"
_MARK: Final = 4  # words of what marks a header as read: `#define A_H 1`


def place_of(pieces: Sequence[Piece], at: int) -> str:
    return next(places(pieces, at), NOWHERE)


def always(place: str) -> str:
    return "in any case" if place == NOWHERE else place


def places(pieces: Sequence[Piece], at: int) -> Iterator[str]:
    """The types and the tables it stands in and the conditions that are asked there, the nearest first."""
    here = pieces[at].parent
    while here >= 0:
        above = pieces[here]
        if (above.kind == "Directive" and not guards(pieces, here)) or (
            above.kind == "Statement" and above.words[:1] and above.words[0] in OPENS
        ):
            other = " the other case of" if pieces[at].role == "else" else ""
            yield f"under{other} {q(line_of(above)) if above.kind == 'Directive' else arm(pieces, here)}"
        elif above.kind in ("Class", "Enum", "Assign", "Namespace") and name_of(above):
            yield f"in {q(name_of(above))}"
        at, here = here, above.parent


def guards(pieces: Sequence[Piece], at: int) -> bool:
    """Whether it is an include guard, which asks nothing."""
    name = guarding(pieces[at])
    behind = pieces[at + 1].words if at + 1 < len(pieces) else ()
    return pieces[at].parent < 0 and len(name) == 1 and behind[:3] == (b"#", b"define", *name) and len(behind) <= _MARK
