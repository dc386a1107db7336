"""Python: a local that is two variables for a reader, and is called by two names now, or the other way round.

`data = load(n); data = data.strip()` and `raw = load(n); data = raw.strip()` do the same: what is set in the outermost block of a function, under
no condition, ends what the name stood for before, and what is read up to the next such place reads that value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from ....model.alignment import opcodes
from ....model.syntax import Simple
from ..pairing.changes import Trees, trees
from ..pieces.outside import CLOSING, FUNCTION, OPENING
from ..pieces.pieces import HEAD, Piece
from ..pieces.plain_names import ANY_NAME, told_by_name
from .loop_names import names_at, renamed_in_loops, word_of

_OTHERWISE: Final = frozenset((b"global", b"nonlocal", b"del", b"import"))
_BLANK: Final = b"\0"
_MOST: Final = 2_000  # pieces
Value: TypeAlias = tuple[bytes, int]  # a name, and how often it was set before
Spot: TypeAlias = tuple[int, int, bytes]  # piece, word, name


def renamed_in_parts(both: Trees) -> tuple[Trees, frozenset[int]]:
    """With what a part of the old side calls otherwise in the new side's words, and what of it was so changed."""
    both, own = renamed_in_loops(both)
    both, more = _renamed_in_values(both)
    return both, own | more


def _renamed_in_values(both: Trees) -> tuple[Trees, frozenset[int]]:
    was, now = _values(both.old), _values(both.new)
    calls = _called(both, was, now) if was and now else {}
    taken = {name for piece in both.old for at in range(len(piece.words)) for name in names_at(piece, at)}
    taken -= {name for _, _, name in was}
    calls = {one: name for one, name in calls.items() if one[0] != name and name not in taken}
    if not calls:
        return both, frozenset()
    old = tuple([_piece(piece, at, was, calls) for at, piece in enumerate(both.old)])
    if _parted(_values(old)) != _parted(was):
        return both, frozenset()
    changed = frozenset(at for at, piece in enumerate(old) if piece.words != both.old[at].words)
    return trees(old, both.new, both.renamed)._replace(others=both.others, in_c=both.in_c), changed


def _values(pieces: Sequence[Piece]) -> dict[Spot, Value]:
    """Which value each place speaks of, of the names that are set in the outermost block; {} of what cannot be said surely."""
    plain = pieces[:1] and pieces[0].kind == HEAD and len(pieces) <= _MOST
    if not plain or any(_holds_a_scope(piece) or not ANY_NAME.isdisjoint(piece.words) for piece in pieces):
        return {}
    names = {piece.words[0] for piece in pieces if _sets(piece)} - {*_bound_otherwise(pieces)} - told_by_name(pieces)
    found: dict[Spot, Value] = {}
    count = dict.fromkeys(names, 0)
    for here, piece in enumerate(pieces):
        sets = piece.words[0] if _sets(piece) else b""
        for at in range(len(piece.words) - 1, -1, -1):  # what it is set to is read before
            if at == 0 and sets in names:
                count[sets] += 1
            for name in names_at(piece, at):
                if name in names:
                    found[here, at, name] = name, count[name]
    return found


def _holds_a_scope(piece: Piece) -> bool:
    """A function or a type within, which may read a name whenever it is asked."""
    return piece.kind == FUNCTION or (isinstance(piece.stmt, Simple) and piece.stmt.role == "define")


def _sets(piece: Piece) -> bool:
    """`x = …` of the outermost block, where it runs once and in any case."""
    words = piece.words
    return (
        piece.parent == 0
        and piece.kind == "Simple"
        and words[1:2] == (b"=",)
        and words[0].replace(b"_", b"a").isalnum()
    )


def _bound_otherwise(pieces: Sequence[Piece]) -> Iterator[bytes]:
    """Parameters, and names that may be read later than it seems: in a `lambda`, and in what makes its values when it is asked."""
    for piece in pieces:
        lazy = b"lambda" in piece.words or (piece.kind != "Loop" and _generates(piece.words))
        if piece.kind == HEAD or lazy or not _OTHERWISE.isdisjoint(piece.words):
            yield from (name for at in range(len(piece.words)) for name in names_at(piece, at))


def _generates(words: Sequence[bytes]) -> bool:
    open_: list[bytes] = []
    for word in words:
        if word in OPENING:
            open_.append(word)
        elif word in CLOSING and open_:
            open_.pop()
        elif word == b"for" and open_[-1:] not in ([b"["], [b"{"]):
            return True
    return False


def _called(both: Trees, was: Mapping[Spot, Value], now: Mapping[Spot, Value]) -> dict[Value, bytes]:
    """How the new side calls each value that stands in the same places there."""
    sides = [_blanked(both.old, was), _blanked(both.new, now)]
    spots = [_by_piece(was), _by_piece(now)]
    there: dict[Value, set[Value]] = {}
    back: dict[Value, set[Value]] = {}
    for kind, i, j, m, _ in opcodes(sides[0], sides[1]):
        for step in range(j - i if kind == "equal" else 0):
            left, right = spots[0].get(i + step, ()), spots[1].get(m + step, ())
            for one, other in zip(left, right, strict=True) if len(left) == len(right) else ():
                there.setdefault(one, set()).add(other)
                back.setdefault(other, set()).add(one)
    sure = {one: next(iter(others)) for one, others in there.items() if len(others) == 1}
    return {one: other[0] for one, other in sure.items() if back[other] == {one}}


def _blanked(pieces: Sequence[Piece], values: Mapping[Spot, Value]) -> list[tuple[object, ...]]:
    """Each piece with nothing in the place of such names."""
    names = {name for _, _, name in values}
    blank = dict.fromkeys(names, _BLANK)
    found: list[tuple[object, ...]] = []
    for here, piece in enumerate(pieces):
        words = tuple(
            [
                word_of(piece.words, at, {n: blank[n] for n in names_at(piece, at) if (here, at, n) in values})
                for at in range(len(piece.words))
            ]
        )
        found.append((piece.kind, piece.role, words))
    return found


def _by_piece(values: Mapping[Spot, Value]) -> dict[int, list[Value]]:
    found: dict[int, list[tuple[int, int, Value]]] = {}
    for order, ((here, at, _), value) in enumerate(values.items()):
        found.setdefault(here, []).append((at, order, value))
    return {here: [value for _, _, value in sorted(own)] for here, own in found.items()}


def _piece(piece: Piece, here: int, values: Mapping[Spot, Value], calls: Mapping[Value, bytes]) -> Piece:
    words = tuple(
        [
            word_of(
                piece.words,
                at,
                {n: calls.get(values[here, at, n], n) for n in names_at(piece, at) if (here, at, n) in values},
            )
            for at in range(len(piece.words))
        ]
    )
    return piece._replace(words=words) if words != piece.words else piece


def _parted(values: Mapping[Spot, Value]) -> set[frozenset[tuple[int, int]]]:
    """Which places speak of the same."""
    found: dict[Value, set[tuple[int, int]]] = {}
    for (here, at, _), value in values.items():
        found.setdefault(value, set()).add((here, at))
    return {frozenset(each) for each in found.values()}
