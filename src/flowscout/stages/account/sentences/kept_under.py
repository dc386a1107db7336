"""Steps under a question, a loop or a `try` that one side has alone, which run under something else for it."""

from __future__ import annotations

from ....model.syntax import Simple
from ..neutral.declared_built import arms
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.targets import target
from ..reading import conditions
from ..reading.imports import brought, imports
from ..reading.saying import (
    kept_below,
    left_below,
)

_CHANGES = frozenset((b"++", b"--", b"&"))
_WEAK = 3  # tokens of an exit that is the same as many others


def kept_under(both: Trees, at: int, new: bool) -> list[int]:
    """Positions after the change of what stands under a piece that is new or gone, and now runs under something else for it."""
    found = kept_below(both, at) if new else left_below(both, at)
    loop, built = ((both.new if new else both.old)[at].kind == each for each in ("Loop", "Variant"))
    asked = new and both.new[at].kind == "If"
    return [
        b
        for b in found
        if any(conditions.apart(both, both.back[b], b))
        and (built or not _bare(both.new[b]) or (loop and (both.new[b].kind == "Return" or _begins_again(both, b))))
        and not sets_another(both, b, asked)
        and not (built and sorted(arms(both.old, both.back[b])) == sorted(arms(both.new, b)))
    ]


def sets_another(both: Trees, b: int, asked: bool) -> bool:
    """Whether a step sets something else than it did, or imports nothing that it did: that it hangs on a question now is told with what it
    sets. asked: whether the question is new; what an import hung on before is told nowhere else."""
    one, other = both.old[both.back[b]], both.new[b]
    if asked and imports(one) and imports(other):
        return {*brought(one)}.isdisjoint(brought(other))
    was, now = target(one), target(other)
    return bool(was and now) and tuple([both.renamed.get(word, word) for word in was]) != now


def _begins_again(both: Trees, b: int) -> bool:
    """Whether a declaration gives each round a value of which another step makes something else."""
    name = target(both.new[b])[-1:]
    others = [piece for at, piece in enumerate(both.new) if at != b and name and name[0] in piece.words]
    return any(target(each)[:1] == name or not _CHANGES.isdisjoint(each.words) for each in others)


def _bare(piece: Piece) -> bool:
    """What a `try` or a lock makes no difference to: a bare exit; and a loop neither to a declaration that runs nothing."""
    if isinstance(piece.stmt, Simple) and piece.stmt.role == "declare" and b"(" not in piece.words:
        return True
    return piece.kind in ("Return", "Jump") and len(piece.words) <= _WEAK
