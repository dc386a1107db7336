"""What an edited function asks now and did not ask, in the words of one that calls it or that it calls: a check that went down into a
callee, or up to the caller, is not lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ....model.facts import FunctionFacts
from ....model.identity import qualified_of
from ....model.record import NamedTuple
from ..pieces.pieces import Piece
from ..pieces.splicing import given_in
from ..pieces.targets import target
from .changes import Asks

_ASKING = frozenset(("If", "Loop", "Switch", "Raise"))
_OWN = ("self", "cls")
Words = tuple[bytes, ...]


class Edited(NamedTuple):
    """params: names. asks: conditions that are new, and what is raised anew. pieces: of the new side."""

    unit: str
    name: bytes
    params: tuple[bytes, ...]
    asks: tuple[Words, ...]
    pieces: tuple[Piece, ...]


def edited(unit: str, facts: FunctionFacts, old: Sequence[Piece], new: tuple[Piece, ...]) -> Edited:
    """old: () of a function that is new."""
    known = Counter(piece.words for piece in old)
    asks = [piece.words for piece in new if piece.kind in _ASKING and not known[piece.words]]
    params = [param.name.lstrip("*&") for param in facts.params]
    return Edited(
        unit, facts.name.encode(), tuple([each.encode() for each in params if each not in _OWN]), tuple(asks), new
    )


def asked_by(one: Edited, others: Sequence[Edited], alone: bool, callers: Sequence[str]) -> tuple[Asks, ...]:
    """alone: whether nobody else can call the one, so that what all of its callers ask is asked for it. callers: ids."""
    asking = [other for other in others if other.unit != one.unit and other.asks]
    rows = [(other, row) for other in asking for row in (*_below(one, other), *_above(one, other, not alone))]
    units = {other.unit for other, row in rows if row.calls}
    without = [each for each in callers if each not in units and each != one.unit] if units else []
    names = tuple(dict.fromkeys(map(qualified_of, without)))
    return tuple([row._replace(without=names) if row.calls else row for _, row in rows])


def _below(one: Edited, other: Edited) -> Iterator[Asks]:
    """Of a function that it calls: with the arguments in place of the parameters."""
    for given in _calls(one.pieces, other.name, len(other.params)):
        names = dict(zip(other.params, given, strict=True))
        yield from (
            Asks(qualified_of(other.unit), tuple([word for each in asked for word in names.get(each, (each,))]), False)
            for asked in other.asks
        )


def _above(one: Edited, other: Edited, calls: bool) -> Iterator[Asks]:
    """Of a function that calls it: with the parameters in place of what they are given."""
    for given in _calls(other.pieces, one.name, len(one.params)):
        names = {words: param for param, words in zip(one.params, given, strict=True)}
        own = [target(piece) for piece in other.pieces if target(piece) and target(piece) not in names]
        yield from (
            Asks(qualified_of(other.unit), tuple(_replaced(asked, names)), calls)
            for asked in other.asks
            if b"(" in asked[2:] or not any((word,) in own for word in asked)  # `err < 0` is of its own `err`
        )


def _calls(pieces: Sequence[Piece], name: bytes, count: int) -> Iterator[tuple[Words, ...]]:
    for piece in pieces[1:]:
        for at, word in enumerate(piece.words):
            if word == name and piece.words[at + 1 : at + 2] == (b"(",):
                given = given_in(piece.words, at + 1)
                if len(given) == count:
                    yield given


def _replaced(words: Words, names: Mapping[Words, bytes]) -> Iterator[bytes]:
    at = 0
    while at < len(words):
        run = max((each for each in names if each and words[at : at + len(each)] == each), key=len, default=())
        yield names[run] if run else words[at]
        at += len(run) or 1
