"""Whether a statement that is new, or gone, stands on the other side within a larger one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ..pairing.changes import Trees
from ..pieces.lexing import LINKS

_UNDONE: Final = frozenset((b"sizeof", b"alignof", b"decltype", b"noexcept", b"typeof", b"__typeof__"))
_MAYBE: Final = frozenset(
    (b"&&", b"||", b"?", b"and", b"or", b"lambda", b"{")
)  # what stands behind them may not be done
_FURTHER: Final = (*LINKS, b"(", b"[")


def within_another(both: Trees, words: Sequence[bytes], new: bool) -> bool:
    """Whether it stands on the other side within something else: in a value, or in what could not be told apart."""
    free = _free(Same(both), new)
    fewest = min((free.get(word, []) for word in words), key=len, default=[])
    return any(len(whole) > len(words) and _run(whole, words) for whole in fewest)


def asked_there(both: Trees, a: int) -> int:
    """The one new question that asks, in the same turn, about what a plain step did which is gone, and does it for sure; -1 for none."""
    words = both.old[a].words
    those = [b for b, each in enumerate(both.new) if len(each.words) > len(words) and _run(each.words, words)]
    once = sum(_run(each.words, words) for each in both.old) == 1  # of two alike one is made no more
    alone = once and len(those) == 1 and both.old[a].kind == "Simple" and both.new[those[0]].kind == "If"
    in_turn = alone and all((c < a) == (d < those[0]) for c, d in both.pairs.items() if c)
    sure = in_turn and those[0] not in both.back and _done(both.new[those[0]].words, words)
    return those[0] if sure else -1


def _done(whole: Sequence[bytes], words: Sequence[bytes]) -> bool:
    """Whether a question does it itself, whatever else it asks, and asks about nothing further of what that gives."""
    at = next(_runs(whole, words), 0)
    behind = whole[at + len(words) : at + len(words) + 1]
    return _MAYBE.isdisjoint(whole[:at]) and b"for" not in whole and not any(each in _FURTHER for each in behind)


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
    return next(_runs(whole, words), -1) >= 0


def _runs(whole: Sequence[bytes], words: Sequence[bytes]) -> Iterator[int]:
    """Where it stands. What sets a name is no argument that is given by this name: `n = f()` does not stand in `g(n=f())`, nor `f()` in
    `p->f()` or `sizeof f()`."""
    part = tuple(words)
    sets = part[1:2] == (b"=",)
    for at in range(len(whole) - len(part) + 1):
        if whole[at] == part[0] and tuple(whole[at : at + len(part)]) == part and not (sets and _is_given(whole, at)):
            ahead = [*reversed(whole[max(at - 2, 0) : at])]
            evaluated = _UNDONE.isdisjoint(ahead if ahead[:1] == [b"("] else ahead[:1])
            if evaluated and not any(each in LINKS for each in ahead[:1]):
                yield at


def _is_given(whole: Sequence[bytes], at: int) -> bool:
    """Whether it stands where a call is given something."""
    before = whole[at - 2] if at > 1 else b""
    return at > 0 and (
        whole[at - 1] == b"," or (whole[at - 1] == b"(" and (before[-1:].isalnum() or before[-1:] == b"_"))
    )
