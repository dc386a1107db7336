"""A way out that is gone by itself, where another that says the same is taken in each case now in which it was."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from ..pairing.changes import Trees
from ..reading import conditions

_ASKS: Final = frozenset(("If", "Block", "Head"))
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


def _idly(both: Trees, a: int, b: int, held: Set[tuple[object, ...]]) -> bool:
    return all(
        both.new[n].kind in _ASKS or both.back.get(n, a) < a or _never(conditions.keys_now(both, n), held)
        for n in range(b)
    )


def _never(keys: Set[tuple[object, ...]], held: Set[tuple[object, ...]]) -> bool:
    return any((asked, _TURNED.get(str(holds))) in held for asked, holds in keys)
