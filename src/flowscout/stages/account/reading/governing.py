"""What a statement stands under inside its function, in words: ` when `a`, unless `b``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ....model.syntax import Loop
from ..pieces.answers import asked, denied
from ..pieces.chaining import chained
from ..pieces.pieces import Piece, runs_once
from ..pieces.quoting import built, q
from .still_so import jumped_into

_ALWAYS: Final = frozenset(("", "1", "true", "True"))  # what a loop asks that is left from within alone
_AROUND: Final = 3  # questions that are said once more
_LADDER: Final = 4  # branches of which the conditions are not told
_PYTHON: Final = (b"def", b"async")


def governing(pieces: Sequence[Piece], at: int, own: str = "", known: int = -1) -> str:
    """All that a statement stands under, innermost last: ` when `a`, unless `b``. own: its own condition, for what it holds. known: what
    need not be said, for what is tried there."""
    found: list[str] = []
    here = start = at
    while pieces[here].parent >= 0:
        role, at = pieces[here].role, pieces[here].parent
        if jumped_into(pieces, at, start):
            pass  # nothing was asked of who comes by the jump
        elif role == "body" and at == known:
            pass
        elif pieces[at].kind == "If" and role == "then" and else_if(pieces, at):
            found.append(f"in the branch {q(branch(pieces, at))}")
            at = head_of_chain(pieces, at)
        elif role == "else" and (ladder := _behind_branches(pieces, here, at)):
            found.append(ladder)
            at = head_of_chain(pieces, at)
        elif pieces[at].kind != "Block":
            found.append(under(pieces[at], role))
        here = at
    return chained([each for each in (*reversed(found), own) if each])


@lru_cache(maxsize=KEPT)
def _whole(pieces: Same[Sequence[Piece]]) -> int:
    """Where a `try` stands alone in a function's body, but for its docstring; -1 for none."""
    body = [at for at, each in enumerate(pieces.value) if not each.parent and not _is_text(each)]
    whole = len(body) == 1 and pieces.value[0].kind == "Head" and pieces.value[body[0]].kind == "Try"
    return body[0] if whole else -1


def _is_text(piece: Piece) -> bool:
    return bool(piece.words) and all(word[:1] in (b'"', b"'") for word in piece.words)


def else_if(pieces: Sequence[Piece], at: int) -> bool:
    """Whether it is all that another `if` does otherwise; in Python by an `elif`."""
    if pieces[at].opens == b"if" and pieces[0].opens in _PYTHON:
        return False
    above = pieces[at].parent
    if above < 0 or {pieces[at].kind, pieces[above].kind} != {"If"} or pieces[at].role != "else":
        return False
    return _otherwise(Same(pieces))[above] == 1


@lru_cache(maxsize=KEPT)
def _otherwise(pieces: Same[Sequence[Piece]]) -> Counter[int]:
    """How many steps each does otherwise."""
    return Counter([each.parent for each in pieces.value if each.role == "else"])


def _behind_branches(pieces: Sequence[Piece], here: int, at: int) -> str:
    """Of what comes behind a ladder of branches, by how many and by the first: their conditions say nothing of it. "" behind a few.
    here: what stands in the `else` of `at`, the last of them."""
    first, count, each = head_of_chain(pieces, at), 1, at
    while each != first:
        count, each = count + 1, pieces[each].parent
    if count < _LADDER or pieces[at].kind != "If":
        return ""
    whose = q(f"if {pieces[first].said}")
    return f"behind {count} branches of {whose}" if else_if(pieces, here) else f"in the last `else` of {whose}"


def branch(pieces: Sequence[Piece], at: int) -> str:
    """As it is written: `elif a`, `else if a`."""
    return f"{'elif' if pieces[at].opens == b'elif' else 'else if'} {pieces[at].said}"


def head_of_chain(pieces: Sequence[Piece], at: int) -> int:
    """The `if` whose `else if` it is, or that of which it is one; itself where it is none."""
    return _heads(Same(pieces))[at]


@lru_cache(maxsize=KEPT)
def _heads(pieces: Same[Sequence[Piece]]) -> list[int]:
    found: list[int] = []
    for at, piece in enumerate(pieces.value):  # what holds others stands before them
        found.append(found[piece.parent] if else_if(pieces.value, at) else at)
    return found


def under(above: Piece, role: str) -> str:
    match above.kind, role:
        case "If", "then":
            return "" if is_endless(above) else f"when {q(above.said)}"
        case "If", "else":
            return asked(above.said, role)
        case "Loop", "body":
            if runs_once(above):
                return ""
            named = f"in the loop {q(above.said)}" if above.said else "in the loop"
            return "in the endless loop" if is_endless(above) else named
        case "Loop", "init":
            return f"where the loop {q(above.said)} begins" if above.said else ""
        case "Loop", "else":
            return f"after the loop {q(above.said)}"
        case "Arm", _:
            return "in the default case" if above.said == "default" else f"in case {q(above.said)}"
        case "Handler", _:
            return f"on {q(above.said)}" if above.said else "on any exception"
        case "Try", "finally":
            return "at last, whatever happens"
        case "Try", "body":
            return "in the `try`"
        case "Try", "else":
            return "when the `try` raised nothing"
        case "With", _:
            return f"under {q(above.said)}"
        case "Block", _:
            return "in an inner block"
        case "Variant", _:
            return f"with {built(role)}"
    return ""


def when(pieces: Sequence[Piece], at: int, own: str = "") -> str:
    """The same behind a comma; without the `try` that is all that a function does."""
    told = governing(pieces, at, own, _whole(Same(pieces)))
    return f", {told}" if told else ""


def holds(said: str, role: str, around: str) -> str:
    """That a question holds, as asked in this branch; still does, where what stands around asks the same. around: as said."""
    told, bare = asked(said, role), denied(said) if role != "then" else ""
    still = "still " * any(part in around for part in (f", {told}", f" and {told}"))
    return f"{q(bare or said)} {still}{'holds' if role == 'then' or bare else 'does not hold'}"


def denied_under(pieces: Sequence[Piece], at: int) -> str:
    """ "where `a` holds, but not `b`": that `b` does not hold, with the questions right around it, which that does not deny; of many only that."""
    yes, no = list[str](), list[str]()
    here = at
    while (above := pieces[here].parent) >= 0 and pieces[above].kind == "If" and not is_endless(pieces[above]):
        bare = denied(pieces[above].said) if pieces[here].role == "else" else ""
        (yes if pieces[here].role == "then" or bare else no).append(q(bare or pieces[above].said))
        inner, here = pieces[here].role == "then", above
        while inner and pieces[here].opens == b"elif":  # that its own question holds denies those before it
            here = pieces[here].parent
    own, around = q(pieces[at].said), [*reversed(yes)]
    if not yes + no or len(yes + no) > _AROUND:
        return f"where {own} does not hold"
    if not yes:
        return f"where neither {' nor '.join([*reversed(no), own])} holds"
    denies = f"neither {' nor '.join([*reversed(no), own])}" if no else f"not {own}"
    return f"where {' and '.join(around)} {'hold' if len(yes) > 1 else 'holds'}, but {denies}"


def is_endless(piece: Piece) -> bool:
    """Whether a loop has no test, or a question none that asks."""
    each = isinstance(piece.stmt, Loop) and piece.stmt.style == "each"
    return not each and piece.said.replace(";", "").strip("() ") in _ALWAYS


def in_a_loop(told: str) -> bool:
    """Whether it is told to stand in one."""
    return "in the loop" in told or "in the endless loop" in told


def without(sentence: str, where: str) -> str:
    """A sentence without what all of it stands under; a condition of its own that is chained to that stays."""
    for link, word in ((" and `", ", when `"), (" or `", ", unless `")):
        if f"{where}{link}" in sentence and where.rpartition(", ")[2].startswith(word[2:]):
            return sentence.replace(f"{where}{link}", word, 1)
    before, _, behind = sentence.partition(where)
    return before + behind if behind[:1] in (".", ",", ";", ":") else sentence
