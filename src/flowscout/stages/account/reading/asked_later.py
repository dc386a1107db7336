"""A question that was one is two now, one behind the other: what runs under the first may change what the second asks, and what it calls is
called twice.

if a:                if not a:
    one()                two()      # which may set `a`
else:          →     if a:
    two()                one()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.plain_names import is_name
from ..pieces.questions import REMEMBERED, Words, parts
from ..pieces.targets import SETS
from .own_names import of_python, own_names
from .still_so import COUNTS, changes

_NO_CALLS: Final = frozenset((b"if", b"elif", b"not", b"and", b"or", b"in", b"is", b"sizeof", b"defined"))
_LEAVES: Final = frozenset(("Return", "Raise", "Jump"))
_BINDS: Final = frozenset(("With", "Loop", "Handler", "Import", "Opaque", "Arm"))
_PAUSES: Final = frozenset((b"yield", b"await", b"async", b"del"))
_STORES: Final = frozenset((b"*", b"["))
_REACHES: Final = frozenset((b"->", b".", b"*", b"[", b"(", b"::"))
_COMPARES: Final = frozenset((b"==", b"<", b">", b"<=", b">="))
_WORDS: Final = _NO_CALLS | {b"None", b"True", b"False", b"true", b"false", b"nullptr"}
_MOST: Final = 200  # pieces behind a question that are looked at


def between(pieces: Sequence[Piece], at: int) -> tuple[int, int] | None:
    """(a step under an `if`, a question behind that which asks of what the step may change), where one of the two questions is that at the
    place, and both ask the same; None for none."""
    own = asked_of(pieces[at].words)
    beside = [
        each
        for each in range(max(1, at - _MOST), min(len(pieces), at + _MOST))
        if each != at and pieces[each].kind == "If" and _place(pieces[each]) == _place(pieces[at])
    ]
    for other in beside:
        first, second = sorted((at, other))
        asked = own & asked_of(pieces[other].words)
        inside = list(_going_on(pieces, first)) if asked else []
        step = next((one for one in inside for words in asked if _may_change(pieces, one, words)), -1)
        if step >= 0:
            return step, second
    return None


@lru_cache(maxsize=REMEMBERED)
def asked_of(words: Words) -> frozenset[Words]:
    return frozenset([each for each, _ in (*parts(words, True), *parts(words, False))])


def _place(piece: Piece) -> tuple[int, str]:
    return piece.parent, piece.role


def _behind(pieces: Sequence[Piece], at: int) -> range:
    return range(at + 1, min(len(pieces), at + _MOST))


def _going_on(pieces: Sequence[Piece], at: int) -> Iterator[int]:
    """What stands in the arms of a question that do not leave at their end."""
    arms: dict[str, list[int]] = {}
    ends: dict[str, int] = {}
    for each in _behind(pieces, at):
        here = each
        while pieces[here].parent > at:
            here = pieces[here].parent
        if pieces[here].parent != at:
            break
        ends[pieces[here].role] = here
        arms.setdefault(pieces[here].role, []).append(each)
    for role, inside in arms.items():
        if pieces[ends[role]].kind not in _LEAVES:
            yield from inside


def _may_change(pieces: Sequence[Piece], at: int, asked: Words) -> bool:
    """Whether it is not plain that a step leaves alone what is asked."""
    piece, own = pieces[at], own_names(pieces)
    names = {word for word in asked if is_name(word) and (of_python(pieces) or not word.isupper())} - _WORDS
    far = not _REACHES.isdisjoint(asked) or not names <= own
    sets = not (SETS | COUNTS).isdisjoint(piece.words)
    binds = piece.kind in _BINDS and not names.isdisjoint(piece.words)
    if changes(piece, asked) or binds or (far and sets and not _STORES.isdisjoint(piece.words)):
        return True
    if not (_runs(piece) or (of_python(pieces) and piece.kind in _BINDS)):
        return False
    if of_python(pieces):
        return far or not _is_plain(asked)
    return far or _is_macro(piece) or not names.isdisjoint(piece.words)


def _runs(piece: Piece) -> bool:
    return not _PAUSES.isdisjoint(piece.words) or any(_calls(piece.words))


def _is_macro(piece: Piece) -> bool:
    """C and C++: `RESET();`, which may set what it does not name."""
    return any(call[0].isupper() for call in _calls(piece.words))


def _is_plain(asked: Words) -> bool:
    """Python: `a is None` and `a > 1`, where `a` and `not a` may ask what an object holds."""
    return asked[1:] == (b"is", b"None") or (
        len(asked) == 3 and asked[1] in _COMPARES and any(word[:1].isdigit() or word[:1] in b"\"'" for word in asked)
    )


def called_as_often(both: Trees, words: Words) -> bool:
    """Whether what a question calls is called as often on both sides: to ask it once more is to call it once more."""
    return all(
        sum(_often(both.renamed_words(a), call) for a in range(len(both.old)))
        == sum(_often(piece.words, call) for piece in both.new)
        for call in _calls(words)
    )


def _calls(words: Words) -> Iterator[Words]:
    """`go(a)` of `if go(a) and b`."""
    for at, word in enumerate(words[1:], 1):
        named = words[at - 1].replace(b"_", b"a").isalnum() and words[at - 1] not in _NO_CALLS
        if word == b"(" and named:
            depth = list(accumulate((each == b"(") - (each == b")") for each in words[at:]))
            yield words[at - 1 : at + (depth.index(0) + 1 if 0 in depth else len(depth))]


def _often(words: Words, part: Words) -> int:
    if part[0] not in words:
        return 0
    return sum(words[at : at + len(part)] == part for at in range(len(words) - len(part) + 1))
