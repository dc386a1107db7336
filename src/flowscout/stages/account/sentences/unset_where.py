"""Python: a name that a step reads, which questions or a `try` before it set, and which is not set now where they go another way.

if a: x = 1
elif b: x = 2
use(x)           Where neither `a` nor `b` holds, `x` is not set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Final

from ....model.account import Answer
from ....model.record import NamedTuple
from ..pairing.changes import ADDED, CHANGED, MOVED, REMOVED, Change, Trees
from ..pieces.pieces import HEAD, Piece
from ..pieces.quoting import q
from ..pieces.targets import target
from ..reading.conditions import under
from ..reading.governing import is_endless
from ..reading.saying import EXITS, Said, callee, joined

_THROUGH: Final = frozenset(("With", "Try"))  # what a step may stand in, and still run whenever the chain did
_TRIED: Final = frozenset(("Handler", "Try"))
_RISK: Final = 2
_OWN: Final = {b"for": b"in", b"lambda": b":"}
_OF_LOOPS: Final = frozenset((b"for", b"in", b"while", b"range"))
_WHERE, _UNSET = ". Where ", " is not set."
_BINDS: Final = frozenset(
    (b":=", b"as", b"import", b"for", b"def", b"class", b"global", b"nonlocal", b"except", b"del")
)


class _Side(NamedTuple):
    pieces: Sequence[Piece]
    below: Sequence[Sequence[int]]

    def arm(self, at: int, role: str) -> list[int]:
        return [each for each in self.below[at] if self.pieces[each].role == role]

    def speaks(self, at: int, name: bytes) -> bool:
        return any(name in self.pieces[each].words for each in (at, *under(self.below, at)))

    def sets(self, those: Sequence[int], name: bytes) -> bool:
        return any(name in _set_by(self.pieces[each]) for each in those)


class _Lack(NamedTuple):
    """at: what sets a name and has another way. where: by which way nothing does."""

    at: int
    where: str


def unset(both: Trees, found: Sequence[Change]) -> dict[Change, str]:
    """The edits by which a name is not set where it is read, each with where."""
    old, new = _Side(both.old, both.old_below), _Side(both.new, both.new_below)
    edited = {change.b for change in found if change.kind in (ADDED, CHANGED)}
    edited |= {each for b in [*edited] if b >= 0 for each in under(new.below, b) if each not in both.back}
    by_name = _edits(both, found, _set_in_a_branch(new))
    told: dict[Change, str] = {}
    for b, piece in enumerate(new.pieces):
        if piece.kind not in ("Simple", "Return", "Raise", "If"):
            continue
        for name in dict.fromkeys(_read(piece)):
            if name not in by_name or (lack := _lack(new, b, name)) is None:
                continue
            a = both.back.get(b, -1)
            if a >= 0 and name in both.renamed_words(a) and _lack(old, a, name) is not None:
                continue
            own = [each for each in found if each.b == b and each.kind in (ADDED, CHANGED)] if b in edited else []
            for edit in own or by_name[name]:
                told.setdefault(
                    edit, f"Where {lack.where}, {q(name.decode('utf-8', 'replace'))} is not set{_when(new, lack.at)}."
                )
    return told


def told(unset_: dict[Change, str], change: Change, said: Said) -> Said:
    """What is said of a step, and where what is read then is not set: once."""
    unset_here = unset_.get(change, "") if said.sentence else ""
    if not unset_here:
        return said
    for each in [each for each, sentence in unset_.items() if sentence == unset_here]:
        del unset_[each]
    return said._replace(sentence=f"{said.sentence} {unset_here}", rank=min(said.rank, _RISK))


def alike(told: Sequence[Answer]) -> list[Answer]:
    """An edit that is told in two answers says it in both."""
    whole = {
        f"{one.sentence.partition(_WHERE)[0]}.": one
        for one in told
        if _WHERE in one.sentence and one.sentence.endswith(_UNSET)
    }
    return [
        one._replace(sentence=twin.sentence, core=twin.core, rank=twin.rank)
        if (twin := whole.get(one.sentence)) is not None
        else one
        for one in told
    ]


def _when(side: _Side, at: int) -> str:
    return (
        " in that round"
        if any(side.pieces[each].kind == "Loop" for each in _above(side, side.pieces[at].parent))
        else ""
    )


def _set_by(piece: Piece) -> Sequence[bytes]:
    """Also of `a, b = …`."""
    if len(one := target(piece)) == 1:
        return one
    names = piece.words[: piece.words.index(b"=")] if piece.kind == "Simple" and b"=" in piece.words else ()
    apart = names[1::2] == (b",",) * (len(names) // 2) and len(names) > 1
    return names[::2] if apart and all(each.replace(b"_", b"a").isalnum() for each in names[::2]) else ()


def _set_in_a_branch(side: _Side) -> set[bytes]:
    """Names that are set in an `if`, a `try` or a loop, and are no parameter."""
    heads = {word for piece in side.pieces if piece.kind == HEAD for word in piece.words}
    inside = {
        name
        for piece in side.pieces
        if piece.parent >= 0 and side.pieces[piece.parent].kind in ("If", "Try", "Loop")
        for name in _set_by(piece)
    }
    return inside - heads


def _edits(both: Trees, found: Sequence[Change], names: Set[bytes]) -> dict[bytes, list[Change]]:
    """Of each name those that set it, or no longer do; where it was set in any case, or nowhere."""
    edits = {name: list[Change]() for name in names}
    for change in found:
        side, at = (
            (_Side(both.new, both.new_below), change.b)
            if change.b >= 0
            else (_Side(both.old, both.old_below), change.a)
        )
        if change.kind in (ADDED, REMOVED, MOVED, CHANGED):
            those = {name for each in (at, *under(side.below, at)) for name in _set_by(side.pieces[each])}
            for name in those & names:
                edits[name].append(change)
    return edits


def _read(piece: Piece) -> Iterator[bytes]:
    """Names, and none that the step itself sets first."""
    sets = target(piece)
    begin = (
        len(sets)
        if sets and piece.words[: len(sets)] == sets and piece.words[len(sets) :][:1] in ((b"=",), (b":",))
        else 0
    )
    own = {*_of_its_own(piece)}
    for at in range(begin, len(piece.words)):
        word, keyword = piece.words[at], piece.words[at + 1 : at + 2] == (b"=",)
        if word in own:
            continue
        if (word[:1].isalpha() or word[:1] == b"_") and not keyword and (not at or piece.words[at - 1] != b"."):
            yield word


def _of_its_own(piece: Piece) -> Iterator[bytes]:
    """What a comprehension in it goes through things by, and what a `lambda` takes."""
    until = b""
    for word in piece.words:
        if until and word != until:
            yield word
        until = _OWN.get(word, b"" if word == until else until)


def _lack(side: _Side, at: int, name: bytes) -> _Lack | None:
    """None of what is set wherever a step runs, as far as can be seen."""
    if (tried := _tried_there(side, at, name)) is not None:
        return tried
    here = at
    while here > 0:
        above, role = side.pieces[here].parent, side.pieces[here].role
        for each in reversed([each for each in side.arm(above, role) if each < here]):
            if side.speaks(each, name):
                lack = _of(side, each, name)
                return lack if lack and not _bound_otherwise(side, name, each, at) else None
            if any(side.pieces[one].kind in EXITS for one in (each, *under(side.below, each))):
                return None  # what leaves before may be what nothing is set for
        if side.pieces[above].kind not in _THROUGH or role != "body":
            return None
        here = above
    return None


def _tried_there(side: _Side, at: int, name: bytes) -> _Lack | None:
    """Of a step in a handler of a `try` of which the first step sets a name: where that failed."""
    here = at if any(side.pieces[each].kind in _TRIED for each in _above(side, at)) else -1
    while here > 0 and side.pieces[here].kind not in (HEAD, "Loop"):
        above, role = side.pieces[here].parent, side.pieces[here].role
        if side.pieces[above].kind == "Handler" or (side.pieces[above].kind == "Try" and role == "finally"):
            tries = side.pieces[above].parent if side.pieces[above].kind == "Handler" else above
            body = side.arm(tries, "body")
            first = body[0] if body and side.pieces[tries].kind == "Try" and side.sets(body[:1], name) else -1
            if first < 0 or name in side.pieces[above].words or _bound_otherwise(side, name, tries, at):
                return None
            return _Lack(first, f"{q(side.pieces[first].said or joined(side.pieces[first].words))} fails")
        if any(side.speaks(each, name) for each in reversed(side.arm(above, role)) if each < here):
            return None
        if side.pieces[above].kind == "If" and name in side.pieces[above].words:
            return None
        here = above
    return None


def _of(side: _Side, at: int, name: bytes) -> _Lack | None:
    if side.pieces[at].kind == "Try":
        return _of_try(side, at, name)
    if side.pieces[at].kind == "Loop":
        return _of_loop(side, at, name)
    asked: list[str] = []
    first, sets, without = at, False, ""
    while side.pieces[at].kind == "If":
        if name in side.pieces[at].words:
            return None
        then, other = side.arm(at, "then"), side.arm(at, "else")
        own = side.sets(then, name)
        sets = sets or own
        if not own and not _leaves(side, then):
            if not _idle(side, then, name):
                return None
            without = without or f"{q(side.pieces[at].said)} holds"
        asked.append(q(side.pieces[at].said))
        if len(other) == 1 and side.pieces[other[0]].kind == "If":
            at = other[0]
            continue
        own = side.sets(other, name)
        sets = sets or own
        if own or _leaves(side, other):
            break
        if other and not _idle(side, other, name):
            return None
        without = f"neither {' nor '.join(asked)} holds" if len(asked) > 1 else f"{asked[0]} does not hold"
        break
    return _Lack(first, without) if sets and without else None


def _of_loop(side: _Side, at: int, name: bytes) -> _Lack | None:
    """What its rounds set, where it makes none; not what it asks for itself, nor where something ahead may see to it that it makes one."""
    loop = side.pieces[at]
    inside = [*under(side.below, at)]
    names = {word for word in loop.words if word[:1].isalpha() or word[:1] == b"_"} - _OF_LOOPS
    seen = any(
        not names.isdisjoint(piece.words) and (piece.kind == "If" or piece.words[:1] == (b"assert",))
        for piece in side.pieces[:at]
    )
    asks = name in loop.words or is_endless(loop) or side.arm(at, "else") or seen
    return None if asks or not side.sets(inside, name) else _Lack(at, f"the loop {q(loop.said)} makes no round")


def _of_try(side: _Side, at: int, name: bytes) -> _Lack | None:
    """What the body sets, or the `else`, and a handler that goes on does not."""
    body, final = side.arm(at, "body"), side.arm(at, "finally")
    set_there = [each for each in (*body, *side.arm(at, "else")) if side.sets((each,), name)]
    if not set_there or any(side.speaks(each, name) for each in final):
        return None
    for each in side.below[at]:
        own = side.below[each]
        silent = side.pieces[each].kind == "Handler" and name not in side.pieces[each].words
        quiet = silent and not any(side.speaks(each, name) for each in own)
        if quiet and (ends := _ends(side, own, name)) is not None:
            return _Lack(at, f"{q(side.pieces[each].said or 'Exception')} is handled{ends}")
    return None


def _ends(side: _Side, arm: Sequence[int], name: bytes) -> str | None:
    """What must be for an arm to go on: that the call it ends with returns, or nothing. None where it leaves."""
    if _idle(side, arm, name):
        return "" if not _leaves(side, arm) else None
    calls = side.pieces[arm[-1]].kind == "Simple" and bool(callee(side.pieces[arm[-1]]))
    return f" and {q(side.pieces[arm[-1]].said)} returns" if calls else None


def _leaves(side: _Side, arm: Sequence[int]) -> bool:
    return bool(arm) and side.pieces[arm[-1]].kind in EXITS


def _idle(side: _Side, arm: Sequence[int], name: bytes) -> bool:
    """Whether an arm surely goes on and does not speak of a name: what it calls last may never return."""
    if any(side.speaks(each, name) for each in arm):
        return False
    return not arm or (side.pieces[arm[-1]].kind == "Simple" and not callee(side.pieces[arm[-1]]))


def _bound_otherwise(side: _Side, name: bytes, first: int, at: int) -> bool:
    """Whether something outside of what sets it, which may have run before, binds it too."""
    inside = {first, *under(side.below, first)}
    looped = any(side.pieces[each].kind == "Loop" for each in _above(side, first))
    for each, piece in enumerate(side.pieces):
        if name not in piece.words or each == at or (each in inside and _BINDS.isdisjoint(piece.words)):
            continue
        if piece.kind == HEAD or not _BINDS.isdisjoint(piece.words):
            return True
        if target(piece) == (name,) and (each < at or looped) and not _never_both(side, each, first):
            return True
        if b"," in piece.words and b"=" in piece.words:
            return True
    return False


def _above(side: _Side, at: int) -> Iterator[int]:
    while at >= 0:
        yield at
        at = side.pieces[at].parent


def _never_both(side: _Side, one: int, other: int) -> bool:
    """Whether they stand in two arms of one question, in no loop within it or around."""
    arms = [{side.pieces[each].parent: side.pieces[each].role for each in _above(side, at)} for at in (one, other)]
    shared = [at for at in arms[0] if at in arms[1]]
    return bool(shared) and side.pieces[shared[0]].kind == "If" and arms[0][shared[0]] != arms[1][shared[0]]
