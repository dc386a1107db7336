"""Python: a `with` that stands where something was made and closed, or taken and given back, by calls of its own; or the other way round.

One sentence says it; the calls, and the `try` that did it at last, are told with that. What else the `try` did is no part of it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import islice
from typing import Final

from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.quoting import joined, q
from ..reading.saying import ERRORS, Said, when

WITH: Final = "calls that a `with` does now or did"
Words = tuple[bytes, ...]


def entered(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By the `with`; of the calls that it stands for the rule alone."""
    told: dict[Change, Said] = {}
    for new in (True, False):
        kind, other = (ADDED, REMOVED) if new else (REMOVED, ADDED)
        pieces, others = (both.new, both.old) if new else (both.old, both.new)
        known = both.back if new else both.pairs
        free = {(each.a if new else each.b): each for each in found if each.kind == other}
        for change in found:
            at = change.b if new else change.a
            if change.kind == kind and pieces[at].kind == "With":
                side = (new, when(pieces, at))
                own = dict(_told(change, pieces[at], others, free, side))
                if not own and all(each in known or pieces[each].words == (b"pass",) for each in _below(pieces, at)):
                    own = dict(_left(change, pieces[at], others, free, side))
                told.update(own)
        for at, piece in enumerate(pieces):
            if piece.kind == "With" and at not in known:
                told.update(_made_there(pieces, at, others, free, new, told))
    return told


def _made_there(
    pieces: Sequence[Piece],
    at: int,
    others: Sequence[Piece],
    free: dict[int, Change],
    new: bool,
    told: Container[Change],
) -> Iterator[tuple[Change, Said]]:
    """What was made by a step of its own, and is by a `with` that holds more than what came behind it, or that is one of several."""
    makes = _makes(pieces[at], others, free)
    if len(makes) == 1 and free[makes[0]] not in told:
        yield free[makes[0]], _said(pieces[at], others[makes[0]], new, when(pieces, at))


def _left(
    change: Change, piece: Piece, others: Sequence[Piece], free: dict[int, Change], side: tuple[bool, str]
) -> Iterator[tuple[Change, Said]]:
    """What was made, and closed by nobody here, is left by the `with`: `f = open(p)`, or `open(p)` alone."""
    new, under = side
    makes = _makes(piece, others, free)
    if len(makes) == 1:
        yield change, _said(piece, others[makes[0]], new, under)
        yield free[makes[0]], Said(WITH, "", 9)


def _makes(piece: Piece, others: Sequence[Piece], free: dict[int, Change]) -> list[int]:
    value, name = _parts(piece)
    return [at for at in free if others[at].words == ((*name, b"=", *value) if name else value)]


def _said(piece: Piece, step: Piece, new: bool, under: str) -> Said:
    code, whole = q(step.said), q(f"with {piece.said.removeprefix('with ')}")
    if new:
        return Said(ERRORS, f"{code} now stands in a `with`, which leaves it at the end of its block{under}.", 4)
    return Said(ERRORS, f"{whole} is now {code} alone{under}.", 2)


def _below(pieces: Sequence[Piece], at: int) -> Iterator[int]:
    under = {at}
    for each in range(at + 1, len(pieces)):
        if pieces[each].parent not in under:
            return
        under.add(each)
        yield each


def _told(
    change: Change, piece: Piece, others: Sequence[Piece], free: dict[int, Change], side: tuple[bool, str]
) -> Iterator[tuple[Change, Said]]:
    """free: what is on the other side alone. side: whether the `with` is new, and under what it stands."""
    new, under = side
    value, name = _parts(piece)
    makes = [at for at in free if name and others[at].words == (*name, b"=", *value)]
    thing = name if makes else value
    asks = {} if new else dict(_asked(others, free, thing))
    free = {**free, **{at: free[asking] for at, asking in asks.items()}}
    calls = {at: others[at].words[len(thing) + 1] for at in _within(others, free) if _calls(others[at], thing)}
    before = [at for at in calls if at in free and others[at].role != "finally"]
    last = [at for at in calls if others[at].role == "finally" and len(_beside(others, at)) == 1]
    if (name and not makes) or not calls or len(calls) > 2 or (not makes and len(calls) != 2):
        return
    if len(last) > 1 or {*before, *last} != {*calls} or (not makes and len({*calls.values()}) != 2):
        return
    questions = {others[asks[at]].words if at in asks else () for at in calls}
    if len(questions) > 1:
        return
    asked = f", each when {q(others[next(iter(asks.values()))].said)}," if asks else ""
    ends = [others[at].parent if others[at].parent in free else at for at in last]
    if any(others[at].kind == "Try" and not _only_at_last(others, at) for at in ends):
        return
    said = _sentence(piece, [joined(others[at].words) for at in sorted(calls)], bool(last), new)
    said = said.replace(" do now what ", f"{asked} do now what ", 1)
    yield change, Said(ERRORS, f"{said}{under}.", 4 if new else 2)
    yield from ((free[at], Said(WITH, "", 9)) for at in (*makes, *before, *ends))


def _asked(others: Sequence[Piece], free: dict[int, Change], thing: Words) -> Iterator[tuple[int, int]]:
    """Calls of it that are all that a question leads to, each with the question: `if lock: self.lock.acquire()`."""
    for at in free:
        inner = [*islice(_below(others, at), 2)] if others[at].kind == "If" else []
        if len(inner) == 1 and others[inner[0]].role == "then" and _calls(others[inner[0]], thing):
            yield inner[0], at


def _sentence(piece: Piece, calls: Sequence[str], last: bool, new: bool) -> str:
    whole, those = q(f"with {piece.said.removeprefix('with ')}"), " and ".join(map(q, calls))
    if new:
        return f"{whole} does now what {those} did{'' if last else ', also where an error is raised'}"
    verb = "do" if len(calls) > 1 else "does"
    return f"{those} {verb} now what {whole} did{'' if last else ', but not where an error is raised'}"


def _only_at_last(pieces: Sequence[Piece], at: int) -> bool:
    """Whether a `try` handles nothing."""
    return all(each.role in ("body", "finally") and each.kind != "Handler" for each in pieces if each.parent == at)


def _parts(piece: Piece) -> tuple[Words, Words]:
    """(what is entered, what it is called) of `with f(x) as name`; nothing of several. `closing(x)` closes `x`, and is it."""
    words = piece.words[piece.words[:1] == (b"with",) :]
    words = words[: -1 if words[-1:] == (b":",) else None]
    depth, cut = 0, len(words)
    for at, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        if not depth and word == b",":
            return (), ()
        if not depth and word == b"as":
            cut = at
    return _closed(tuple(words[:cut])), tuple(words[cut + 1 :])


def _closed(value: Words) -> Words:
    bare = value[2:] if value[:2] == (b"contextlib", b".") else value
    return bare[2:-1] if bare[:2] == (b"closing", b"(") and bare[-1:] == (b")",) else value


def _within(pieces: Sequence[Piece], free: dict[int, Change]) -> Iterator[int]:
    """What is on this side alone, and what a `try` that is does at last."""
    yield from free
    yield from (
        at for at, each in enumerate(pieces) if each.role == "finally" and each.parent in free and at not in free
    )


def _calls(piece: Piece, thing: Words) -> bool:
    """Whether it is a call of a method of this and nothing else."""
    words = piece.words
    size = len(thing)
    plain = piece.kind == "Simple" and bool(size) and words[:size] == thing and words[size : size + 1] == (b".",)
    return plain and words[size + 2 :] == (b"(", b")")


def _beside(pieces: Sequence[Piece], at: int) -> list[int]:
    return [n for n, each in enumerate(pieces) if (each.parent, each.role) == (pieces[at].parent, pieces[at].role)]
