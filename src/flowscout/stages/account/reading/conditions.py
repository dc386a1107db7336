"""What must hold where a piece runs: the arms it stands in, and the early exits it stands behind.

`if c: … else: f()` and `if c: …; return` before `f()` ask the same of `f()`, and so do `if a and b` and an `if b` in an `if a`.
A piece that stands elsewhere and still runs under the same is only written otherwise.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ....model.record import NamedTuple
from ....model.syntax import Simple
from ..pairing.changes import ADDED, CHANGED, MOVED, REMOVED, REORDERED, Change, Trees
from ..pairing.zeros import nothing
from ..pieces.pieces import HEAD, Piece
from ..pieces.questions import Words, operands, parts, plain
from .asked_later import between, called_as_often
from .going_on import ending, handlers_end, jumped_over, leading_on
from .governing import is_endless
from .never_meeting import past_what_it_never_meets
from .passing_on import at_the_end
from .still_so import jumped_into, still_so

OTHERWISE: Final = "the same conditions written otherwise"


class Held(NamedTuple):
    """asked: the words of a question in its plain form, or which piece of both sides it is. at: the piece that asks. role: the part of
    it, for telling; holds: the answer."""

    asked: tuple[object, ...]
    holds: str
    at: int = -1
    role: str = ""

    @property
    def key(self) -> tuple[object, ...]:
        return self.asked, self.holds


def apart(both: Trees, a: int, b: int) -> tuple[Sequence[Held], Sequence[Held]]:
    """Under what only the one, and only the other of a pair runs. That a question is another now is told of the question."""
    known = _known(Same(both))
    if (a, b) not in known:
        known[a, b] = _apart(both, a, b)
    return known[a, b]


@lru_cache(maxsize=KEPT)
def _known(both: Same[Trees]) -> dict[tuple[int, int], tuple[Sequence[Held], Sequence[Held]]]:
    """What was found of pairs: many ask the same of one."""
    return {}


def _apart(both: Trees, a: int, b: int) -> tuple[Sequence[Held], Sequence[Held]]:
    was = _resolved(list(_held(both.old, both.old_below, a, both.pairs)), _own(both.old, both.old_below, a, both.pairs))
    now = _resolved(list(held(both, b)), _own(both.new, both.new_below, b, both.back))
    was, now = _beside(was, now), _beside(now, was)
    asked = {
        (one.at, other.at, one.role)
        for one in was
        for other in now
        if one.role == other.role and _one(both, one, other)
    }
    theirs, mine = own_parts(both.new, b), own_parts(both.old, a)  # what the other side's own question asks
    was, now = [each for each in was if each.key not in theirs], [each for each in now if each.key not in mine]
    gone, came = {(a, role) for a, _, role in asked}, {(b, role) for _, b, role in asked}
    return [each for each in was if (each.at, each.role) not in gone], [
        each for each in now if (each.at, each.role) not in came
    ]


def _one(both: Trees, was: Held, now: Held) -> bool:
    """It is asked by one question that stands on both sides, or by the outer of the two that it was taken apart into."""
    a, b = both.back.get(now.at, -1), both.pairs.get(was.at, -1)
    if a >= 0 or b >= 0:
        taken_apart = (b >= 0 > a and both.new[b].parent == now.at) or (a >= 0 > b and both.old[a].parent == was.at)
        return a == was.at or (taken_apart and bool(own_parts(both.old, was.at) & own_parts(both.new, now.at)))
    return False


def _own(
    pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, known: Container[int]
) -> Set[tuple[object, ...]]:
    """What a question asks itself, where nothing that is on both sides runs by its other answer."""
    apart_ = any(pieces[each].role == "else" and each in known for each in below[at])
    return frozenset() if apart_ else own_parts(pieces, at)


def _resolved(found: Sequence[Held], own: Set[tuple[object, ...]] = frozenset()) -> list[Held]:
    """Of a joined question what the others leave open: of `!(a && b)`, where `a` holds, `!b`; nothing where they answer it. own: what is
    asked behind them."""
    known = {each.key for each in found} | own
    return [one for each in found for one in _left_open(each, known)]


def _left_open(each: Held, known: Set[tuple[object, ...]]) -> list[Held]:
    words = tuple([word for word in each.asked if isinstance(word, bytes)])
    joined, every = operands(words) if each.role in ("then", "else") and len(words) == len(each.asked) else ((), False)
    if len(joined) < 2 or every == (each.holds == str(True)):
        return [each]
    if any(_keys(one, not every) & known for one in joined):
        return []
    open_ = [one for one in joined if not _keys(one, every) <= known]
    if len(open_) != 1:
        return [each]
    return [each._replace(asked=asked, holds=str(holds)) for asked, holds in parts(open_[0], not every)]


def _keys(words: Words, holds: bool) -> set[tuple[object, ...]]:
    """By which it holds, or does not; nothing of what several answers would do."""
    return {(asked, str(true)) for asked, true in parts(words, holds)}


def _beside(mine: Sequence[Held], other: Sequence[Held]) -> list[Held]:
    """What is asked more often than on the other side: a question that is asked again may be of another value."""
    left = Counter(each.key for each in other)
    found = []
    for each in reversed(mine):  # the outermost first
        left[each.key] -= 1
        found += [each] if left[each.key] < 0 else []
    return found[::-1]


def held(both: Trees, b: int) -> Iterator[Held]:
    """All that must hold where a piece of the new side runs."""
    return _held(both.new, both.new_below, b, {y: y for y in both.back})


def leaves_newly(both: Trees, b: int, held: Held) -> bool:
    """Whether it only stands behind something by which a new way leaves: that is told there."""
    return _only_behind(both.new, b, held) and not all(
        each in both.back for each in (held.at, *under(both.new_below, held.at))
    )


def left_before(both: Trees, a: int, b: int, held: Held) -> bool:
    """Whether it only stood behind a question that still stands before it, by which a way left that is gone: that is told there."""
    return (
        _only_behind(both.old, a, held)
        and both.pairs.get(held.at, b) < b
        and not all(each in both.pairs for each in under(both.old_below, held.at))
    )


def only_a_way_less(both: Trees, a: int, b: int) -> bool:
    """Whether all that no longer holds where it runs is that no such way left."""
    was, now = apart(both, a, b)
    return bool(was) and not now and all(left_before(both, a, b, each) for each in was)


def _only_behind(pieces: Sequence[Piece], at: int, held: Held) -> bool:
    above = pieces[at].parent
    while above >= 0 and above != held.at:
        above = pieces[above].parent
    return above < 0


def keys_before(both: Trees, a: int) -> set[tuple[object, ...]]:
    return {each.key for each in _resolved(list(_held(both.old, both.old_below, a, both.pairs)))}


def keys_now(both: Trees, b: int) -> set[tuple[object, ...]]:
    return {each.key for each in _resolved(list(held(both, b)))}


def same(both: Trees, change: Change, once: bool = True) -> bool:
    """Whether a piece was moved, or a condition put round others or taken away, and all of it runs as before. once: whether it counts that
    what is asked twice may be another answer."""
    if change.kind == REORDERED:
        return past_what_it_never_meets(both, change.b)
    if change.kind == MOVED:
        return not any(apart(both, change.a, change.b))
    if change.kind == CHANGED:
        return _asked_around(both, change.a, change.b) or _turned_round(both, change.a, change.b)
    if change.kind not in (ADDED, REMOVED):
        return False
    pieces, below, known, at = (
        (both.new, both.new_below, both.back, change.b)
        if change.kind == ADDED
        else (both.old, both.old_below, both.pairs, change.a)
    )
    if pieces[at].kind in ("Jump", "Return"):
        return _leaves_as_before(both, at, change.kind == ADDED)
    twice = once and pieces[at].kind == "If" and (between(pieces, at) or not called_as_often(both, pieces[at].words))
    if twice:
        return False
    inside = list(under(below, at))
    if pieces[at].kind not in ("If", "Block") or not inside or not all(each in known for each in inside):
        return False
    if pieces[at].kind == "Block" and _ends_something(pieces, at):
        return False
    pairs = [(known[each], each) if change.kind == ADDED else (each, known[each]) for each in inside]
    return all(
        (both.old[a].words == both.new[b].words or _asked_around(both, a, b)) and not any(apart(both, a, b))
        for a, b in pairs
    )


def _asked_around(both: Trees, a: int, b: int) -> bool:
    """Whether a question asks less, or more, than it did, of which the rest is asked around it: `if a and b` and `if b` in an `if a`."""
    one, other = both.old[a], both.new[b]
    plain_ = one.kind == other.kind == "If" and one.words != other.words
    if not plain_ or any(both.new[each].role == "else" and each in both.back for each in both.new_below[b]):
        return False
    was, now = own_parts(both.old, a), own_parts(both.new, b)
    less, more = was - now, now - was
    return (
        bool(less or more)
        and less <= _still(both.new, b, [each for each in held(both, b) if each.key in less])
        and more
        <= _still(both.old, a, [each for each in _held(both.old, both.old_below, a, both.pairs) if each.key in more])
    )


def _turned_round(both: Trees, a: int, b: int) -> bool:
    """Whether a question asks the very opposite, and what stands on both sides runs by the same answer of it: `if (p) { … }` and
    `if (!p) return;` before all that."""
    one, other = both.old[a], both.new[b]
    if one.kind != "If" or other.kind != "If":
        return False
    (asked, holds), (now, turned_) = plain(one.words), plain(other.words)
    if asked != now or holds == turned_:
        return False
    wanted = own_parts(both.old, a) | {(asked, str(holds))}
    words = {each for each, _ in wanted}
    pairs = [(x, both.pairs[x]) for x in under(both.old_below, a) if x in both.pairs]
    pairs += [(both.back[y], y) for y in under(both.new_below, b) if y in both.back]
    answers = [
        tuple({key for key in keys if key[0] in words} for keys in (keys_before(both, x), keys_now(both, y)))
        for x, y in pairs
    ]
    return bool(answers) and all(was == now and was for was, now in answers)


def _leaves_as_before(both: Trees, at: int, new: bool) -> bool:
    """`if not p: continue`, where all that follows in the round stood under `if p`."""
    mine, below, others, known = (
        (both.new, both.new_below, both.old, both.back) if new else (both.old, both.old_below, both.new, both.pairs)
    )
    asks = mine[at].parent
    beside = [each for each in below[asks] if mine[each].role == mine[at].role] if asks in known else []
    return (
        beside == [at]
        and _turned_round(both, *((known[asks], asks) if new else (asks, known[asks])))
        and at_the_end(others, known[asks], mine[at])
    )


def _still(pieces: Sequence[Piece], at: int, found: Iterable[Held]) -> set[tuple[object, ...]]:
    """What held where it was asked, and still does."""
    return {
        each.key
        for each in found
        if still_so(pieces, tuple([word for word in each.asked if isinstance(word, bytes)]), each.at, at)
    }


def asked_too(both: Trees, at: int, new: bool) -> bool:
    """Whether a question of the other side asks all that one asks: of what stands under that it is known whether it depends on it there."""
    mine, others = (both.new, both.old) if new else (both.old, both.new)
    wanted = own_parts(mine, at)
    return any(piece.kind == "If" and wanted <= own_parts(others, each) for each, piece in enumerate(others))


def own_parts(pieces: Sequence[Piece], at: int) -> set[tuple[object, ...]]:
    """What must hold for an `if` to do something, by its own question."""
    own = _parts(pieces, at, True) if pieces[at].kind == "If" else ()
    return {(words, str(holds)) for words, holds in own}


def _ends_something(pieces: Sequence[Piece], at: int) -> bool:
    """Whether a block may do something where it ends: an object is declared in it."""
    return any(
        piece.parent == at
        and isinstance(piece.stmt, Simple)
        and piece.stmt.role == "declare"
        and b"*" not in piece.words
        for piece in pieces[at + 1 :]
    )


def turned(both: Trees, at: int, new: bool) -> bool:
    """Whether the other side asks the very opposite in the same place or of the same statements, and nobody on this side does."""
    mine, others, known = (both.new, both.old, both.pairs) if new else (both.old, both.new, both.back)
    asked, holds = plain(mine[at].words)
    there = [each for each in _asking(Same(others)).get((asked, not holds), ()) if each not in known]
    if any(_hold_the_same(both, *((each, at) if new else (at, each))) for each in there):
        return True
    alike = _asking(Same(mine)).get((asked, holds), ())
    taken = any(_hold_the_same(both, *((a, b) if new else (b, a))) for a in there for b in alike)
    return not taken and any(known.get(others[each].parent) == mine[at].parent for each in there)


@lru_cache(maxsize=KEPT)
def _asking(pieces: Same[tuple[Piece, ...]]) -> dict[tuple[Words, bool], list[int]]:
    """Which conditions ask what."""
    found: dict[tuple[Words, bool], list[int]] = {}
    for at, piece in enumerate(pieces.value):
        if piece.kind == "If":
            found.setdefault(plain(piece.words), []).append(at)
    return found


def _hold_the_same(both: Trees, a: int, b: int) -> bool:
    """Whether a statement under the one is a statement under the other."""
    return any(both.pairs.get(each) in both.new_below[b] for each in both.old_below[a])


def _held(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, names: Mapping[int, int]) -> Iterator[Held]:
    """names: by what a piece is known on both sides."""
    here = at
    while pieces[here].parent >= 0:
        above = pieces[here].parent
        if not jumped_into(pieces, above, at):
            yield from _asked(pieces, above, pieces[here].role, names)
        yield from _left(pieces, below, here, names)
        here = above


def _asked(pieces: Sequence[Piece], at: int, role: str, names: Mapping[int, int]) -> Iterator[Held]:
    piece = pieces[at]
    if (piece.kind, role) == ("Loop", "init") or (role == "then" and is_endless(piece)):
        return  # it runs once, before; `if (1)` asks nothing
    if piece.kind == "If" and role in ("then", "else"):
        yield from (Held(words, str(holds), at, role) for words, holds in _parts(pieces, at, role == "then"))
    elif piece.kind not in ("Head", "Switch") and (piece.kind != "Block" or _ends_something(pieces, at)):
        known = names.get(at)
        yield Held((known,) if known is not None else (piece.kind, *piece.words), role, at, role)


def _left(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, names: Mapping[int, int]) -> Iterator[Held]:
    """Of the questions before it in the same arm, those after which one way only goes on."""
    labels, arms = set[str](), ending(Same(pieces))
    beside = leading_on(Same(pieces)).get((pieces[at].parent, pieces[at].role), ())
    for each in reversed(beside[: bisect_left(beside, at)]):
        if pieces[each].kind == "Label":
            labels.add(pieces[each].said.rstrip(": "))
        if pieces[each].kind == "Try" and handlers_end(pieces, below, each):
            known = names.get(each)
            yield Held((known,) if known is not None else ("Try",), "else", each, "else")
        if pieces[each].kind == "If" and not jumped_over(pieces, each, labels):
            for role, other in arms.get(each, ()):
                yield from (Held(words, str(x), each, other) for words, x in _parts(pieces, each, role == "else"))


def _parts(pieces: Sequence[Piece], at: int, holds: bool) -> Iterator[tuple[Words, bool]]:
    """What a question asks, and which answers it wants; in C and C++ `f() == 0` asks whether not `f()`."""
    python = pieces[0].words[:1] in ((b"def",), (b"async",)) or pieces[0].kind != HEAD
    for asked, wanted in parts(pieces[at].words, holds):
        if python or not (value := nothing(asked)):
            yield asked, wanted
        else:
            bare, straight = plain(value)
            yield bare, (not wanted) == straight


def behind_an_exit(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> bool:
    """Whether some way leaves the function before it comes to this."""
    here = at
    while pieces[here].parent >= 0:
        beside = [each for each in below[pieces[here].parent] if each < here and pieces[each].role == pieces[here].role]
        if any(pieces[inner].kind in ("Return", "Raise") for each in beside for inner in under(below, each)):
            return True
        here = pieces[here].parent
    return False


def under(below: Sequence[Sequence[int]], at: int) -> Iterator[int]:
    waiting = list(below[at])
    while waiting:
        here = waiting.pop()
        yield here
        waiting += below[here]


def left_a_question(both: Trees, b: int) -> bool:
    """It stood under an `if` that stands on both sides, and does no longer: where it runs now is told for itself."""
    above = both.old[both.back[b]].parent if b in both.back else -1
    if above < 0 or both.old[above].kind != "If" or above not in both.pairs:
        return False
    at = both.new[b].parent
    while at > both.pairs[above]:
        at = both.new[at].parent
    return at != both.pairs[above]
