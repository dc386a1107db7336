"""C and C++: a local that is gone with all that it was for: one sentence, not one for each of its steps.

string tmp;
cfg.lookup("name", tmp);
std::cout << tmp;            No longer calls `cfg.lookup("name", tmp)`, then does `std::cout << tmp`; `string tmp` is gone with that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.syntax import Simple
from ....words.series import series
from ..pairing.changes import REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..reading.doing import doing, for_others
from ..reading.saying import VALUE, Said, q, when

TOLD: Final = "locals that are gone with what they were for"
_FEWEST: Final = 2
_MOST: Final = 5  # steps of one sentence
_ENDS: Final = frozenset((b"=", b"[", b"(", b"{", b";"))
_DOES: Final = frozenset(
    b"++ -- += -= *= /= %= &= |= ^= <<= >>= << >> new delete throw co_await co_yield __asm__ asm volatile".split()
)  # a value that has one of them may do more than to be one


def gone_for_it(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By the first of the steps; with an empty sentence for the others."""
    gone = {change.a: change for change in found if change.kind == REMOVED and both.old[change.a].kind == "Simple"}
    told: dict[Change, Said] = {}
    for own in _groups(both, gone):
        declared = [at for at in own if for_others(both.old[at])]
        steps = [at for at in own if at not in declared]
        if len(steps) < _FEWEST or len(steps) > _MOST or any(_DOES & {*both.old[at].words} for at in declared):
            continue
        names = [q(both.old[at].said.rstrip("; ")) for at in declared]
        with_it = f"; {series(names)} {'are' if names[1:] else 'is'} gone with that" if names else ""
        said = f"No longer {doing(both.old, both.old_below, steps)}{when(both.old, steps[0])}{with_it}."
        told[gone[steps[0]]] = Said(VALUE, said, 3)
        told |= {gone[at]: Said(TOLD, "", 9) for at in (*declared, *steps[1:])}
    return told


def _groups(both: Trees, gone: Mapping[int, Change]) -> Iterator[list[int]]:
    """Those locals, each with all that named it, all of which went from one block; of several that a step named, together."""
    stays = {word for piece in both.new for word in piece.words}
    groups: list[set[int]] = []
    for at in gone:
        name = _declared(both.old[at])
        if not name or name in stays:
            continue
        own = {each for each, piece in enumerate(both.old) if name in piece.words}
        places = {(both.old[each].parent, both.old[each].role) for each in own}
        if not own <= gone.keys() or len(places) > 1:
            continue
        beside = [group for group in groups if group & own]
        groups = [group for group in groups if group not in beside] + [own.union(*beside)]
    yield from map(sorted, groups)


def _declared(piece: Piece) -> bytes:
    """The one variable that a statement declares; b"" of another."""
    if not (isinstance(piece.stmt, Simple) and piece.stmt.role == "declare"):
        return b""
    end = next((at for at, word in enumerate(piece.words) if word in _ENDS), len(piece.words))
    return piece.words[end - 1] if end > 1 and b"," not in piece.words[:end] else b""
