"""A loop that is another one now -> its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.syntax import Loop
from ..pairing.changes import ADDED, MOVED, Change, Trees
from ..pieces.brackets import closing
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece, asks_last
from ..pieces.stepping import after_each_round, step
from ..pieces.tenses import past_of, upper
from . import asked
from .declarators import says_little, unset
from .governing import is_endless
from .operands import looped
from .saying import LOOP, Said, both_quoted, does, joined, q

FIRST: Final = "first values told with their loop"


def test_within(both: Trees, a: int, one: Piece, other: Piece, under: str) -> Said | None:
    """A loop that is left from within now."""
    if not is_endless(other) or is_endless(one) or (isinstance(one.stmt, Loop) and one.stmt.style == "each"):
        return None
    rank = 3 if asked.elsewhere(both, a, False) is None else 5
    return Said(LOOP, f"Loops without a test at its head, no longer while {q(one.said)}{under}.", rank)


def altered_loop(both: Trees, a: int, under: str, sides: tuple[Piece, Piece]) -> Said | None:
    """sides: as the sentence may quote them."""
    told = _altered(both, a, under, sides)
    words = both.renamed_words(a), both.new[both.pairs[a]].words
    same = _steps(words[0]) == _steps(words[1]) or sides[0].said == sides[1].said
    if told is None or same or does(sides[0]).split()[0] != does(sides[1]).split()[0]:
        return told
    was, now = map(step, words)
    which = f"goes on by {q(now)}, no longer by {q(was)}" if was and now else f"now goes on by {q(now)}"
    return told._replace(
        sentence=f"{told.sentence.removesuffix('.')}; {which if now else f'no longer goes on by {q(was)}'}."
    )


def _steps(words: Sequence[bytes]) -> list[list[bytes]]:
    """`i++` and `++i` do the same there."""
    return [sorted(part) if len(part) == len(("i", "++")) else list(part) for part in after_each_round(words)]


def _altered(both: Trees, a: int, under: str, sides: tuple[Piece, Piece]) -> Said | None:
    one, other = sides
    each = isinstance(one.stmt, Loop) and isinstance(other.stmt, Loop) and one.stmt.style == other.stmt.style == "each"
    was, now = both_quoted(one.said, other.said)
    if asks_last(one) != asks_last(other) and one.said == other.said:
        return _asked_at_another_time(other, under)
    if not one.said or not other.said:
        return Said(LOOP, f"The loop now {does(other)}{under}.", 3) if one.said != other.said else None
    if each and (told := _declared_by_loop(one, other, under)):
        return told
    if each and one.said != other.said:
        return Said(LOOP, f"Goes through {now} where it went through {was}{under}.", 3)
    if one.said != other.said and does(one).split()[0] != does(other).split()[0]:
        first, former = _first(both.new, both.new_below[both.pairs[a]]), _first(both.old, both.old_below[a])
        return Said(LOOP, f"{upper(does(other))}{first}, where it {past_of(does(one))}{former}{under}.", 3)
    if one.said != other.said and (less := looped(one.said, other.said, asks_last(other), under)):
        return less
    if is_endless(one) and not is_endless(other):
        return Said(LOOP, f"Loops while {now}, no longer without a test at its head{under}.", 3)
    if one.said != other.said:
        return Said(LOOP, f"Loops while {now}, no longer while {was}{under}.", 3)
    steps = step(one.words), step(other.words)
    if all(steps) and steps[0] != steps[1]:
        was, now = both_quoted(*steps)
        return Said(LOOP, f"The loop {q(other.said)} goes on by {now}, no longer by {was}{under}.", 3)
    if any(steps) and one.said:
        how = f"now goes on by {q(steps[1])}" if steps[1] else f"no longer goes on by {q(steps[0])}"
        return Said(LOOP, f"The loop {q(other.said)} {how}{under}.", 3 if steps[1] else 2)
    was, now = both_quoted(joined(one.words), joined(other.words))
    return Said(LOOP, f"The loop {was} is now {now}{under}.", 3)


def _first(pieces: Sequence[Piece], inner: Sequence[int]) -> str:
    begun = [
        f"first {q(pieces[each].said)}"
        for each in inner
        if pieces[each].role == "init" and not says_little(pieces[each])
    ]
    return f" ({', '.join(begun)})" if begun else ""


def first_told(both: Trees, change: Change) -> bool:
    """Whether a loop goes through things on one side alone, and what it begins with on the other is told with that."""
    new = change.kind == ADDED
    pieces, at, known = (both.new, change.b, both.back) if new else (both.old, change.a, both.pairs)
    above = pieces[at].parent
    if pieces[at].role != "init" or above not in known or not pieces[above].said:
        return False
    other = (both.old if new else both.new)[known[above]]
    return bool(other.said) and does(pieces[above]).split()[0] != does(other).split()[0]


def begins(both: Trees, change: Change) -> bool:
    """Whether a step that stood before a `for` begins it now, or the other way, and nothing stood between."""
    if change.kind != MOVED or both.old[change.a].words != both.new[change.b].words:
        return False
    sides = [(both.old, both.old_below, change.a), (both.new, both.new_below, change.b)]
    loops = [_begun(*side) for side in sides]
    within = [pieces[at].role == "init" for pieces, _, at in sides]
    return loops[0] >= 0 and both.pairs.get(loops[0], -1) == loops[1] and within[0] != within[1]


def _begun(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> int:
    """The loop that a step begins, or that is the next one behind it; -1 for none."""
    above = pieces[at].parent
    if pieces[at].role == "init":
        return above if pieces[above].kind == "Loop" else -1
    behind = [each for each in below[above] if each > at and pieces[each].role == pieces[at].role]
    following = next((each for each in behind if not unset(pieces[each])), -1)
    return following if following >= 0 and pieces[following].kind == "Loop" else -1


def _asked_at_another_time(other: Piece, under: str) -> Said:
    """A `do … while` that is a `while` now, or the other way."""
    last = asks_last(other)
    how = (
        "behind each round, so that it runs once in any case"
        if last
        else "before each round, so that it may not run at all"
    )
    no_longer = "before each" if last else "behind each"
    return Said(LOOP, f"The loop asks whether {q(other.said)} {how}, no longer {no_longer}{under}.", 2)


def _declared_by_loop(one: Piece, other: Piece, under: str) -> Said | None:
    """C++: where the variable alone is declared otherwise, and what it goes through is the same."""
    parts = []
    for words in (one.words, other.words):
        cut = words.index(b":") if b":" in words else 0
        opened = sum((word in OPENING) - (word in CLOSING) for word in words[:cut])
        if words[1:2] != (b"(",) or opened != 1 or closing(words, 1) < cut:  # in Python, a slice may hold one
            return None
        parts.append((q(" ".join(word.decode("utf-8", "replace") for word in words[2:cut])), words[cut:]))
    (was, behind), (now, after) = parts
    return Said(LOOP, f"The loop declares {now}, no longer {was}{under}.", 8) if behind == after else None
