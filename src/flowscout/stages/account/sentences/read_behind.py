"""A variable that is set anew before a step that stays: the step reads as it did, and is given another value.

`signum = translate(signum);` before `kill(pid, signum)`: what `kill` is given is that."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ..pairing.changes import Trees
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.targets import SETS
from ..reading.saying import q
from ..reading.spoken import spoken

_LEAVES: Final = frozenset(("Return", "Raise", "Jump"))
_APART: Final = frozenset(("Loop", "Switch", "Arm", "Try", "Handler", "Variant", "Label"))


def given_behind(both: Trees, at: int, new: bool) -> str:
    """ "; `kill` is given that"; "" where another step, or none, reads it first."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    words = [word for word in pieces[at].words if word != b";"]
    taken = [words[0] in side[0].words for side in (both.old, both.new)] if words[1:2] == [b"="] else []
    if (
        not taken or taken[0] != taken[1] or not _plain(words[0])
    ):  # a parameter that has another name now is another variable
        return ""
    if _set_instead(both, words[0], new):
        return ""
    others = _by_address(Same(pieces))
    if others is None or words[0] in others or spoken(Same(pieces))[words[0]][-1] == at:
        return ""
    for each in _behind(pieces, below, at):
        piece = pieces[each]
        if words[0] not in piece.words:
            continue
        other = known.get(each, -1)
        was, now = ((other, each) if new else (each, other)) if other >= 0 else (-1, -1)
        if other < 0 or both.renamed_words(was) != both.new[now].words or piece.kind not in ("Simple", "Return"):
            return ""
        called = _given(piece, words[0])
        return f"; {q(called)} is {'' if new else 'no longer '}given that" if called else ""
    return ""


def _set_instead(both: Trees, name: bytes, new: bool) -> bool:
    """Whether the other side sets it where this one does not, by a `with` or a loop too: what is read behind may be given the same."""
    others, pieces, known = (both.old, both.new, both.pairs) if new else (both.new, both.old, both.back)
    return any(
        _sets(piece, name) and (at not in known or not _sets(pieces[known[at]], name))
        for at, piece in enumerate(others)
    )


def _sets(piece: Piece, name: bytes) -> bool:
    if name not in piece.words or piece.kind not in ("Simple", "With", "Loop", "Handler", "Import"):
        return False
    if piece.kind == "Loop" and b"in" in piece.words:
        return name in piece.words[: piece.words.index(b"in")]
    cut = max([at for at, word in enumerate(piece.words) if word in SETS], default=0)
    return piece.kind in ("With", "Handler", "Import") or name in piece.words[:cut]


@lru_cache(maxsize=KEPT)
def _by_address(pieces: Same[Sequence[Piece]]) -> frozenset[bytes] | None:
    """C and C++: what something else may set: by its address, as what a reference is bound to; None where a lambda takes all."""
    found = set[bytes]()
    for words in (piece.words for piece in pieces.value):
        for at in (at for at, word in enumerate(words) if word == b"&"):
            if words[at - 1 : at] == (b"[",):
                return None
            found |= {*words[at + 1 : at + 2]} | (
                {*words[at + 3 : at + 4]} if words[at + 2 : at + 3] == (b"=",) else set()
            )
    return frozenset(found)


def _behind(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> Iterator[int]:
    """What runs behind a step, as far as that is plain: up to a way out, and out of nothing but questions."""
    while (above := pieces[at].parent) >= 0:
        for place in range(bisect_right(below[above], at), len(below[above])):
            each = below[above][place]
            if pieces[each].role != pieces[at].role:
                continue
            if pieces[each].kind in _APART:
                return
            yield from _within(below, each)
            if pieces[each].kind in _LEAVES:
                return
        if pieces[above].kind != "If":
            return
        at = above


def _within(below: Sequence[Sequence[int]], at: int) -> Iterator[int]:
    yield at
    for each in below[at]:
        yield from _within(below, each)


def _given(piece: Piece, name: bytes) -> str:
    """The only call of a step, whose argument it is as it stands."""
    words, open_ = piece.words, [at for at, word in enumerate(piece.words) if word == b"("]
    if piece.words.count(name) != 1 or not open_ or open_[0] == 0 or not _plain(words[open_[0] - 1]):
        return ""
    at, depth = words.index(name), 0
    for word in words[open_[0] : at]:
        depth += (word in OPENING) - (word in CLOSING)
    alone = words[at - 1] in (b"(", b",") and words[at + 1 : at + 2] in ((b")",), (b",",))
    called = words[open_[0] - 1].decode("utf-8", "replace")
    return called if alone and depth == 1 and at > open_[0] and not called.isupper() else ""


def _plain(word: bytes) -> bool:
    return word.replace(b"_", b"a").isalnum() and not word[:1].isdigit()
