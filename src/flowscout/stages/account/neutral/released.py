"""C and C++: a question round the release of what it asks about: `if (p) delete p;` is `delete p;`, since nothing is released where there is nothing.

C++ says so of `delete`, C of `free`; that the pointer is emptied behind it changes nothing of one that is empty.
"""

from __future__ import annotations

from typing import Final

from ..pairing.changes import ADDED, Change, Trees
from ..pieces import questions
from ..pieces.pieces import Piece

NOTHING_THERE: Final = "questions that a release asks itself"
_ZEROS: Final = frozenset((b"0", b"NULL", b"nullptr"))
_RELEASES: Final = ((b"delete",), (b"delete", b"[", b"]"), (b"free", b"("), (b"std", b"::", b"free", b"("))
_LINKS: Final = frozenset((b".", b"->", b"::", b"*"))


def asks_itself(both: Trees, change: Change) -> bool:
    """Whether all that an `if` on one side alone holds is to release what it asks about, and that stands on the other side as well."""
    pieces, below, known, other, at = (
        (both.new, both.new_below, both.back, both.old, change.b)
        if change.kind == ADDED
        else (both.old, both.old_below, both.pairs, both.new, change.a)
    )
    asked, straight = questions.plain(pieces[at].words[1:])
    if not straight and asked[-2:-1] == (b"==",) and asked[-1] in _ZEROS:  # `p != 0`
        asked, straight = asked[:-2], True
    plain = asked and all(word in _LINKS or word.replace(b"_", b"a").isalnum() for word in asked)
    inner = [each for each in below[at] if pieces[each].kind != "Block"]
    if not (straight and plain and inner and any(_releases(pieces[each], asked) for each in inner)):
        return False
    stays = all(each in known and other[known[each]].words == pieces[each].words for each in inner)
    return stays and all(
        pieces[each].role == "then" and (_releases(pieces[each], asked) or _empties(pieces[each], asked))
        for each in inner
    )


def _releases(piece: Piece, asked: tuple[bytes, ...]) -> bool:
    words = piece.words
    return any(words == (*way, *asked, *((b")",) if way[-1] == b"(" else ())) for way in _RELEASES)


def _empties(piece: Piece, asked: tuple[bytes, ...]) -> bool:
    return piece.words[:-1] == (*asked, b"=") and piece.words[-1] in _ZEROS
