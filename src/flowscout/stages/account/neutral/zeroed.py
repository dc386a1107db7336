"""C and C++: memory that is asked for and then zeroed, or asked for as zeroed: `p = malloc(n); memset(p, 0, n);` is `p = calloc(1, n);`.

Nothing is written to it in between, so that it holds the same, and only the one call that asks for it is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ....model.record import NamedTuple
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.brackets import closing, holds
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
    for pieces, others, known, at, lone in (
        (both.old, both.new, both.pairs, change.a, REMOVED),
        (both.new, both.old, both.back, change.b, ADDED),
    ):
        if change.kind == CHANGED and _asks(pieces[at].words, _PLAIN):
            return any(_zeroes(pieces, others, known, at, each) for each in range(at + 1, len(pieces)))
        if change.kind == lone and pieces[at].words[:1] == (_ZERO,):
            return any(_zeroes(pieces, others, known, each, at) for each in range(at))
    return False


def _zeroes(pieces: Sequence[Piece], others: Sequence[Piece], known: Mapping[int, int], at: int, zeroing: int) -> bool:
    """Whether a step that is on this side alone zeroes what the call asks for, and the other side asks for it as zeroed."""
    one, zero = pieces[at], pieces[zeroing]
    if zeroing in known or at not in known or zero.words[:1] != (_ZERO,) or zero.kind != "Simple":
        return False
    was, now = _asks(one.words, _PLAIN), _asks(others[known[at]].words, _ZEROED)
    if was is None or now is None or (one.parent, one.role) != (zero.parent, zero.role):
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
    between = [each for each in pieces[at + 1 : zeroing] if each.kind != "If"]
    return size in sizes and zero.words in whole and not any(holds(each.words, was.to) for each in between)


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
