"""Whether a statement that is new, or gone, stands on the other side within a larger one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ....engine.same import KEPT, Same
from ..pairing.changes import Trees


def within_another(both: Trees, words: Sequence[bytes], new: bool) -> bool:
    """Whether it stands on the other side within something else: in a value, or in what could not be told apart."""
    free = _free(Same(both), new)
    fewest = min((free.get(word, []) for word in words), key=len, default=[])
    return any(len(whole) > len(words) and _run(whole, words) for whole in fewest)


def asked_there(both: Trees, a: int) -> int:
    """The one new question that asks, in the same turn, about what a plain step did which is gone, -1 for none."""
    words = both.old[a].words
    those = [b for b, each in enumerate(both.new) if len(each.words) > len(words) and _run(each.words, words)]
    once = sum(_run(each.words, words) for each in both.old) == 1  # of two alike one is made no more
    alone = once and len(those) == 1 and both.old[a].kind == "Simple" and both.new[those[0]].kind == "If"
    in_turn = alone and all((c < a) == (d < those[0]) for c, d in both.pairs.items() if c)
    return those[0] if in_turn and those[0] not in both.back else -1


@lru_cache(maxsize=KEPT)
def _free(both: Same[Trees], new: bool) -> dict[bytes, list[Sequence[bytes]]]:
    """word -> what holds it on the other side and stands not as it is on this one."""
    trees = both.value
    others, known, mine = (trees.old, trees.pairs, trees.new) if new else (trees.new, trees.back, trees.old)
    found: dict[bytes, list[Sequence[bytes]]] = {}
    for at, each in enumerate(others):
        if at not in known or mine[known[at]].words != each.words:
            for word in {*each.words}:
                found.setdefault(word, []).append(each.words)
    return found


def _run(whole: Sequence[bytes], words: Sequence[bytes]) -> bool:
    """What sets a name is no argument that is given by this name: `n = f()` does not stand in `g(n=f())`."""
    part = tuple(words)
    sets = part[1:2] == (b"=",)
    return any(
        whole[at] == part[0] and tuple(whole[at : at + len(part)]) == part and not (sets and _is_given(whole, at))
        for at in range(len(whole) - len(part) + 1)
    )


def _is_given(whole: Sequence[bytes], at: int) -> bool:
    """Whether it stands where a call is given something."""
    before = whole[at - 2] if at > 1 else b""
    return at > 0 and (
        whole[at - 1] == b"," or (whole[at - 1] == b"(" and (before[-1:].isalnum() or before[-1:] == b"_"))
    )
