"""A question that is asked of each in a loop, and the same in one value.

for row in rows:                 return all(row.ok for row in rows)
    if not row.ok:
        return False
return True
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.lexing import LexedSource
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from .builtin_names import rest_on_others
from .collecting import seen_behind

_ANSWERS: Final = {b"True": (b"any", b"False"), b"False": (b"all", b"True")}
_TURNED: Final = {
    (b"==",): (b"!=",),
    (b"!=",): (b"==",),
    (b"in",): (b"not", b"in"),
    (b"not", b"in"): (b"in",),
    (b"is",): (b"is", b"not"),
    (b"is", b"not"): (b"is",),
}
Words = tuple[bytes, ...]


def meant(files: Sequence[LexedSource]) -> bool:
    """Whether `any` and `all` are the builtins."""
    return not rest_on_others((b"any", b"all"), files)


def asked_at_once(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """The changes that are of such a loop, and of the value behind it."""
    same: set[Change] = set()
    for change in found:
        if change.kind not in (ADDED, REMOVED):
            continue
        mine = change.kind == REMOVED
        pieces, below = (both.old, both.old_below) if mine else (both.new, both.new_below)
        at = change.a if mine else change.b
        values, behind = set(_values(pieces, below, at)), _next(pieces, below, at)
        for each in found if values else ():
            here, there = (each.a, each.b) if mine else (each.b, each.a)
            others = both.new if mine else both.old
            if each.kind == CHANGED and here == behind and others[there].words in values:
                same |= {change, each}
    return frozenset(same)


def _values(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> Iterator[Words]:
    """What may be returned in the place of a loop and of the answer behind it."""
    inner = below[at]
    asks = inner[0] if len(inner) == 1 and pieces[inner[0]].kind == "If" else -1
    deeds = below[asks] if asks >= 0 else ()
    loop = (
        pieces[at].kind == "Loop" and pieces[at].words[:1] == (b"for",) and pieces[inner[0]].role == "body"
        if inner
        else False
    )
    if not loop or len(deeds) != 1 or pieces[deeds[0]].role != "then" or seen_behind(pieces, at):
        return
    words, last = pieces[deeds[0]].words, _next(pieces, below, at)
    name, other = _ANSWERS.get(words[1], (b"", b"")) if words[:1] == (b"return",) and len(words) == 2 else (b"", b"")
    if not name or last < 0 or pieces[last].words != (b"return", other):
        return
    asked = tuple(pieces[asks].words[1:])
    for each in [asked] if name == b"any" else _denied(asked):
        yield (b"return", name, b"(", *each, *pieces[at].words, b")")


def _denied(asked: Words) -> Iterator[Words]:
    """What holds where the question does not."""
    depth, signs, links = 0, list[tuple[int, Words]](), False
    for at, word in enumerate(asked):
        depth += (word in OPENING) - (word in CLOSING)
        links |= not depth and word in (b"and", b"or", b"if", b"lambda")
        pair = next((each for each in ((asked[at : at + 2]), (word,)) if each in _TURNED), ())
        follows = at and asked[at - 1 : at + 1] in _TURNED
        if not depth and pair and not follows:
            signs.append((at, pair))
    yield (b"not", b"(", *asked, b")")
    if links:
        return
    if asked[:1] == (b"not",):
        yield asked[1:]
    elif len(signs) == 1:
        at, sign = signs[0]
        yield (*asked[:at], *_TURNED[sign], *asked[at + len(sign) :])
    yield (b"not", *asked)


def _next(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> int:
    """What stands right behind it, and is the last there; -1 for none."""
    above = pieces[at].parent
    after = range(bisect_right(below[above], at), len(below[above])) if above >= 0 else ()
    behind = list(islice((below[above][n] for n in after if pieces[below[above][n]].role == pieces[at].role), 2))
    return behind[0] if len(behind) == 1 else -1
