"""Which handler is which: of the same `try`, by what they catch, whatever they do with it and call it."""

from __future__ import annotations

from collections.abc import Sequence

from .pieces import Piece


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


def _catching(pieces: Sequence[Piece], free: Sequence[int]) -> dict[tuple[int, str], list[int]]:
    found: dict[tuple[int, str], list[int]] = {}
    for at in free:
        if pieces[at].kind == "Handler":
            found.setdefault((pieces[at].parent, pieces[at].said), []).append(at)
    return found
