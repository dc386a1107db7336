"""A statement that took the place of another one: between the same neighbours, about mostly the same things, and the only one that came there,
as the other is the only one that went.

`os.remove(path)` that became `drop(path)` is one edit, whoever is called: that one call is gone and another one new hides that one stands for
the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ....model.pattern import regex
from ....model.syntax import Simple
from ..pieces.pieces import Piece
from ..pieces.targets import target

_NO_THINGS: Final = frozenset(
    (b"self", b"cls", b"this", b"del", b"await", b"yield", b"True", b"False", b"None", b"delete", b"new", b"const", b"auto", b"NULL", b"nullptr")
)  # fmt: skip
_SAYS: Final = 3  # words of a text that is known again
_WORD: Final = regex(rb"[A-Za-z]{3,40}")
Slot = tuple[int, str, int, int]


def by_place(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    back = {b: a for a, b in pairs.items()}
    left = _alone(old, pairs)
    right = _alone(new, back) if left else {}
    for slot, gone in left.items():
        came = right.get(_there(slot, pairs), [])
        if min(len(gone), len(came)) != 1 or _in_another_case(old, new, slot[0], pairs):
            continue
        likely = [
            (a, b)
            for a in gone
            for b in came
            if _sort(old[a]) == _sort(new[b]) and _of_the_same(old[a], new[b], len(gone) + len(came) > 2)
        ]
        if len(likely) == 1:
            pairs.update(likely)


def _in_another_case(old: Sequence[Piece], new: Sequence[Piece], above: int, pairs: Mapping[int, int]) -> bool:
    return above >= 0 and old[above].kind == "Arm" and old[above].words != new[pairs[above]].words


def _there(slot: Slot, pairs: Mapping[int, int]) -> Slot:
    parent, role, before, behind = slot
    return pairs.get(parent, -2), role, pairs.get(before, before), pairs.get(behind, behind)


def _alone(pieces: Sequence[Piece], known: Mapping[int, int]) -> dict[Slot, list[int]]:
    """What is on one side alone, by what stands before and behind it."""
    rows: dict[tuple[int, str], list[int]] = {}
    for at, piece in enumerate(pieces):
        rows.setdefault((piece.parent, piece.role), []).append(at)
    found: dict[Slot, list[int]] = {}
    for (parent, role), members in rows.items():
        before, here = -1, list[int]()
        for at in (*members, -1):
            if at in known or at < 0:
                if here:
                    found[parent, role, before, at] = here
                before, here = at, []
            else:
                here.append(at)
    return found


def _of_the_same(one: Piece, other: Piece, beside: bool) -> bool:
    """Whether most of what the shorter one names is in the other too, of the longer one where more came or went there: then a step
    that sets something is no change of one that sets nothing. What sets something else is another statement. Neither is what sets
    a local that the other works with. What says the same in words is known by that. A name that stands alone is a macro, which any other can stand for."""
    was, now = target(one), target(other)
    if not one.kind == other.kind == "Simple" or (was and now and was != now) or (beside and bool(was) != bool(now)):
        return False
    if (was and not now and _names_for(one, other)) or (now and not was and _names_for(other, one)):
        return False
    mine, theirs = _things(one), _things(other)
    if _says_the_same(_texts(one), _texts(other)):
        return True
    if not beside and 1 in (len(one.words), len(other.words)) and len(mine) == len(theirs) == 1:
        return True
    most = max if beside else min
    return bool(mine & theirs) and 2 * len(mine & theirs) >= most(len(mine), len(theirs))


def _names_for(one: Piece, other: Piece) -> bool:
    """`count = c->count` beside `copy(c, count)`: what the one sets the other works with."""
    named = target(one)
    return len(named) == 1 and b"(" not in one.words and named[0] in other.words


def _texts(piece: Piece) -> set[bytes]:
    """The words of what it says."""
    return {word for text in piece.words if text[-1:] in (b'"', b"'") for word in _WORD.findall(text)}


def _says_the_same(one: set[bytes], other: set[bytes]) -> bool:
    """Whether most of what the shorter text says is in the other too."""
    both = len(one & other)
    return both >= _SAYS and 3 * both >= 2 * min(len(one), len(other))


def _sort(piece: Piece) -> str:
    """What a declaration stands for is told with its kind: a guard that locks is no call."""
    role = piece.stmt.role if isinstance(piece.stmt, Simple) else ""
    return role if role in ("declare", "import", "define", "assert", "yield") else ""


def _things(piece: Piece) -> set[bytes]:
    return {word for word in piece.words if (word[:1].isalpha() or word[:1] == b"_") and word not in _NO_THINGS}
