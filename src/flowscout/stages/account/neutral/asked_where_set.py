"""A question that sets what it asks for first, and one behind the step that sets it: `if ((p = f())) g(p);` is `p = f(); if (p) g(p);`.

Only where that is all that is evaluated before: `if (a && (p = f()))` may never set it, which is told where it is another way now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..pairing import zeros
from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.plain_names import begins_as_name
from ..reading.saying import ORDER, Said, q

_FIRST: Final = frozenset((b"if", b"(", b"!", b"not", b"==", b"!=", b"0", b"NULL", b"nullptr", b"None"))
_LONGEST: Final = 200  # tokens
WITHIN: Final = "questions told with what is set for them"
Words = tuple[bytes, ...]


def perhaps_never(both: Trees, found: Sequence[Change], quotes: bool) -> dict[Change, Said]:
    """By the step: that it runs in any case now, or only where the question comes to it; by the question the rule alone."""
    told: dict[Change, Said] = {}
    for change, step, plain, asked in _beside(both, found, quotes):
        if plain or not _sets_within(asked, b":=" if quotes else b"=", _words(both, step)):
            continue
        was, now = both.old[change.a].said, both.new[change.b].said
        if step.a < 0:
            said = f"{q(both.new[step.b].said)} runs before it asks whether {q(now)}, in any case; it was part of that question, which may have left it out."
        else:
            said = f"{q(both.old[step.a].said)} is part of the question {q(now)} now, which may leave it out; it ran in any case, before it asked whether {q(was)}."
        told |= {change: Said(WITHIN, "", 9), step: Said(ORDER, said, 1)}
    return told


def set_before(both: Trees, found: Sequence[Change], quotes: bool) -> frozenset[Change]:
    """The changes of such questions, and of the steps. quotes: of Python."""
    return frozenset(
        {each for change, step, plain, _ in _beside(both, found, quotes) if plain for each in (change, step)}
    )


def _beside(both: Trees, found: Sequence[Change], quotes: bool) -> Iterator[tuple[Change, Change, bool, Words]]:
    """Questions that differ, each with the step right before it that one side alone has; whether both do the same, and what the side
    without the step asks."""
    alone = {(each.a, each.b): each for each in found if each.kind != CHANGED}
    asked = [each for each in found if each.kind == CHANGED and both.new[each.b].kind == "If"]
    sign, old, new = b":=" if quotes else b"=", *(map(_left, (both.old, both.new)) if alone and asked else ({}, {}))
    for change in asked if alone else ():
        was, now = both.renamed_words(change.a), both.new[change.b].words
        for mine, other, place in (
            (now, was, (-1, new.get(change.b, -1))),
            (was, now, (old.get(change.a, -1), -1)),
        ):
            if step := alone.get(place):
                plain = _set_first(other, sign, _words(both, step))
                same = bool(plain) and (plain == mine or (not quotes and zeros.same(plain, mine)))
                yield change, step, same, other


def _words(both: Trees, step: Change) -> Words:
    return both.new[step.b].words if step.a < 0 else both.renamed_words(step.a)


def _sets_within(words: Words, sign: bytes, step: Words) -> bool:
    """Whether a question does what the step does, behind something else that it asks."""
    set_ = (step[0], sign, *step[2:]) if len(step) > 2 and step[1] == b"=" and begins_as_name(step[0]) else ()
    at = next((i for i in range(len(words) - len(set_)) if words[i : i + len(set_)] == set_), 0) if set_ else 0
    joins = {b"&&", b"||", b"and", b"or", b"?"} & {*words[:at]}
    return bool(joins) and words[at - 1] == b"(" and words[at + len(set_)] == b")"


def _left(pieces: Sequence[Piece]) -> dict[int, int]:
    """The step right before each question, under the same."""
    last: dict[tuple[int, str], int] = {}
    found: dict[int, int] = {}
    for at, piece in enumerate(pieces):
        before = last.get((piece.parent, piece.role), -1)
        if piece.kind == "If" and before >= 0 and pieces[before].kind == "Simple":
            found[at] = before
        last[piece.parent, piece.role] = at
    return found


def _set_first(words: Words, sign: bytes, step: Words) -> Words:
    """A question with the name alone in the place of what sets it, where the step does that; () of any other."""
    at = words.index(sign) if sign in words[:_LONGEST] else 0
    if at < 2 or len(step) < 3 or step[1] != b"=" or words[at - 1] != step[0]:
        return ()
    before, value = words[: at - 1], step[2:]
    end = at + 1 + len(value)
    sure = begins_as_name(step[0]) and {*before} <= _FIRST and words[at + 1 : end] == value and _whole(value)
    if not sure:
        return ()
    own = 2 if sign == b"=" else 1  # C puts brackets round every question
    if len(before) > own and before[-1] == b"(" and words[end : end + 1] == (b")",):
        return (*before[:-1], step[0], *words[end + 1 :])
    alone = words[end:] in ((), (b")",), (b":",))
    return (*before, step[0], *words[end:]) if alone and b"==" not in before and b"!=" not in before else ()


def _whole(value: Words) -> bool:
    """Whether all brackets of a value are its own, and no comma parts it."""
    depth = 0
    for word in value:
        depth += (word in OPENING) - (word in CLOSING)
        if depth < 0 or (not depth and word == b","):
            return False
    return not depth
