"""C++: `p.reset()` in the place of `delete p; p = nullptr;`, as a smart pointer in the place of a bare one has it: one sentence, and no release
that is gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.syntax import Simple
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.quoting import joined
from ..reading.in_place import in_its_place
from ..reading.saying import VALUE, Said, q, when

TOLD: Final = "deletes that a reset stands for"
_NOTHING: Final = ((b"=", b"nullptr"), (b"=", b"NULL"), (b"=", b"0"))
Words = tuple[bytes, ...]


def reset_now(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By the reset; with an empty sentence for what it stands for."""
    resets = {
        both.new[each.b].words[:-4]: each
        for each in found
        if each.kind in (ADDED, CHANGED) and both.new[each.b].words[-4:] == (b".", b"reset", b"(", b")")
    }
    told: dict[Change, Said] = {}
    for each in [each for each in found if each.kind == REMOVED] if resets else ():
        name = _deleted(both.renamed_words(each.a))
        now = resets.get(name)
        if now is None or now in told or not _of_nothing(both, now, name) or not in_its_place(both, each.a, now.b):
            continue
        if _is_plain(both, name):
            continue
        was = f"{q(joined(name))} was deleted{' and set to nothing' if now.kind == CHANGED else ''}"
        told[now] = Said(VALUE, f"{q(joined(both.new[now.b].words))} stands where {was}{when(both.new, now.b)}.", 5)
        told[each] = Said(TOLD, "", 9)
    return told


def _deleted(words: Words) -> Words:
    """`p` of `delete p` and of `delete[] p`; () of another step."""
    if words[:1] != (b"delete",):
        return ()
    return words[3:] if words[1:3] == (b"[", b"]") else words[1:]


def _is_plain(both: Trees, name: Words) -> bool:
    """Whether it is declared here as what is no smart pointer."""
    declared = [
        piece.words
        for piece in both.new
        if isinstance(piece.stmt, Simple) and piece.stmt.role == "declare" and name[-1] in piece.words
    ]
    return any(b"<" not in words and not any(b"ptr" in word.lower() for word in words) for words in declared)


def _of_nothing(both: Trees, change: Change, name: Words) -> bool:
    """Whether it is new, or set the same to nothing before."""
    words = both.renamed_words(change.a) if change.kind == CHANGED else ()
    return change.kind == ADDED or (words[:-2] == name and words[-2:] in _NOTHING)
