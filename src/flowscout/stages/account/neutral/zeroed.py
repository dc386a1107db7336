"""C and C++: memory that is asked for and then zeroed, or asked for as zeroed: `p = malloc(n); memset(p, 0, n);` is `p = calloc(1, n);`.

Nothing is written to it in between, so that it holds the same, and only the one call that asks for it is told.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ....model.record import NamedTuple
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.brackets import closing
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece

RULE: Final = "memory zeroed as it is asked for"
_PLAIN, _ZEROED, _ZERO = b"malloc", b"calloc", b"memset"
_BIND_LESS: Final = frozenset(
    (b"+", b"-", b"/", b"%", b"<<", b">>", b"&", b"|", b"^", b"?", b"==", b"<", b">", b"&&", b"||")
)
Words = tuple[bytes, ...]


class _Asked(NamedTuple):
    """Around a call that asks for memory: what stands before and behind it, who is called, what it is given, and what gets it."""

    before: Words
    name: bytes
    given: tuple[Words, ...]
    behind: Words
    to: Words


def same(both: Trees, change: Change) -> bool:
    """Whether it is of such memory: the call that asks for it, or the one that zeroes it."""
    return (change.kind in (CHANGED, REMOVED) and change.a in _zeroed(Same(both), False)) or (
        change.kind in (CHANGED, ADDED) and change.b in _zeroed(Same(both), True)
    )


@lru_cache(maxsize=KEPT)
def _zeroed(same: Same[Trees], new: bool) -> frozenset[int]:
    """Of one side the steps that ask for memory and those that zero it behind, where the other side asks for it as zeroed."""
    both = same.value
    pieces, others, known = (both.new, both.old, both.back) if new else (both.old, both.new, both.pairs)
    asking: dict[Words, tuple[int, _Asked]] = {}  # by what gets it, which no step behind holds
    long: dict[int, int] = {}  # how many of these are so long
    found = set[int]()
    for at, piece in enumerate(pieces if any(each.words[:1] == (_ZERO,) for each in pieces) else ()):
        held = [to for n in range(len(piece.words)) for size in long if (to := piece.words[n : n + size]) in asking]
        if piece.words[:1] == (_ZERO,) and at not in known and piece.kind == "Simple":
            for to in held:
                asked, was = asking[to]
                if _zeroes(pieces[asked], piece, was, others[known[asked]]):
                    found |= {asked, at}
        for to in dict.fromkeys(held) if piece.kind != "If" else ():
            del asking[to]
            long[len(to)] -= 1
            if not long[len(to)]:
                del long[len(to)]
        if at in known and (own := _asks(piece.words, _PLAIN)):
            long[len(own.to)] = long.get(len(own.to), 0) + (own.to not in asking)
            asking[own.to] = at, own
    return frozenset(found)


def _zeroes(one: Piece, zero: Piece, was: _Asked, other: Piece) -> bool:
    """Whether a step that is on this side alone zeroes what the call asks for, and the other side asks for it as zeroed."""
    now = _asks(other.words, _ZEROED)
    if now is None or (one.parent, one.role) != (zero.parent, zero.role):
        return False
    alike = (was.before, was.behind, was.name.replace(_PLAIN, _ZEROED)) == (now.before, now.behind, now.name)
    if not alike or len(was.given) != 1 or len(now.given) != 2:
        return False
    first, second = now.given
    size = was.given[0]
    sizes = [(*_factor(first), b"*", *_factor(second)), (*_factor(second), b"*", *_factor(first))]
    sizes += [second] * (first == (b"1",)) + [first] * (second == (b"1",))
    pointed = [(b"sizeof", b"(", b"*", *was.to, b")"), (b"sizeof", b"*", *was.to)] if size[:1] == (b"sizeof",) else []
    whole = [(_ZERO, b"(", *was.to, b",", b"0", b",", *each, b")") for each in (size, *pointed)]
    return size in sizes and zero.words in whole


def _factor(words: Words) -> Words:
    """As it is written in a product: in brackets where a sign within it binds less."""
    depth = 0
    for at, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        if not depth and at and word in _BIND_LESS:
            return (b"(", *words, b")")
    return words


def _asks(words: Words, wanted: bytes) -> _Asked | None:
    """`x = malloc(n)`, whatever it is cast to, in a statement or a question."""
    at = next((at for at, word in enumerate(words[:-1]) if word.endswith(wanted) and words[at + 1] == b"("), 0)
    end = closing(words, at + 1) if at else -1
    if end < 0:
        return None
    cut = at
    while cut and words[cut - 1] == b")":
        depth = 1
        cut -= 1
        while cut and depth:
            cut -= 1
            depth += (words[cut] in CLOSING) - (words[cut] in OPENING)
    if cut < 2 or words[cut - 1] != b"=":
        return None
    begin = cut - 1
    while begin and (words[begin - 1] in (b".", b"->") or words[begin - 1].replace(b"_", b"a").isalnum()):
        if begin < cut - 1 and words[begin - 1] not in (b".", b"->") and words[begin] not in (b".", b"->"):
            break
        begin -= 1
    given, depth, last = list[Words](), 0, at + 2
    for n in range(at + 2, end + 1):
        if not depth and (words[n] == b"," or n == end):
            given.append(words[last:n])
            last = n + 1
        depth += (words[n] in OPENING) - (words[n] in CLOSING)
    return _Asked(words[:cut], words[at], tuple(given), words[end + 1 :], words[begin : cut - 1])
