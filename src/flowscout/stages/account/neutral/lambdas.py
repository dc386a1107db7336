"""A statement that differs within a lambda alone -> that lambda on both sides, so that what differs in it is told, and not the whole of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....model.account import Answer
from ....model.facts import FunctionFacts
from ....model.record import NamedTuple
from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.lexing import LexedSource
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.quoting import MOST, joined, q

FEWEST = 2  # statements of a lambda that is no value


class Apart(NamedTuple):
    """place: what it is called, to be told behind "In"."""

    place: str
    old: FunctionFacts
    new: FunctionFacts


def inside(
    both: Trees,
    change: Change,
    sources: tuple[LexedSource, LexedSource],
    every: tuple[Sequence[FunctionFacts], Sequence[FunctionFacts]],
) -> list[Apart]:
    if change.kind != CHANGED or not all(every):
        return []
    return apart(sources, (both.old[change.a], both.new[change.b]), every)


def placed(told: Iterable[Answer], place: str) -> Iterator[Answer]:
    """What is said of a lambda, as said of the function that it stands in."""
    for one in told:
        said, core = [f"In {place}: {text[:1].lower()}{text[1:]}" if text else "" for text in (one.sentence, one.core)]
        yield one._replace(sentence=said, core=core)


def apart(
    sources: tuple[LexedSource, LexedSource],
    pieces: tuple[Piece, Piece],
    every: tuple[Sequence[FunctionFacts], Sequence[FunctionFacts]],
) -> list[Apart]:
    """Nothing where it differs round them too, or is one short value. every: the lambdas of both files, by their starts."""
    if all(len(piece.said) <= MOST and piece.words.count(b";") < FEWEST for piece in pieces):
        return []
    left, right = [list(_outermost(piece, facts)) for piece, facts in zip(pieces, every, strict=True)]
    if not left or len(left) != len(right):
        return []
    round_ = [_round(source, piece, inner) for source, piece, inner in zip(sources, pieces, (left, right), strict=True)]
    if round_[0] != round_[1]:
        return []
    found = [
        Apart(_place(sources[1], pieces[1], y), x, y)
        for x, y in zip(left, right, strict=True)
        if _words(sources[0], x.start, x.end) != _words(sources[1], y.start, y.end)
    ]
    return found if all(each.old.body and each.new.body for each in found) else []


def _outermost(piece: Piece, facts: Sequence[FunctionFacts]) -> Iterator[FunctionFacts]:
    end = piece.start
    for each in facts:
        if each.start >= end and each.end <= piece.end:
            end = each.end
            yield each


def _words(source: LexedSource, start: int, end: int) -> list[bytes]:
    return [source.tokens[at].text for at in source.within(start, end)]


def _round(source: LexedSource, piece: Piece, inner: Sequence[FunctionFacts]) -> list[list[bytes]]:
    starts, ends = [each.start for each in inner], [each.end for each in inner]
    return [_words(source, start, end) for start, end in zip([piece.start, *ends], [*starts, piece.end], strict=True)]


def _place(source: LexedSource, piece: Piece, one: FunctionFacts) -> str:
    """By the name it is given, or by the call that it is given to, with what that is given first where it is plain: another call of
    the same is given another."""
    words = _words(source, piece.start, one.start)
    if words[-1:] == [b"return"]:
        return "the returned lambda"
    if words[-2:-1] and words[-1] in (b"=", b":") and words[-2] not in CLOSING:
        return f"the lambda {q(joined(words[-2:-1]))}"
    depth, at = 0, len(words) - 1
    while at >= 0 and (depth or words[at] not in OPENING):
        depth += (words[at] in CLOSING) - (words[at] in OPENING)
        at -= 1
    begin = at
    while begin > 0 and words[at] == b"(" and _named(words[begin - 1]):
        begin -= 1
    if not 0 <= begin < at:
        return "a lambda"
    first = words[at + 1 : words.index(b",", at)] if b"," in words[at:] and words[at] == b"(" else []
    plain = first and all(_named(word) or word[:1] in (b'"', b"'") for word in first)
    return f"the lambda given to {q(joined([*words[begin : at + 1], *first, b',', '…'.encode(), b')'] if plain else words[begin:at]))}"


def _named(word: bytes) -> bool:
    return word in (b".", b"->", b"::") or (word.replace(b"_", b"a").isalnum() and word not in (b"return", b"await"))
