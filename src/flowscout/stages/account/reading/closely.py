"""Whether a question of the other side asked about the very same thing: `p == NULL` and `p`, `n > 3` and `n >= size`, not `f(p) > 3`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from ....engine.same import KEPT, Same
from ..pairing.changes import Trees
from ..pieces import questions
from .asked import atoms, chosen_by

Words: TypeAlias = tuple[bytes, ...]
_COMPARES: Final = frozenset((b"==", b"!=", b"<", b">", b"<=", b">=", b"is", b"in", b"not"))
_VALUES: Final = frozenset((b"None", b"True", b"False", b"NULL", b"nullptr", b"true", b"false"))


def asked_before(both: Trees, b: int) -> bool:
    """Of a question that is new; also one whose choice a value made."""
    was = _asked(Same(both))
    return chosen_by(both, b) or any(each in was for atom in atoms(both.new[b].words) for each in _sides(atom))


@lru_cache(maxsize=KEPT)
def _asked(same: Same[Trees]) -> frozenset[Words]:
    """What was asked about by questions that are gone, or ask another thing now."""
    both = same.value
    gone = [a for a, one in enumerate(both.old) if one.kind in ("If", "Loop") and _differs(both, a)]
    return frozenset(each for a in gone for atom in atoms(both.renamed_words(a)) for each in _sides(atom))


def _differs(both: Trees, a: int) -> bool:
    return a not in both.pairs or both.new[both.pairs[a]].words != both.renamed_words(a)


def _sides(atom: Words) -> Iterator[Words]:
    """What is compared, or is true: without constants."""
    side: list[bytes] = []
    depths = dict(questions.depths(atom))
    for at, word in enumerate((*atom, b"==")):
        if word in _COMPARES and not depths.get(at, 0):
            if any(each[:1].isalpha() or each[:1] == b"_" for each in side) and not {*side} <= _VALUES:
                yield _kept(side)
            side = []
        else:
            side.append(word)


def _kept(side: Sequence[bytes]) -> Words:
    """`n` of `(n = f())`."""
    keeps = next((at for at, word in enumerate(side) if word in (b"=", b":=")), 0)
    return tuple(side[1:keeps]) if keeps > 1 and side[0] == b"(" else tuple(side)


def called_behind(both: Trees, where: str, b: int) -> bool:
    """Whether a function is called behind a step alone, in no loop around it: what that asks does not decide whether the step runs."""
    name = where.replace("::", ".").rpartition(".")[2].encode()
    calls = [at for at, piece in enumerate(both.new) if at and name in piece.words]
    return bool(calls) and min(calls) > b and not any(_in_one_loop(both, b, at) for at in calls)


def _in_one_loop(both: Trees, b: int, at: int) -> bool:
    loops = {each for each in _above(both, b) if both.new[each].kind == "Loop"}
    return any(each in loops for each in _above(both, at))


def _above(both: Trees, at: int) -> Iterator[int]:
    while (at := both.new[at].parent) >= 0:
        yield at
