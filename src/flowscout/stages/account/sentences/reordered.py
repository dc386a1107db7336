"""A statement that stands before, or behind, others now that it stood behind, or before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from ....engine.same import KEPT, Same
from ..pairing.but_for_a_text import but_for_one_text
from ..pairing.but_for_brackets import without
from ..pairing.changes import Trees
from ..pairing.checked_along import checks_the_step_before
from ..pieces.pieces import Piece
from ..pieces.splicing import as_written
from ..pieces.targets import given_to, target, value
from ..reading.counted import with_its_deed
from ..reading.crossed import concerned
from ..reading.doing import doing
from ..reading.passing import on_other_sides
from ..reading.saying import ORDER, Said, assigned, callee, does, leaves, only_names, subject
from .into_another_case import into_another

_FIXED = frozenset((b"True", b"False", b"None"))
_SETS = frozenset((b"=", b"+=", b"-=", b"|=", b"&=", b"++", b"--"))
_LINKS = frozenset((b".", b"->"))
_UNPLAIN = frozenset((b"(", b"[", b"await", b"yield"))


def reordered(both: Trees, b: int) -> Said | None:
    """Against what it has passed."""
    if told := into_another(both, b):
        return told
    passed = on_other_sides(both, b)
    if not passed:
        return None
    same = [(each, ahead) for each, ahead in passed if _is_known_again(both, each)]
    passed = [(each, ahead) for each, ahead in passed if both.new[each].kind != "Simple"]
    if not (same or passed):
        return None
    close = concerned(both, b, same or passed)
    weighs = _acts if _acts(both.new[b]) else bool  # of what only sets a local, nothing passed weighs more
    other, earlier = min(close, key=lambda row: (not weighs(both.new[row[0]]), abs(row[0] - b)))
    before, after = ("before", "after") if earlier else ("after", "before")
    if same and (told := _leaves_elsewhere(both, b, [each for each, ahead in same if ahead == earlier], before, after)):
        return told
    out = (other, earlier) in same and leaves(both.new, both.new_below, other) is not None
    one, whom, it = subject(both.new[b]), (with_its_deed(both, other) if out else subject(both.new[other])), "it"
    if checks_the_step_before(both.new, other) and (other - 1, earlier) in same:
        other -= 1
        whom, it = (f"{subject(both.new[other])} and {whom}", "them") if out else (subject(both.new[other]), "it")
    if one == whom:  # by what each does
        steps = [[each for each in both.new_below[at] if both.new[each].role != "init"] for at in (b, other)]
        inner = [doing(both.new, both.new_below, each[:1]) for each in steps]
        if not all(inner) or inner[0] == inner[1]:
            return None
        one, whom = f"{one} that {inner[0]}", f"{whom} that {inner[1]}"
    pair = both.new[b], both.new[other]
    slight = any(map(only_names, pair)) or _set_apart(*pair) or not {b, other} <= as_written(Same(both.new))
    rank = 8 if slight else 3
    # what asks another thing now was not there to come after, nor was what sets something to another value, or calls another function
    stood = (
        f", no longer {after} {it}" if same and not any(_done_otherwise(both, each) for each in (b, other)) else " now"
    )
    return Said(ORDER, f"{one} comes {before} {whom.rstrip(',')}{stood}.", rank)


def _set_apart(one: Piece, other: Piece) -> bool:
    """Two attributes of one object that are set, the one of them to what is written there, the other without that object; two names or fields
    that are set by no call, of which neither is read for the other."""
    if _stored(one) and _stored(other) and not _stored(one) & {*other.words} and not _stored(other) & {*one.words}:
        return True
    sets, given = [tuple(target(each)) for each in (one, other)], [value(each) for each in (one, other)]
    if any(each.kind != "Simple" for each in (one, other)) or any(len(each) != 3 or each[1] != b"." for each in sets):
        return False
    fixed = [not any(word == b"(" or (word[:1].isalpha() and word not in _FIXED) for word in each) for each in given]
    alone = [sets[0][0] not in each for each in given]
    return sets[0][0] == sets[1][0] and sets[0] != sets[1] and ((fixed[0] and alone[1]) or (fixed[1] and alone[0]))


def _acts(piece: Piece) -> bool:
    """What does more than to set a local: it calls, asks, locks, or sets what others know of."""
    sets = target(piece)
    return piece.kind != "Simple" or callee(piece) != "" or b"." in sets or b"->" in sets or b"[" in sets


def _leaves_elsewhere(both: Trees, b: int, passed: Sequence[int], before: str, after: str) -> Said | None:
    """Of a check that leaves, with all that it comes before, or behind, now: what does not run where it holds, or does."""
    inner = [each for each in both.new_below[b] if both.new[each].role == "then"]
    stays = bool(inner) and max(inner) in both.back and both.old[both.back[max(inner)]].parent == both.back[b]
    if both.new[b].kind != "If" or not stays or leaves(both.new, both.new_below, b) is None:
        return None
    whom, more = subject(both.new[min(passed)]), len(passed) - 1
    beside = f"{whom} and {more} more step{'s' * (more > 1)}" if more else whom
    out = f"{subject(both.new[b])}, which {does(both.new[max(inner)])},"
    return Said(ORDER, f"{out} comes {before} {beside}, no longer {after} {'them' if more else 'it'}.", 2)


def _is_known_again(both: Trees, b: int) -> bool:
    """Whether it is surely the step that it was: in the same words, or the only one that calls this or sets it."""
    one, other = both.old[both.back[b]], both.new[b]
    if both.renamed_words(both.back[b]) == other.words:
        return True
    if one.kind != "Simple" or other.kind != "Simple":
        return False
    name, was_named = _callees(Same(both.new))[b], _callees(Same(both.old))[both.back[b]]
    if name:
        alone = [_calls(Same(side))[name] for side in (both.old, both.new)]
        return was_named == name and (alone == [1, 1] or but_for_one_text(both.old, both.new, both.back[b], b))
    was, sets = assigned(one), assigned(other)
    if not sets or not was or sets[0] != was[0]:
        return bool(sets and was and sets[1] == was[1])
    alone = [
        sum(given_to(each) == target(piece) for each in side) for side, piece in ((both.old, one), (both.new, other))
    ]
    return without(both.renamed_words(both.back[b])) == without(other.words) or alone == [1, 1]


def _done_otherwise(both: Trees, b: int) -> bool:
    """`n = 1` that was `n = 2`, `send(n)` that was `write(n)`."""
    one, other = both.old[both.back[b]], both.new[b]
    sets, was = assigned(other), assigned(one)
    same = without(both.renamed_words(both.back[b])) == without(other.words) or one.kind != "Simple"
    return bool(not same and ((sets and was and sets[0] == was[0]) or callee(one) != callee(other)))


def _stored(piece: Piece) -> set[bytes]:
    """The name of the variable or of the field that a plain store sets: `a->n = b->n`, `n--`; none of what calls or goes through a pointer."""
    words = piece.words[: len(piece.words) - (piece.words[-1:] == (b";",))]
    at = next((at for at, word in enumerate(words) if word in _SETS), 0)
    plain = piece.kind == "Simple" and at and _UNPLAIN.isdisjoint(words) and words[at - 1].replace(b"_", b"a").isalnum()
    alone = all(word in _LINKS if n % 2 else word.replace(b"_", b"a").isalnum() for n, word in enumerate(words[:at]))
    return {words[at - 1]} if plain and alone else set()


@lru_cache(maxsize=KEPT)
def _calls(pieces: Same[Sequence[Piece]]) -> Counter[str]:
    """How often each function is called by a step of its own."""
    return Counter(_callees(pieces))


@lru_cache(maxsize=KEPT)
def _callees(pieces: Same[Sequence[Piece]]) -> list[str]:
    return [callee(each) for each in pieces.value]
