"""C and C++: a `while` whose last steps are what a `for` does after each round: `while (p) { f(p); p = p->next; }` and
`for (; p; p = p->next) f(p);` are one, where no `continue` passes the steps over. Where one does, that is what is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.pieces import Piece, asks_last
from ..pieces.questions import parts
from ..pieces.quoting import joined
from ..pieces.stepping import after_each_round, asked_by
from ..reading.declarators import declared, unset
from ..reading.saying import LOOP, Said, q

Words = tuple[bytes, ...]
RULE: Final = "`while` written as `for`"
_NOTHING: Final = Said(RULE, "", 9)


class _Side:
    """One side with its words as the new side calls what is in them."""

    def __init__(self, both: Trees, new: bool) -> None:
        self.pieces, self.below = (both.new, both.new_below) if new else (both.old, both.old_below)
        self.both, self.new = both, new

    def words(self, at: int) -> Words:
        words = self.pieces[at].words if self.new else self.both.renamed_words(at)
        return tuple([word for word in words if word != b";"])

    def children(self, at: int, role: str) -> list[int]:
        return [each for each in self.below[at] if self.pieces[each].role == role]


def told(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """What is said of each such change, without a sentence where it does nothing."""
    said: dict[Change, Said] = {}
    known = {(each.a, each.b): each for each in found}
    for change in found:
        loops = (both.old[change.a], both.new[change.b]) if change.kind == CHANGED else ()
        if not loops or any(each.kind != "Loop" or asks_last(each) for each in loops):
            continue
        begins = tuple(each.words[:1] for each in loops)
        if begins in (((b"while",), (b"for",)), ((b"for",), (b"while",))):
            said |= dict(_steps(both, change, known, begins[1] == (b"for",)))
    return said


def _steps(
    both: Trees, change: Change, known: dict[tuple[int, int], Change], now: bool
) -> Iterator[tuple[Change, Said]]:
    """now: whether it is a `for` now."""
    ring, wheel = _Side(both, now), _Side(both, not now)
    at, loop = (change.b, change.a) if now else (change.a, change.b)
    steps = [tuple(each) for each in after_each_round(both.new[at].words if now else both.renamed_words(at))]
    body = wheel.children(loop, "body")
    last = body[len(body) - len(steps) :]
    alone = [known.get((each, -1) if now else (-1, each)) for each in last]
    kind = REMOVED if now else ADDED
    if not steps or len(body) <= len(steps) or [wheel.words(each) for each in last] != steps:
        return
    if any(each is None or each.kind != kind for each in alone):
        return
    asked = asked_by(both.new[at].words if now else both.renamed_words(at)), wheel.words(loop)[1:]
    if parts(asked[0], True) != parts(asked[1], True):
        return
    yield change, _NOTHING
    passed_over = any(True for each in _within(wheel, loop) if wheel.pieces[each].words[:1] == (b"continue",))
    for each, own in zip(alone, last, strict=True):
        if each is not None:
            yield each, _passed(wheel.pieces[own], both.new[change.b], now) if passed_over else _NOTHING
    for init in ring.children(at, "init"):
        yield from ((each, _NOTHING) for each in _set_before(both, wheel, ring, loop, init, known, now))


def _passed(step: Piece, loop: Piece, now: bool) -> Said:
    done = "is done after each round" if now else "is no longer done after a round"
    where = ", also after one" if now else ""
    return Said(LOOP, f"{q(step.said)} {done} of the loop {q(loop.said)}{where} that `continue` leaves.", 2)


def _set_before(
    both: Trees,
    wheel: _Side,
    ring: _Side,
    loop: int,
    init: int,
    known: dict[tuple[int, int], Change],
    now: bool,
) -> list[Change]:
    """`T x = v;` right before the `while`, where `T x;` stands before a `for` that begins with `x = v`."""
    fresh = known.get((-1, init) if now else (init, -1))
    above = wheel.pieces[loop].parent
    before = [each for each in wheel.below[above] if each < loop and wheel.pieces[each].role == wheel.pieces[loop].role]
    words = ring.words(init)
    for each in reversed(before):
        own = declared(wheel.pieces[each]) if wheel.pieces[each].kind == "Simple" else ()
        if len(own) == 1 and own[0].value and fresh is not None and words[1:2] == (b"=",):
            other = (both.pairs if now else both.back).get(each, -1)
            change = known.get((each, other) if now else (other, each))
            same = wheel.words(each)[-len(words) :] == words and other >= 0 and unset(ring.pieces[other])
            return [fresh, change] if same and change is not None and joined(words[2:]) else []
        if not unset(wheel.pieces[each]):
            return []
    return []


def _within(side: _Side, loop: int) -> Iterator[int]:
    """What a `continue` of the loop itself can stand among."""
    waiting = side.children(loop, "body")
    while waiting:
        at = waiting.pop()
        yield at
        if side.pieces[at].kind != "Loop":
            waiting += side.below[at]
