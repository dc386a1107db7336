"""What a build without what an `#if` asks sets the same name to: what it gives that name there, and not what is the same in both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..pieces import members
from ..pieces.called import name_of
from ..pieces.pieces import Piece
from ..reading.saying import joined, q


def other_values(
    new: Sequence[Piece], kept: Sequence[int], pieces: Sequence[Piece], inner: Sequence[int]
) -> Mapping[int, str]:
    """kept: what the `#if` has been put round. inner: what came or went with it."""
    known = {name_of(new[each]): each for each in kept if new[each].kind == "Assign"}
    told = {}
    for at in inner:
        one = known.get(name_of(pieces[at]), -1) if pieces[at].kind == "Assign" else -1
        was, now = (_values(new, one), _values(pieces, at)) if one >= 0 else ([], [])
        gone, came = [each for each in was if each not in now], [each for each in now if each not in was]
        if (gone or came) and len(came) < len(now):
            instead = f" in the place of {members.named(gone)}" if came and gone else ""
            has = f"with {members.named(came)}{instead}" if came else f"without {members.named(gone)}"
            told[at] = f"{q(name_of(pieces[at]))} {has}"
    return told


def _values(pieces: Sequence[Piece], at: int) -> list[str]:
    """Of a table what it holds, by its rows where it has been read in rows."""
    rows = [joined(each.words).rstrip(", ") for each in pieces if each.parent == at and each.kind == "Row"]
    return rows or members.of_table(pieces[at].words)
