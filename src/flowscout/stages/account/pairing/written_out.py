"""C and C++: a macro that is gone, or new, and what it stood for written in its place: the statements do what they did.

`#define state (parser->m_state)` is gone, and `state = OPEN;` is `parser->m_state = OPEN;`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.record import NamedTuple
from ..pieces.lexing import LINKS
from ..pieces.outside import Outside
from ..pieces.pieces import HEAD, Piece
from .changes import Trees

RULE: Final = "macros written out"
Words = tuple[bytes, ...]
Pieces = tuple[Piece, ...]


class WrittenOut(NamedTuple):
    """Both sides without the macros that only one of them has. places: of the pieces in which one stood."""

    old: Pieces
    new: Pieces
    places: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())

    def alike(self, both: Trees) -> Iterator[tuple[bool, tuple[int, int], tuple[int, int]]]:
        """Where pieces stand that are the same now, from byte to byte."""
        for a, b in both.pairs.items():
            one, other = both.old[a], both.new[b]
            if (a in self.places[0] or b in self.places[1]) and both.renamed_words(a) == other.words:
                yield True, (one.start, one.end), (other.start, other.end)


def written_out(around: tuple[Outside, Outside], old: Pieces, new: Pieces) -> WrittenOut:
    before, after = (_defined(each) for each in around)
    gone = {name: body for name, body in before.items() if name not in after}
    came = {name: body for name, body in after.items() if name not in before}
    if not gone and not came:
        return WrittenOut(old, new)
    was, now = _without(old, gone), _without(new, came)
    return WrittenOut(was, now, (_differing(old, was), _differing(new, now)))


def _defined(around: Outside) -> Mapping[bytes, Words]:
    """Macros without parameters that stand for somebody's field."""
    found = {}
    for piece in around.pieces:
        if (
            piece.kind == "Define"
            and len(piece.words) > 3
            and not _takes(piece)
            and _is_field(body := _bare(piece.words[3:]))
        ):
            found[piece.words[2]] = body
    return found


def _takes(piece: Piece) -> bool:
    return f"{piece.words[2].decode('utf-8', 'replace')}(" in piece.said.partition("define")[2]


def _bare(words: Words) -> Words:
    return words[1:-1] if words[:1] == (b"(",) and words[-1:] == (b")",) else words


def _is_field(words: Words) -> bool:
    names = len(words) > 2 and len(words) % 2 == 1
    return names and all((word in LINKS) == bool(at % 2) for at, word in enumerate(words))


def _without(pieces: Pieces, macros: Mapping[bytes, Words]) -> Pieces:
    return tuple(
        [
            piece
            if piece.kind == HEAD or macros.keys().isdisjoint(piece.words)
            else piece._replace(words=_put(piece.words, macros))
            for piece in pieces
        ]
    )


def _put(words: Words, macros: Mapping[bytes, Words]) -> Words:
    """With a field's own name left as it is."""
    found: list[bytes] = []
    for at, word in enumerate(words):
        found += macros[word] if word in macros and words[max(at - 1, 0)] not in LINKS else (word,)
    return tuple(found)


def _differing(one: Sequence[Piece], other: Sequence[Piece]) -> frozenset[int]:
    return frozenset(at for at, (was, now) in enumerate(zip(one, other, strict=True)) if was.words != now.words)
