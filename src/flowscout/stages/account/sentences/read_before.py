"""C and C++: a check for null that is new, of a pointer through which a step before it reads already.

node->uses++;
if (!node)
    return -1;            The check comes too late for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ..pairing.changes import ADDED, Change, Trees
from ..pieces import questions
from ..pieces.pieces import Piece
from ..pieces.quoting import q
from ..pieces.targets import SETS
from ..reading.conditions import under
from ..reading.saying import CHECK, Said
from .null_where import is_a_pointer, needed, null_arm

_LEADS_ON: Final = frozenset(("If", "Block"))  # whose arm runs behind all that stands before it
_GIVEN: Final = frozenset((b"(", b","))
_STEPS: Final = 40  # looked back at


def told(both: Trees, change: Change, said: Said) -> Said:
    """What is said of the check, and which step needs the pointer before it."""
    if change.kind != ADDED or said.rule != CHECK or not said.sentence.startswith("Adds a check"):
        return said
    for name in _asked(both.new[change.b]):
        own = is_a_pointer(both.new, name) and not any(_handed_out(piece.words, name) for piece in both.new)
        if own and (reads := next(_reading(both, change.b, name), "")):
            through = q(name.decode("utf-8", "replace"))
            text = f"{said.sentence.removesuffix('.')}; {q(reads)} before it already reads through {through}."
            return said._replace(sentence=text)
    return said


def _asked(piece: Piece) -> Iterator[bytes]:
    """The names of which any that is null lets its arm be entered."""
    asked, every = questions.operands(questions.bare(piece.words))
    for part in asked if not every or len(asked) == 1 else ():
        for word in part:
            if null_arm(piece._replace(words=part), word) == "then":
                yield word


def _reading(both: Trees, at: int, name: bytes) -> Iterator[str]:
    """What reads through it on each way there; nothing where it may be another pointer since."""
    here, left = at, _STEPS
    while here > 0:
        above, role = both.new[here].parent, both.new[here].role
        for each in reversed([each for each in both.new_below[above] if each < here and both.new[each].role == role]):
            piece, left = both.new[each], left - 1
            if left < 0 or piece.kind == "Label":
                return
            inside = (each, *under(both.new_below, each))
            if any(_may_set(both.new[one].words, name, both.in_c) for one in inside):
                return
            if piece.kind in ("Simple", "If") and not _run_elsewhere(piece.words) and name in needed(piece.words):
                yield piece.said
        if both.new[above].kind not in _LEADS_ON or name in both.new[above].words:
            return
        here = above


def _run_elsewhere(words: Sequence[bytes]) -> bool:
    """`ROWS(p->list)`, `assert(p->n)`, a lambda: whether it is run there is not known."""
    if b"{" in words:
        return True
    calls = [word for word, behind in pairwise(words) if behind == b"("]
    return any(word.isupper() or word.endswith(b"assert") for word in calls)


def _handed_out(words: Sequence[bytes], name: bytes) -> bool:
    """`&p`: whoever has it may set it."""
    return any(word == b"&" and words[at + 1] == name for at, word in enumerate(words[:-1]))


def _may_set(words: Sequence[bytes], name: bytes, in_c: bool) -> bool:
    for at, word in enumerate(words):
        if word != name:
            continue
        behind, before = words[at + 1 : at + 2], words[at - 1 : at]
        if {*behind} & SETS or b"++" in (*behind, *before) or b"--" in (*behind, *before):
            return True
        if not in_c and {*before} & _GIVEN and (b"," in behind or b")" in behind):
            return True  # it may be given as a reference
        if b">>" in before:
            return True
    return False
