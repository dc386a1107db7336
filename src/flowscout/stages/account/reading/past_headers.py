"""C and C++: a `#define`, an `#undef` or a `#pragma` that stands before a header now which it stood behind, or the other way: the header
reads it, or no longer does."""

from __future__ import annotations

from collections.abc import Sequence

from ....words.series import series
from ..pairing.changes import Change, Trees
from ..pieces.pieces import Piece
from .conditions import under
from .passing import passed
from .saying import q

_SAYS = frozenset((b"define", b"undef", b"pragma"))
_MOST = 60  # characters of a line
_NAMED = 2


def passes_headers(both: Trees, change: Change) -> str:
    """ "`#define A` comes before `#include <a.h>` and 2 more, no longer after them"; "" where it passes none."""
    own = sorted((change.b, *under(both.new_below, change.b)))
    said = [_line(both.new[each]) for each in own if _says(both.new[each])]
    if not said or both.new[change.b].kind not in ("Define", "Directive"):
        return ""
    crossed = passed(both, change)
    headers = sorted(each for at in crossed for each in (at, *under(both.new_below, at)) if _includes(both.new[each]))
    if not headers:
        return ""
    before = min(headers) > change.b
    nearest = headers if before else headers[::-1]
    names = _listed([_line(both.new[each]) for each in nearest])
    comes, them = "come" if said[1:] else "comes", "them" if headers[1:] else "it"
    order = ("before", "after") if before else ("after", "before")
    return f"{_listed(said)} {comes} {order[0]} {names}, no longer {order[1]} {them}"


def _listed(lines: Sequence[str]) -> str:
    more = [f"{len(lines) - _NAMED} more"] if len(lines) > _NAMED + 1 else []
    return series([*lines[:_NAMED], *more]) if more else series(lines)


def _says(piece: Piece) -> bool:
    words: Sequence[bytes] = piece.words
    return piece.kind in ("Define", "Directive") and words[:1] == (b"#",) and words[1:2] != () and words[1] in _SAYS


def _includes(piece: Piece) -> bool:
    return piece.words[:1] == (b"#",) and piece.words[1:2] in ((b"include",), (b"import",), (b"include_next",))


def _line(piece: Piece) -> str:
    return q(piece.said.partition("\\n")[0], _MOST)
