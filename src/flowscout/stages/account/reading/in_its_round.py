"""Questions before a step in the same round of a loop, or in the same arm, which go on with the next round, break off the loop or return: the
step hangs on them.

`in the loop `n--`, unless `skip(n)`` of what stands behind `if (skip(n)) continue;`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.syntax import Jump
from ..pairing.changes import ADDED, Change, Trees
from ..pieces.answers import asked
from ..pieces.pieces import Piece
from .saying import leaves

_HOLD: Final = frozenset(("If", "Block", "With", "Arm"))
_MOST: Final = 48  # characters of a question, or of several
_ROW: Final = 3  # questions
_PAIR: Final = 2
_LINKS: Final = {"when": "and", "unless": "or"}


def with_its_round(sentence: str, where: str, both: Trees, change: Change) -> tuple[str, str]:
    """A sentence on what is new or gone, and what all of it stands under, with such questions, as far as they are as they were."""
    pieces, below, at = (
        (both.new, both.new_below, change.b) if change.kind == ADDED else (both.old, both.old_below, change.a)
    )
    past, told = _told(pieces, [each for each in _guards(pieces, below, at) if _stays(both, change, each)])
    before, _, behind = sentence.partition(where)
    if not told or sentence.count(where) != 1 or told in sentence or behind[:1] not in (".", ",", ";", ":"):
        return sentence, where
    word, _, asks = told.partition(" ")
    link = _LINKS[word]
    last = where.rpartition(", ")[2]
    inner = f"{where} {link} {asks}" if last.startswith(f"{word} `") and not past else f"{where}{past}, {told}"
    own = f", {word} "
    if behind.startswith(own):
        return f"{before}{inner} {link} {behind.removeprefix(own)}", inner
    return f"{before}{inner}{behind}", inner


def _stays(both: Trees, change: Change, at: int) -> bool:
    """In an arm, what a question that changed asks is told with it."""
    a, b = (both.back.get(at, -1), at) if change.kind == ADDED else (at, both.pairs.get(at, -1))
    looped = min(a, b) >= 0 and both.new[both.new[b].parent].kind == "Loop"
    return looped or (min(a, b) >= 0 and both.renamed_words(a) == both.new[b].words)


def _told(pieces: Sequence[Piece], guards: Sequence[int]) -> tuple[str, str]:
    """ "unless `a` or `b`" of the guards, nearest first; where they are too many or too long, the nearest, and before it how many others."""
    if not guards or len(pieces[guards[0]].said) > _MOST:
        return "", ""
    every = [asked(pieces[each].said, "else", len(pieces[each].said)) for each in reversed(guards)]
    (word, _, _), parts = every[-1].partition(" "), [each.partition(" ") for each in every]
    plain = len(guards) <= _ROW and all(part[0] == word for part in parts)
    if plain and sum(len(pieces[each].said) for each in guards) <= _MOST:
        return "", f"{word} {f' {_LINKS[word]} '.join(part[2] for part in parts)}"
    past = f", behind {len(guards) - 1} other guards" if len(guards) > _PAIR else ", behind another guard"
    return past if guards[1:] else "", every[-1]


def _guards(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> list[int]:
    """Nearest first, of all blocks up to the round or to the function itself; [] where one may come past the nearest by a jump."""
    found: list[int] = []
    while (above := pieces[at].parent) > 0 and (pieces[above].kind in _HOLD or _round(pieces, at)):
        for each in reversed([each for each in below[above] if each < at and pieces[each].role == pieces[at].role]):
            if pieces[each].kind == "Label":
                return found
            out = leaves(pieces, below, each) if pieces[each].kind == "If" else None
            if out is not None and (out.kind in ("Return", "Raise") or isinstance(out.stmt, Jump)):
                found.append(each)
        if pieces[above].kind == "Loop":
            return found
        at = above
    return found


def _round(pieces: Sequence[Piece], at: int) -> bool:
    return pieces[pieces[at].parent].kind == "Loop" and pieces[at].role == "body"
