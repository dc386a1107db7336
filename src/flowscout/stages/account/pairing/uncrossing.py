"""Changed pieces of one arm that were paired crosswise: in their order where they are as like as that.

`contact->GetA()->wake(); contact->GetB()->wake();` became `a->wake(); b->wake();`: nothing of the words says which is which, so what stood
first stands first, and no order has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from ..pieces.pieces import Piece
from ..pieces.targets import target

_WORDS: Final = frozenset(
    (b"not", b"and", b"or", b"is", b"in", b"None", b"NULL", b"nullptr", b"self", b"this", b"True", b"False")
)
_LEAVES: Final = frozenset(("Return", "Raise", "Jump"))
_MOST: Final = 24  # pairs of one arm that are looked at


def uncross(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    arms: dict[tuple[int, str, int, str, str], list[int]] = {}
    for a, b in sorted(pairs.items()):
        one, other = old[a], new[b]
        if a and one.kind == other.kind and one.words != other.words:
            arms.setdefault((one.parent, one.role, other.parent, other.role, one.kind), []).append(a)
    for members in arms.values():
        if len(members) <= _MOST:
            _in_order(old, new, pairs, members)


def in_their_arms(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """What stands where it stood is that, and not what reads so in another block, where a run of equal lines was found first.

    if (a) f(x);                 if (a) { y = g(x); f(y); h(y); }
    else { f(y); h(y); }  ->     else { z = g(); f(y); h(y); }
    """
    taken = {*pairs.values()}
    free: dict[tuple[int, str, tuple[bytes, ...]], list[int]] = {}
    for b, each in enumerate(new):
        if b not in taken:
            free.setdefault((each.parent, each.role, tuple(each.words)), []).append(b)
    for a, b in sorted(pairs.items()):
        home = pairs.get(old[a].parent, -1), old[a].role
        there = (
            free.get((*home, tuple(old[a].words)), []) if home[0] >= 0 and (new[b].parent, new[b].role) != home else []
        )
        if there and old[a].words == new[b].words:
            pairs[a] = there.pop(0)


def in_their_blocks(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """A call that is asked about where it stood is no other block's that reads as it did: there the call of that block is given what it was.

    if (a) f(x);                 if (a) { if (f(x) < 0) warn(); }
    if (b) f(y);          ->     if (b) f(x);
    """
    back = {b: a for a, b in pairs.items()}
    moved = [(a, b) for a, b in pairs.items() if a and b and pairs.get(old[a].parent, -2) != new[b].parent]
    for a, b in moved if len(moved) <= _MOST else ():
        home = pairs.get(old[a].parent, -1), back.get(new[b].parent, -1)
        called = _calls(old[a])
        if old[a].kind != "Simple" or not called or min(home) < 0:
            continue
        asked = [d for d, each in enumerate(new) if each.parent == home[0] and d not in back and _asks(each, old[a])]
        instead = [
            c
            for c, each in enumerate(old)
            if each.parent == home[1] and c not in pairs and each.kind == "Simple" and _calls(each) == called
        ]
        if len(asked) == len(instead) == 1 and old[instead[0]].role == new[b].role:
            del pairs[a]
            pairs[instead[0]], back[b] = b, instead[0]


def _asks(question: Piece, call: Piece) -> bool:
    width = len(call.words)
    runs = (tuple(question.words[at : at + width]) for at in range(len(question.words) - width))
    return question.kind == "If" and tuple(call.words) in runs


def past_others(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int]) -> list[int]:
    """Questions that ask about other things now, and on the other side of one that stayed: each is another question, with its way out."""
    found = []
    for a, b in pairs.items():
        one, other = old[a], new[b]
        apart = (
            one.kind == other.kind == "If" and one.words != other.words and not asked_names(one) & asked_names(other)
        )
        if apart and any(
            old[c].kind == "If"
            and old[c].words == new[d].words
            and (old[c].parent, new[d].parent) == (one.parent, other.parent)
            and (c < a) != (d < b)
            for c, d in pairs.items()
        ):
            found += [
                a,
                *(c for c, d in pairs.items() if (old[c].parent, new[d].parent) == (a, b) and old[c].kind in _LEAVES),
            ]
    return found


def other_questions(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int]) -> list[int]:
    """Questions about other things that hold other steps: what one asked and did is gone, and the other is new, wherever they stand."""
    inner: dict[int, list[int]] = {}
    for a, b in pairs.items():
        if pairs.get(old[a].parent, -2) == new[b].parent:
            inner.setdefault(old[a].parent, []).append(a)
    found = []
    back = {b: a for a, b in pairs.items()}
    for a, b in pairs.items():
        one, other = old[a], new[b]
        if one.kind == other.kind == "If" and one.words != other.words and not asked_names(one) & asked_names(other):
            held = inner.get(a, [])
            if held and (
                (_of_its_own(old, a, pairs) and _of_its_own(new, b, back))
                or all(_does_another_thing(old[each], new[pairs[each]]) for each in held)
            ):
                found += [a, *held]
    return found


def _of_its_own(pieces: Sequence[Piece], at: int, known: Mapping[int, int]) -> bool:
    """Whether it asks of what a call gave right before, on this side alone."""
    asked, arm = asked_names(pieces[at]), (pieces[at].parent, pieces[at].role)
    last = next((each for each in reversed(range(at)) if (pieces[each].parent, pieces[each].role) == arm), at)
    return last not in known and bool(_calls(pieces[last])) and {*target(pieces[last])} == asked


def _does_another_thing(one: Piece, other: Piece) -> bool:
    """Calls something else, where both call; of an exit or a block that is not known."""
    calls = _calls(one), _calls(other)
    return one.kind == other.kind == "Simple" and all(calls) and not calls[0] & calls[1]


def _calls(piece: Piece) -> set[bytes]:
    return {name for name, opens in pairwise(piece.words) if opens == b"(" and name[:1].replace(b"_", b"a").isalpha()}


def asked_names(piece: Piece) -> set[bytes]:
    return {word for word in piece.words[1:] if (word[:1].isalpha() or word[:1] == b"_") and word not in _WORDS}


def _in_order(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], members: Sequence[int]) -> None:
    for at, a in enumerate(members):
        for other in members[at + 1 :]:
            b, c = pairs[a], pairs[other]
            if b > c and _like(old[a], new[c]) + _like(old[other], new[b]) >= _like(old[a], new[b]) + _like(
                old[other], new[c]
            ):
                pairs[a], pairs[other] = c, b


def _like(one: Piece, other: Piece) -> int:
    return (Counter(one.words) & Counter(other.words)).total()
