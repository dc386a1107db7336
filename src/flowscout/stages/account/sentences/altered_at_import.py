"""What a file of Python itself asks, or gives to a call, that is another now; a question with the first of what hangs on it: that it
raises, if it does."""

from __future__ import annotations

from typing import Final

from ..pairing.changes import Trees
from ..pieces import members
from ..pieces.called import name_of
from ..pieces.pieces import Piece
from ..pieces.quoting import q
from ..reading.given import arguments, given_otherwise
from ..reading.saying import CONDITION, Said, both_quoted, callee
from .at_import import STATEMENT

_LONG: Final = 48  # characters of a deed


def asked_otherwise(both: Trees, was: tuple[str, str], b: int) -> Said:
    """was: what was asked, and what is asked now."""
    before, after = both_quoted(*was)
    stayed = [both.new[each] for each in both.new_below[b] if each in both.back]
    inner = stayed or [both.new[each] for each in both.new_below[b]]
    raises = [piece for piece in inner if piece.words[:1] == (b"raise",)]
    leads = f", before it {_deed((raises or inner)[0])}" if inner and _deed((raises or inner)[0]) else ""
    return Said(CONDITION, f"Asks whether {after}, no longer whether {before}{leads}.", 2 if raises else 3)


def _deed(piece: Piece) -> str:
    """ "" of what is told by no word of its own, as another question."""
    if piece.words[:1] == (b"raise",):
        return f"raises {q(piece.said.removeprefix('raise').strip(), _LONG)} at import"
    if piece.kind == "Import":
        return f"runs {q(piece.said, _LONG)}"
    if piece.kind == "Assign":
        return f"sets {q(name_of(piece))}"
    if piece.kind == "Class":
        return f"declares {q(name_of(piece))}"
    if piece.kind == "Statement" and piece.words[-1:] == (b")",):
        return f"runs {q(piece.said, _LONG)}"
    return ""


def given(one: Piece, other: Piece) -> Said | None:
    """Of a call that stays what it is given."""
    calls = [each._replace(kind="Simple", stmt=None) for each in (one, other)]
    name = callee(calls[0])
    same = name and name == callee(calls[1])
    if same and (added := members.given(one, other)):
        return Said(STATEMENT, f"{q(name)} is given {added}.", 5)
    told = given_otherwise(name, arguments(calls[0]), arguments(calls[1]), "") if same else None
    return told._replace(rule=STATEMENT, rank=5) if told else None
