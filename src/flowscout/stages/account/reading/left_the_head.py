"""C and C++: one of several first values of a `for` that stands right before the loop now: `for (i = 0, n = 0; …)` -> `n = 0; for (int i = 0; …)`."""

from __future__ import annotations

from collections.abc import Sequence

from ..pairing.changes import ADDED, CHANGED, Change, Trees
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.quoting import joined, q
from ..pieces.targets import given_to, value
from .declarators import declared, unset
from .saying import VALUE, Said

Words = tuple[bytes, ...]


def stands_before(both: Trees, change: Change) -> bool:
    """Whether a line that is new is a first value that the loop behind it began with."""
    if change.kind != ADDED or both.new[change.b].kind != "Simple":
        return False
    at, arm = change.b, (both.new[change.b].parent, both.new[change.b].role)
    behind = (
        [each for each in both.new_below[arm[0]] if each > at and both.new[each].role == arm[1]] if arm[0] >= 0 else []
    )
    loop = next((each for each in behind if both.new[each].kind != "Simple"), -1)
    firsts = _firsts(both.new, both.new_below, loop) if loop in both.back else []
    return any(at in _gone(both, both.back[each], each) for each in firsts if each in both.back)


def told(both: Trees, change: Change) -> Said | None:
    """Of what the loop begins with, where nothing of it changed besides but where it is declared."""
    gone = _gone(both, change.a, change.b) if change.kind == CHANGED else {}
    own = declared(both.new[change.b])
    rest = [each for each in _parts(both.renamed_words(change.a)) if each not in gone.values()]
    steps = " and ".join(q(both.new[at].said.rstrip(";")) for at in sorted(gone))
    head = f"{steps} {'stands' if len(gone) == 1 else 'stand'} right before the loop now, no longer in its head"
    if gone and rest == _parts(both.new[change.b].words):
        return Said(VALUE, f"{head}.", 8)
    if not gone or len(own) != 1 or len(rest) != 1 or rest[0][:1] != (own[0].name.encode(),):
        return None
    if joined(rest[0][2:]) != own[0].value or rest[0][1:2] != (b"=",):
        return None
    return Said(VALUE, f"{head}; {q(own[0].name)} is now declared where it is set to {q(own[0].value)}.", 8)


def _gone(both: Trees, a: int, b: int) -> dict[int, Words]:
    """The lines before the loop that its head began with, and how each read there; {} unless all that left the head stands there."""
    if both.old[a].role != "init" or both.new[b].role != "init" or both.new[both.new[b].parent].kind != "Loop":
        return {}
    was, now = _parts(both.renamed_words(a)), _parts(both.new[b].words)
    own = {name for each in declared(both.new[b]) for name in (each.name.encode(),)}
    left = [each for each in was if each not in now and each[0] not in own]
    loop = both.new[b].parent
    arm = both.new[loop].parent, both.new[loop].role
    before = (
        [each for each in both.new_below[arm[0]] if each < loop and both.new[each].role == arm[1]]
        if arm[0] >= 0
        else []
    )
    found: dict[int, Words] = {}
    for at in reversed(before):
        sets, given = given_to(both.new[at]), value(both.new[at])
        words = _bare((*sets, b"=", *given) if declared(both.new[at]) else both.new[at].words)
        if both.new[at].kind != "Simple" or at in both.back or words not in left or words in found.values():
            if unset(both.new[at]):
                continue
            break
        found[at] = words
    return found if len(found) == len(left) and _apart(left, [each for each in was if each not in left]) else {}


def _apart(left: Sequence[Words], rest: Sequence[Words]) -> bool:
    """Whether it does not matter which comes first: nothing is called, and no name stands in both."""
    names = [
        {word for each in rows for word in each if word[:1].replace(b"_", b"a").isalpha()} for rows in (left, rest)
    ]
    return not any(b"(" in each for each in (*left, *rest)) and names[0].isdisjoint(names[1])


def _firsts(pieces: Sequence[Piece], below: Sequence[Sequence[int]], loop: int) -> list[int]:
    return [each for each in below[loop] if pieces[each].role == "init"]


def _bare(words: Words) -> Words:
    return words[: len(words) - (words[-1:] == (b";",))]


def _parts(words: Words) -> list[Words]:
    """Between the commas that stand in no bracket."""
    found: list[list[bytes]] = [[]]
    depth = 0
    for word in _bare(words):
        depth += (word in OPENING) - (word in CLOSING)
        if word == b"," and not depth:
            found.append([])
        else:
            found[-1].append(word)
    return [tuple(each) for each in found if each]
