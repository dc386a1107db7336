"""Which `try` is which, by what it tries; and which handler is which: of the same `try`, by what they catch, whatever they do with it and
call it."""

from __future__ import annotations

from collections.abc import Sequence

from ..pieces.pieces import Piece


def by_what_they_catch(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> bool:
    """A handler of a `try` that is gone is no handler of one that stayed, though it reads the same. Whether there was such a one."""
    before = len(pairs)
    back = {b: a for a, b in pairs.items()}
    for a, b in list(pairs.items()):
        one, other = old[a], new[b]
        strays = (one.parent in pairs) != (other.parent in back) or pairs.get(one.parent, other.parent) != other.parent
        if one.kind == "Handler" and one.parent >= 0 <= other.parent and strays:
            del pairs[a]
    strayed = len(pairs) < before
    taken = set(pairs.values())
    free = [
        _catching(old, [a for a in range(len(old)) if a not in pairs]),
        _catching(new, [b for b in range(len(new)) if b not in taken]),
    ]
    for (parent, said), mine in free[0].items():
        others = free[1].get((pairs.get(parent, -2), said), [])
        if len(mine) == len(others) == 1:
            pairs[mine[0]] = others[0]
    return strayed


def by_what_they_try(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """A `try` reads like any other: one that tries nothing of what its fellow does is that which does; its handlers go with it."""
    back = {b: a for a, b in pairs.items()}
    tries = [(a, b) for a, b in pairs.items() if old[a].kind == "Try"]
    homes = {a: _homes(old, new, pairs, a) for a, _ in tries}
    wrong = [(a, b) for a, b in tries if homes[a] and b not in homes[a]]
    for a, b in wrong:
        del pairs[a]
        del back[b]
    for a, _ in wrong:
        home = next((each for each in homes[a] if each not in back), -1)
        if home >= 0:
            pairs[a] = home
            back[home] = a
    for a, b in wrong:
        if a not in pairs and b not in back:
            pairs[a], back[b] = b, a
    _by_what_they_hold(old, new, pairs)


def whole(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], a: int) -> bool:
    """Whether it is a `try` whose fellow has all of what it tries, and its handlers."""
    inner = [each for each in range(a + 1, len(old)) if old[each].parent == a] if old[a].kind == "Try" else []
    return bool(inner) and all(each in pairs and new[pairs[each]].parent == pairs[a] for each in inner)


def _by_what_they_hold(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """A file's own `try:` and `except X:` read like any other too: each is the one that holds what it held."""
    taken = set(pairs.values())
    for a, b in [(a, b) for a, b in pairs.items() if old[a].kind == "Statement" and old[a].words == new[b].words]:
        inner = [each for each in range(a + 1, len(old)) if old[each].parent == a and each in pairs]
        above = [new[pairs[each]].parent for each in inner]
        homes = [each for each in above if each >= 0 and each not in taken and new[each].words == old[a].words]
        if homes and b not in above:
            pairs[a] = homes[0]
            taken.add(homes[0])


def _homes(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], at: int) -> list[int]:
    """Where what it tries stands now, in a `try`."""
    inner = [each for each in range(at + 1, len(old)) if old[each].parent == at and old[each].role == "body"]
    above = [new[pairs[each]].parent for each in inner if each in pairs and new[pairs[each]].role == "body"]
    return [each for each in above if each >= 0 and new[each].kind == "Try"]


def _catching(pieces: Sequence[Piece], free: Sequence[int]) -> dict[tuple[int, str], list[int]]:
    found: dict[tuple[int, str], list[int]] = {}
    for at in free:
        if pieces[at].kind == "Handler":
            found.setdefault((pieces[at].parent, pieces[at].said), []).append(at)
    return found
