"""C and C++: which parts of a long row of a table are others, `{ "DEFAULT", "-", "-", "Default settings", … }`: the whole of it shows them badly."""

from __future__ import annotations

from typing import Final

from ....model.pattern import regex
from ..pieces.brackets import closing
from ..pieces.members import of_table
from ..pieces.pieces import Piece
from ..pieces.quoting import MOST, both_quoted, q

_TOLD: Final = 3
_BY_A_TOOL: Final = regex(rb"\$([A-Z][A-Za-z]{1,20}): [^$\n]{1,200} \$")


def differing(one: Piece, other: Piece, where: str) -> str:
    """ "The row `"a"` has `2` in the place of `1`"; "" where it is short, or most of it is another."""
    if max(len(one.said), len(other.said)) <= MOST or not (_is_braced(one) and _is_braced(other)):
        return ""
    was, now = of_table(one.words), of_table(other.words)
    apart = [(a, b) for a, b in zip(was, now, strict=False) if a != b]
    if len(was) != len(now) or not 0 < len(apart) <= _TOLD or len(apart) == len(now):
        return ""
    first = both_quoted(was[0], now[0])
    told = ", and ".join(
        f"{new} in the place of {old}"
        for old, new in (both_quoted(a, b) for a, b in apart if (a, b) != (was[0], now[0]))
    )
    if was[0] == now[0]:
        return f"The row {q(now[0])}{where} has {told}"
    return f"The row {first[0]}{where} is {first[1]} now{told and f', with {told}'}"


def _is_braced(row: Piece) -> bool:
    return row.kind == "Row" and row.words[:1] == (b"{",) and row.words[closing(row.words, 0) + 1 :] in ((), (b",",))


def stamped(one: Piece, other: Piece) -> bool:
    """Whether all that differs is written by the version control, `$Id: a.h 12 2021-01-06 $` and `$Revision: 1.10 $`."""
    was, now = ([_BY_A_TOOL.sub(rb"$\1$", word) for word in each.words] for each in (one, other))
    return one.words != other.words and was == now
