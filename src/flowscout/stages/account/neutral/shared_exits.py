"""A way out that is gone by itself, where another that says the same is taken in each case now in which it was."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from ..pairing.changes import Trees
from ..pieces.targets import target, value
from ..reading import conditions

_ASKS: Final = frozenset(("If", "Block", "Head"))
_OUT: Final = frozenset(("Return", "Raise", "Jump", "Loop"))
_TELLING: Final = 3  # words of a value that is known again
_TURNED: Final = {"True": "False", "False": "True"}


def shares(both: Trees, a: int) -> bool:
    """Whether what one of the new side is taken under held wherever this one of the old side was, and nothing runs before it there that did
    not: `if (f) return x; if (!g) return x; return y;` that is `if (g) return y; return x;`."""
    piece = both.old[a]
    there = [b for b, each in enumerate(both.new) if each.kind == piece.kind and each.words == piece.words]
    if not any(b in both.back for b in there):
        return False
    held = conditions.keys_before(both, a)
    return any(b in both.back and conditions.keys_now(both, b) <= held and _idly(both, a, b, held) for b in there)


def by_way_of(both: Trees, a: int) -> str:
    """The name that is given back on the other side, where it is set to what this way out gave back, wherever it did."""
    words = both.renamed_words(a)[1:]
    if both.old[a].kind != "Return" or len(words) < _TELLING:
        return ""
    held = conditions.keys_before(both, a)
    for b, piece in enumerate(both.new):
        name = target(piece)
        if len(name) != 1 or value(piece) != words or b in both.back or not conditions.keys_now(both, b) <= held:
            continue
        behind = both.new[b + 1 :]
        end = next((n for n, each in enumerate(behind) if each.kind == "Return" and each.words[1:] == name), -1)
        if end >= 0 and not any(target(each) == name or each.kind in _OUT for each in behind[:end]):
            return name[0].decode("utf-8", "replace")
    return ""


def _idly(both: Trees, a: int, b: int, held: Set[tuple[object, ...]]) -> bool:
    return all(
        both.new[n].kind in _ASKS or both.back.get(n, a) < a or _never(conditions.keys_now(both, n), held)
        for n in range(b)
    )


def _never(keys: Set[tuple[object, ...]], held: Set[tuple[object, ...]]) -> bool:
    return any((asked, _TURNED.get(str(holds))) in held for asked, holds in keys)
