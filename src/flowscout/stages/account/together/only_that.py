"""A function that does one thing now, and did many steps of which none is left: one sentence in place of one for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final

from ....model.account import DECLARATION, FLOW, NEUTRAL, Answer, Side
from ..neutral.rewriting import REWRITTEN, called
from ..pieces.pieces import HEAD, Piece
from ..pieces.quoting import q
from ..reading.saying import CHECK, callee, does

_FEWEST: Final = 3  # steps that are gone
_NAMED: Final = 6
_WEAK: Final = 3  # words of a step that may stand anywhere
_WENT: Final = 2  # steps by which a function is known for the one that they went to


def only_that(
    old: Sequence[Piece],
    new: Sequence[Piece],
    told: Sequence[Answer],
    sides: tuple[Side, Side],
    others: Callable[[bytes], Iterable[Sequence[Piece]]],
) -> list[Answer] | None:
    """One answer in place of all that are of statements; None of another function, and where the steps went to the one that is called now.
    sides: the whole function. others: the functions of the file after the change that have a name."""
    before, after = _steps(old), _steps(new)
    own = [one for one in told if one.how not in (NEUTRAL, DECLARATION)]
    if len(after) != 1 or len(before) < _FEWEST or len(own) < _FEWEST or not _does_it_all(after[0]):
        return None
    if any(piece.words == after[0].words for piece in before) or any(one.rule == CHECK and not one.rank for one in own):
        return None
    held = [piece.words for piece in before if len(piece.words) > _WEAK]
    for name in {word for word, sign in pairwise(after[0].words) if sign == b"("}:
        if any(sum(piece.words in held for piece in each) >= _WENT for each in others(name)):
            return None
    there = set(called(after))
    calls = [each for each in dict.fromkeys(called(before)) if each not in there]
    raises = [*dict.fromkeys(piece.said for piece in before if piece.kind == "Raise" and piece.said)]
    parts = [_listed("calls", calls), _listed("raises", raises)]
    gone = " and ".join(filter(None, parts))
    steps = f"in place of {len(before)} steps{f', and no longer {gone} itself' if gone else ''}"
    rest = [one for one in told if one.how == DECLARATION or one.rule in ("renamed", "moved")]
    return [*rest, Answer(FLOW, REWRITTEN, own[0].unit, *sides, f"Now only {does(after[0])}, {steps}.", 2)]


def _does_it_all(piece: Piece) -> bool:
    return (piece.kind == "Return" and b"(" in piece.words) or bool(callee(piece))


def _steps(pieces: Sequence[Piece]) -> list[Piece]:
    return [piece for piece in pieces if piece.kind not in (HEAD, "Decorator") and not _is_text(piece)]


def _is_text(piece: Piece) -> bool:
    return piece.kind == "Simple" and all(word[:1] in (b'"', b"'") for word in piece.words)


def _listed(verb: str, names: Sequence[str]) -> str:
    shown = [*map(q, names[:_NAMED]), *([f"{len(names) - _NAMED} more"] if len(names) > _NAMED else [])]
    return f"{verb} {' and '.join(filter(None, (', '.join(shown[:-1]), *shown[-1:])))}" if names else ""
