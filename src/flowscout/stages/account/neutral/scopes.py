"""C and C++: locals of one block that are called otherwise there, while another block has its own of the old name.

`if (a) { int x = width(); draw(x); } else { int x = left(); move(x); }` has two variables that are called `x`, and either may get another name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..pairing.changes import CHANGED, Change, Trees, trees
from ..pieces.lexing import LINKS
from ..pieces.pieces import Piece
from ..reading.declarators import declared


def known_again(both: Trees, renamed: frozenset[int]) -> Iterator[Change]:
    """Of those that were renamed, which are the same but for that."""
    for a in sorted(renamed):
        b = both.pairs.get(a, -1)
        if b >= 0 and both.old[a].words == both.new[b].words:
            yield Change(CHANGED, a, b)


def renamed_in_blocks(both: Trees) -> tuple[Trees, frozenset[int]]:
    """With what the old side calls otherwise in the new side's words, and what of it was so changed."""
    found: dict[int, dict[bytes, bytes]] = {}
    whole = [_words(pieces, range(len(pieces))) for pieces in (both.old, both.new)]
    for a, b in both.pairs.items():
        names = _other_names(both.old[a], both.new[b]) if a and b else {}
        if names:
            was, now = list(_scope(both.old, both.old_below, a)), list(_scope(both.new, both.new_below, b))
            left, right = _words(both.old, was), _words(both.new, now)
            for x, y in names.items():
                if x not in right and y not in left and (x in whole[1] or y in whole[0]):
                    for at in was:
                        found.setdefault(at, {})[x] = y
    return in_new_words(both, found, _renamed)


def in_new_words(
    both: Trees, found: Mapping[int, Mapping[bytes, bytes]], called: Callable[[Piece, Mapping[bytes, bytes]], Piece]
) -> tuple[Trees, frozenset[int]]:
    """With pieces of the old side as they are called by the new one's names, and which of them read otherwise so. found: the names by
    piece."""
    if not found:
        return both, frozenset()
    old = tuple([called(piece, found.get(at, {})) for at, piece in enumerate(both.old)])
    changed = frozenset(at for at, piece in enumerate(old) if piece.words != both.old[at].words)
    return trees(old, both.new, both.renamed)._replace(others=both.others, in_c=both.in_c), changed


def _other_names(one: Piece, other: Piece) -> dict[bytes, bytes]:
    """Of two declarations that are the same but for what they declare."""
    was, now = (declared(each) if each.kind == "Simple" else () for each in (one, other))
    if one.words == other.words or not was or len(was) != len(now):
        return {}
    names = {x.name.encode(): y.name.encode() for x, y in zip(was, now, strict=True) if x.name != y.name}
    return names if _renamed(one, names).words == other.words else {}


def _renamed(piece: Piece, names: Mapping[bytes, bytes]) -> Piece:
    words = piece.words
    if not names.keys() & {*words}:
        return piece
    return piece._replace(
        words=tuple([word if at and words[at - 1] in LINKS else names.get(word, word) for at, word in enumerate(words)])
    )


def _scope(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> Iterator[int]:
    """Where what a piece declares is known: from there on in its arm, and in all of a loop that begins with it."""
    own = pieces[at]
    waiting = [each for each in below[own.parent] if each >= at and own.role in (pieces[each].role, "init")]
    yield from [own.parent] if own.role == "init" else []
    while waiting:
        here = waiting.pop()
        yield here
        waiting += below[here]


def _words(pieces: Sequence[Piece], places: Sequence[int]) -> set[bytes]:
    """Without names of what belongs to something."""
    return {
        word
        for piece in (pieces[at] for at in places)
        for at, word in enumerate(piece.words)
        if not (at and piece.words[at - 1] in LINKS)
    }
