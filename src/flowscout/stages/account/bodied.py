"""A long macro, or a long call of one with code in it, that differs in several places, by its statements: quoted whole, it would hide
all places but the first.

In `STEP`: `x = b + 1` was `x = b`; `done(x)` is new.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...model.alignment import opcodes
from .pieces import Piece
from .quoting import both_quoted, joined, q, seen_whole

SHOWN: Final = 8  # places
_ENDS: Final = frozenset((b";", b"{", b"}", b"&&", b"||"))
_FEWEST: Final = 2  # statements
Words = Sequence[bytes]


def macro_name(piece: Piece) -> str:
    return piece.words[2].decode("utf-8", "replace") if piece.kind == "Define" and len(piece.words) > 2 else ""


def _called(piece: Piece) -> str:
    """`STEP` of `#define STEP(a) …`, `TESTS("all", …)` of a macro that is given statements."""
    words = piece.words
    if (
        piece.kind == "Define"
        or words[1:2] != (b"(",)
        or b";" not in words
        or not words[0].decode("utf-8", "replace").isidentifier()
    ):
        return macro_name(piece)
    first = f"{joined(words[2:3])}, " if words[2:3] and words[2][:1] == b'"' else ""
    return f"{joined(words[:1])}({first}…)"


def differing(one: Piece, other: Piece) -> str:
    """ "" where both are quoted with all that differs, or have hardly anything in common."""
    name = _called(other)
    if not name or name != _called(one) or seen_whole(one.said, other.said):
        return ""
    was, now = list(_statements(one.words)), list(_statements(other.words))
    codes = opcodes(was, now)
    if min(len(was), len(now)) < _FEWEST or not any(code[0] == "equal" for code in codes):
        return ""
    told = [part for kind, i, j, m, n in codes if kind != "equal" for part in _told(was[i:j], now[m:n])]
    more = len(told) - SHOWN
    rest = f"; it differs in {more} more {'place' if more == 1 else 'places'}" if more > 0 else ""
    return f"In {q(name)}: {'; '.join(told[:SHOWN])}{rest}"


def _told(was: Sequence[tuple[bytes, ...]], now: Sequence[tuple[bytes, ...]]) -> Iterator[str]:
    if len(was) == len(now):
        for one, other in zip(was, now, strict=True):
            before, after = both_quoted(_text(one), _text(other))
            yield f"{after} was {before}"
    elif was and now:
        before, after = both_quoted(_text(_flat(was)), _text(_flat(now)))
        yield f"{after} was {before}"
    else:
        yield from [f"{q(_text(each))} is {'new' if now else 'gone'}" for each in now or was]


def _flat(rows: Sequence[tuple[bytes, ...]]) -> tuple[bytes, ...]:
    return tuple([word for row in rows for word in row])


def _text(words: Words) -> str:
    """Without the sign that it ends with, where it is more than that."""
    kept = list(words)
    while len(kept) > 1 and kept[-1] in _ENDS - {b"}"}:
        kept.pop()
    return joined(kept)


def _statements(words: Words) -> Iterator[tuple[bytes, ...]]:
    own: list[bytes] = []
    for word in words:
        own.append(word)
        if word in _ENDS:
            yield tuple(own)
            own = []
    if own:
        yield tuple(own)
