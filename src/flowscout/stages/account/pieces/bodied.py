"""A long macro, or a long call of one with code in it, that differs in several places, by its statements: quoted whole, it would hide
all places but the first.

In `STEP`: `x = b + 1` was `x = b`; `done(x)` is new.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from ....model.alignment import opcodes
from .pieces import Piece
from .quoting import both_quoted, joined, q, seen_whole

SHOWN: Final = 8  # places
_ENDS: Final = frozenset((b";", b"{", b"}", b"&&", b"||"))
_FEWEST: Final = 2  # statements
_LIKE: Final = 0.6
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
    name, former = _called(other), _called(one)
    if name != former and name and former and one.kind == other.kind == "Define":
        return _of_another_name(one, other)
    if not name or name != former or seen_whole(one.said, other.said):
        return ""
    was, now = list(_statements(one.words)), list(_statements(other.words))
    written = _Written(one.said), _Written(other.said)
    before, after = ([side.of(each) for each in rows] for side, rows in zip(written, (was, now), strict=True))
    codes = opcodes(was, now)
    if min(len(was), len(now)) < _FEWEST or not any(code[0] == "equal" for code in codes):
        return ""
    told = [
        part
        for kind, i, j, m, n in codes
        if kind != "equal"
        for part in _told(_saying(before[i:j]), _saying(after[m:n]))
    ]
    more = len(told) - SHOWN
    rest = f"; it differs in {more} more {'place' if more == 1 else 'places'}" if more > 0 else ""
    return f"In {q(name)}: {'; '.join(told[:SHOWN])}{rest}"


def _of_another_name(one: Piece, other: Piece) -> str:
    name, former = macro_name(other), macro_name(one)
    words = (*one.words[:2], other.words[2], *one.words[3:])
    again = one._replace(words=words, said=one.said.replace(former, name, 1))
    inside = "" if seen_whole(one.said, other.said) else differing(again, other)
    return f"{q(f'#define {name}')} was {q(f'#define {former}')}; {inside[:1].lower()}{inside[1:]}" if inside else ""


def _told(was: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    if len(was) == len(now):
        for one, other in zip(was, now, strict=True):
            if one == other:
                continue
            before, after = both_quoted(one, other)
            yield f"{after} was {before}"
        return
    if not was or not now:
        yield from [f"{q(each)} is {'new' if now else 'gone'}" for each in now or was]
        return
    pairs = _alike(was, now)
    for at, one in enumerate(was):
        if at in pairs and now[pairs[at]] == one:
            continue
        if at in pairs:
            before, after = both_quoted(one, now[pairs[at]])
            yield f"{after} was {before}"
        else:
            yield f"{q(one)} is gone"
    yield from [f"{q(each)} is new" for at, each in enumerate(now) if at not in pairs.values()]


def _saying(rows: Sequence[str]) -> list[str]:
    """Without what only makes one statement of them: `do {` and `} while (0)`."""
    bare = [each.removesuffix(" do") if each.startswith("#") else each for each in rows]
    return [each for each in bare if each not in ("do", "{", "}", "while (0)", "while(0)")]


def _alike(was: Sequence[str], now: Sequence[str]) -> dict[int, int]:
    """Those that are most like each other, each once."""
    rows = sorted((-_likeness(a, b), i, j) for i, a in enumerate(was) for j, b in enumerate(now))
    found: dict[int, int] = {}
    for minus, i, j in rows:
        if -minus >= _LIKE and i not in found and j not in found.values():
            found[i] = j
    return found


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


class _Written:
    """The statements of a text as they stand in it, taken one behind the other."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def of(self, words: Words) -> str:
        """Without the sign that it ends with, where it is more than that."""
        begin = last = -1
        for n, word in enumerate(words):
            written = word.decode("utf-8", "replace")
            start = self.text.find(written, self.at)
            if start < 0 or self.text[self.at : start].strip(" \\"):
                return _text(words)
            begin, self.at = start if begin < 0 else begin, start + len(written)
            last = self.at if n == 0 or word not in _ENDS - {b"}"} else last
        return self.text[begin:last]


def _text(words: Words) -> str:
    """Without the sign that it ends with, where it is more than that."""
    kept = list(words)
    while len(kept) > 1 and kept[-1] in _ENDS - {b"}"}:
        kept.pop()
    return joined(kept)


def _statements(words: Words) -> Iterator[tuple[bytes, ...]]:
    """Of what is one question its parts."""
    own: list[bytes] = []
    ends = _ENDS - {b"&&", b"||"} if b";" in words else _ENDS
    for word in words:
        own.append(word)
        if word in ends:
            yield tuple(own)
            own = []
    if own:
        yield tuple(own)
