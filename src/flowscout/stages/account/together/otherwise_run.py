"""Python: steps that stand in a function of their own do not run as they did there, where it is decorated, a generator, or not awaited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.account import FLOW, Answer
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.quoting import joined
from ..pieces.splicing import Inner, SplicedCall, call_in
from ..reading.saying import q
from .left_apart import CallingSide, side_of

_RANK: Final = 1
_HEADS: Final = ((b"def",), (b"async",))
_SAME: Final = frozenset(("staticmethod", "classmethod", "override", "typing.override", "final", "typing.final"))


def otherwise_run(both: Trees, caller: CallingSide, parts: Mapping[bytes, Inner]) -> Iterator[Answer]:
    known, there = (both.back, both.old) if caller.taken else (both.pairs, both.new)
    for at, put in caller.places.items():
        call, stands = call_in(caller.pieces[at], parts), next((known[each] for each in put if each in known), -1)
        inner = parts[call.name] if call else Inner((), ())
        if call is None or stands < 0 or inner.pieces[0].words[:1] not in _HEADS:
            continue
        part = q(call.name.decode())
        sides = side_of(caller.other, there[stands]), side_of(caller.source, caller.pieces[at])
        for said in _how(caller, part, caller.pieces[at], call, inner):
            yield Answer(FLOW, "", caller.unit, *(sides if caller.taken else sides[::-1]), said, _RANK)


def _how(caller: CallingSide, part: str, piece: Piece, call: SplicedCall, inner: Inner) -> Iterator[str]:
    marks = [each.lstrip("@") for each in map(joined, _decorators(inner.pieces))]
    told = " and ".join([q(f"@{each}") for each in marks if each not in _SAME])
    if told:
        yield (
            f"What stood here runs in {part} now, which is decorated with {told}."
            if caller.taken
            else f"What stood in {part}, which was decorated with {told}, runs here without that."
        )
    why = _idle(caller.pieces, piece, call, inner)
    if why:
        yield (
            f"The call of {part} runs nothing of what stood here: {why}."
            if caller.taken
            else f"Runs what the call of {part} did not: {why}."
        )


def _decorators(pieces: Sequence[Piece]) -> list[tuple[bytes, ...]]:
    return [piece.words for piece in pieces if piece.kind == "Decorator"]


def _idle(pieces: Sequence[Piece], piece: Piece, call: SplicedCall, inner: Inner) -> str:
    """Why a call by itself runs nothing of it; of a value that is handed on somebody else may run it."""
    before = piece.words[: call.first]
    if piece.kind == "Return" or before[-1:] not in ((), (b"=",)):
        return ""
    if any(b"yield" in inner.pieces[at].words for at in inner.body):
        return "it is a generator"
    if inner.pieces[0].words[:1] != (b"async",):
        return ""
    later = any(b"await" in each.words and not {*before[:-1]}.isdisjoint(each.words) for each in pieces)
    return "it is not awaited there" if later else "it is not awaited"
