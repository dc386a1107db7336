"""A name for a field that the function sets nowhere: `until` in the place of `self._until`, on either side, asks and gives the same.

That it is read once now, at the beginning, is told where the name is given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from .changes import CHANGED, Change, Trees
from .pieces import Piece
from .targets import target, value

_LINKS: Final = frozenset((b".", b"->", b"::"))
Words = tuple[bytes, ...]


def hoisted(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """The changes that such a name makes."""
    return frozenset({*_of_side(both, found, True), *_of_side(both, found, False)})


def _of_side(both: Trees, found: Sequence[Change], new: bool) -> Iterator[Change]:
    """new: the names are given on the new side."""
    mine, others = (both.new, both.old) if new else (both.old, both.new)
    known = both.back if new else both.pairs
    names = dict(_names(mine, others, known))
    for change in found if names else ():
        if change.kind == CHANGED:
            own, other = (
                (both.new[change.b].words, both.renamed_words(change.a))
                if new
                else (both.renamed_words(change.a), both.new[change.b].words)
            )
            put, came = _put(own, names)
            if came and put == other:
                yield change


def _names(mine: Sequence[Piece], others: Sequence[Piece], known: Mapping[int, int]) -> Iterator[tuple[bytes, Words]]:
    """What is set once to a field, which the function itself sets nowhere; on the other side there is no such name."""
    set_ = [target(piece) for piece in (*mine, *others)]
    there = {word for piece in others for at, word in enumerate(piece.words) if not _is_of_another(piece.words, at)}
    for at, piece in enumerate(mine):
        name, held = target(piece), value(piece)
        if (
            at not in known
            and len(name) == 1
            and name[0] not in there
            and set_.count(name) == 1
            and _is_field(held)
            and held not in set_
        ):
            yield name[0], held


def _is_of_another(words: Words, at: int) -> bool:
    """Whether a word is a field, or the name of an argument."""
    return bool(at) and (
        words[at - 1] in _LINKS or (words[at - 1] in (b"(", b",") and words[at + 1 : at + 2] == (b"=",))
    )


def _is_field(words: Words) -> bool:
    return len(words) > 2 and all((word in _LINKS) == bool(at % 2) and (at % 2 or word.replace(b"_", b"a").isalnum()) for at, word in enumerate(words)) and len(words) % 2 == 1  # fmt: skip


def _put(words: Words, names: Mapping[bytes, Words]) -> tuple[Words, set[bytes]]:
    """With what the names stand for in their place, and which of them there are."""
    found: list[bytes] = []
    came: set[bytes] = set()
    for at, word in enumerate(words):
        own = word in names and not (at and words[at - 1] in _LINKS) and words[at + 1 : at + 2] != (b"=",)
        found += names[word] if own else (word,)
        came |= {word} if own else set()
    return tuple(found), came
