"""C and C++: a number or a pointer of a function that is declared where it is set: `int n; g(); n = f();` is `int n = f();` behind `g()`.

Where it was declared nothing declares it any more, so whoever spoke of it outside of where it is declared now would not be built.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ..pairing.changes import CHANGED, REMOVED, REORDERED, Change, Trees
from ..pieces.pieces import Piece
from ..pieces.quoting import joined
from ..reading.bound import OUTSIDE, visible
from ..reading.declarators import DeclaredName, constant, declared, differing, number_or_pointer
from ..reading.passing import passed
from .number_types import spelt

WHERE_SET: Final = "locals declared with their first value or apart from it"


def same(both: Trees, change: Change) -> bool:
    if change.kind not in (CHANGED, REORDERED):
        return False
    one, other = both.old[change.a], both.new[change.b]
    if one.kind != "Simple" or other.kind != "Simple":
        return False
    if change.kind == CHANGED:
        both = _called_as_now(Same(both)) if both.renamed else both
        one = both.old[change.a]
        back = both._replace(old=both.new, new=both.old)
        return _declares(one, other, both, change.b) or _declares(other, one, back, change.a)
    own = _one(other)
    known = own is not None and own.value and constant(own.value) and number_or_pointer(own)
    if not own or not known or (one.words != other.words and not _declares(one, other, both, change.b)):
        return False
    name = own.name.encode()
    return not any(name in both.new[each].words for at in passed(both, change) for each in _within(both, at))


@lru_cache(maxsize=KEPT)
def _called_as_now(same: Same[Trees]) -> Trees:
    both = same.value
    words = [both.renamed_words(at) for at in range(len(both.old))]
    return both._replace(
        old=tuple([each._replace(words=own) for each, own in zip(both.old, words, strict=True)]), renamed={}
    )


def with_value(both: Trees, change: Change) -> bool:
    """Of a line that declared without a value what a line declares now that only set it: that is told there."""
    if change.kind == REMOVED:
        gone = declared(both.old[change.a])
    elif change.kind == CHANGED:
        pairs = differing(both.old[change.a], both.new[change.b])
        gone = tuple([was for was, now in pairs if was and not now]) if all(now is None for _, now in pairs) else ()
    else:
        return False
    plain = both.old[change.a].kind == "Simple" and all(not each.value for each in gone)
    return bool(gone) and plain and all(_bared(each) in _set_there(Same(both)) for each in gone)


@lru_cache(maxsize=KEPT)
def _set_there(same: Same[Trees]) -> frozenset[DeclaredName]:
    """What is declared with its value by a line that set it before: `T x = f()` that was `x = f()`."""
    both = same.value
    return frozenset(
        [
            _bared(own)
            for a, b in both.pairs.items()
            if both.old[a].kind == both.new[b].kind == "Simple"
            and (own := _one(both.new[b]))
            and own.value
            and both.old[a].words[:2] == (own.name.encode(), b"=")
            and own.name.encode() not in both.new[b].words[both.new[b].words.index(b"=") :]
        ]
    )


def _bared(own: DeclaredName) -> DeclaredName:
    return own._replace(value="", type=spelt(own.type), sign=DeclaredName._field_defaults["sign"])


def _declares(one: Piece, other: Piece, both: Trees, at: int) -> bool:
    """Whether `x = v` is `T x = v`, and a line that was `T x` is gone. at: of that; where it hides an outer `x`, both were one."""
    own = _one(other)
    words = [word for word in one.words if word != b";"]
    if own is None or not own.value or not number_or_pointer(own) or words[1:2] != [b"="]:
        return False
    if "static" in own.type.split():  # a value that is set once for all calls
        return False
    if words[0] != own.name.encode() or joined(words[2:]) != own.value or words[0] in words[2:]:
        return False
    if next(visible(both.new, at, words[0])) != OUTSIDE:
        return False
    return _bare(Same(both.old))[_bared(own)] > _bare(Same(both.new))[_bared(own)]


def _one(piece: Piece) -> DeclaredName | None:
    every = declared(piece)
    return every[0] if len(every) == 1 else None


@lru_cache(maxsize=KEPT)
def _bare(pieces: Same[Sequence[Piece]]) -> Counter[DeclaredName]:
    """What is declared without a value."""
    return Counter(
        [_bared(one) for each in pieces.value if each.kind == "Simple" for one in declared(each) if not one.value]
    )


def _within(both: Trees, at: int) -> Iterator[int]:
    """A piece, and those in it."""
    rest = [at]
    while rest:
        at = rest.pop()
        yield at
        rest += both.new_below[at]
