"""A question that decided over one way out alone, and is gone, while the way out stands in its place: it is taken in any case now, and
what stands behind it is never come to. And the other way round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..pairing.changes import Trees
from ..pieces import answers
from ..pieces.pieces import Piece
from ..reading.saying import CHECK, Said, joined, q, when

_OUT: Final = frozenset(("Return", "Raise"))
_EXITS: Final = _OUT | {"Jump"}
_STOPS: Final = frozenset(
    ("Label", "Opaque", "Variant", "Directive", "Arm")
)  # behind which it may be come to otherwise
_PARTS: Final = frozenset(("Block",))  # that a macro may ask for


def told(both: Trees, at: int, new: bool) -> Said | None:
    """at: a question under which a way out stands alone, of the new side or the old one."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    others, back = (both.old, both.pairs) if new else (both.new, both.back)
    way = _of_its_block(others, back, known.get(max(below[at]), -1))
    tail = _behind(both, way, new) if way >= 0 and _in_its_place(both, at, new) else ""
    if not tail and not _leaves_anyway(both, at, new):
        return None
    piece, under = pieces[at], when(pieces, at)
    how = f"now runs only {answers.asked(piece.said, 'then')}" if new else f"no longer depends on {q(piece.said)}"
    return Said(CHECK, f"{q(joined(pieces[max(below[at])].words))} {how}{under}{tail}.", 2 if new else 1)


def _in_its_place(both: Trees, at: int, new: bool) -> bool:
    """Whether the way out stands in the arm of the question, and behind nothing that stood behind that."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    others, others_below, back = (
        (both.old, both.old_below, both.pairs) if new else (both.new, both.new_below, both.back)
    )
    last, above = max(below[at]), pieces[at].parent
    if last not in known or above not in known or pieces[above].kind in _PARTS:
        return False
    there = _of_its_block(others, back, known[last])
    stands = others[there].parent == known[above] and others[there].role == pieces[at].role
    before = [each for each in others_below[known[above]] if each < there] if stands else []
    same = others[known[last]].words == pieces[last].words
    return stands and same and all(back.get(each, -1) < at for each in before)


def _of_its_block(pieces: Sequence[Piece], known: Mapping[int, int], at: int) -> int:
    """The plain braces that are left of the question, if any: they hold the way out alone. Not those that a macro may ask for."""
    above = pieces[at].parent if at >= 0 else -1
    plain = above >= 0 and pieces[above].kind == "Block" and above not in known and not pieces[above].words
    beside = [each for each in range(above) if pieces[each].parent == pieces[above].parent] if plain else []
    calls = bool(beside) and pieces[beside[-1]].kind == "Simple" and pieces[beside[-1]].words[-1:] == (b")",)
    alone = plain and not any(each.parent == above for n, each in enumerate(pieces) if n != at)
    return above if alone and not calls else at


def unreached(both: Trees, way: int, new: bool) -> str:
    """What is never come to on the side without the question, of what stands on both. way: out, on that side, or else "" is told."""
    return _behind(both, way, new) if (both.old if new else both.new)[way].kind in _EXITS else ""


def _behind(both: Trees, way: int, new: bool) -> str:
    pieces, below, known = (both.old, both.old_below, both.pairs) if new else (both.new, both.new_below, both.back)
    count = 0 if may_be_asked_for(pieces, way) else _reached(pieces, below, known, way)
    if not count:
        return ""
    runs = ("run" if count > 1 else "runs") + (" now" if new else " no more")
    return f": {f'the {count} steps' if count > 1 else 'the step'} behind it {runs}"


def _reached(pieces: Sequence[Piece], below: Sequence[Sequence[int]], known: Mapping[int, int], way: int) -> int:
    count = 0
    if pieces[pieces[way].parent].kind in _PARTS:
        return 0
    for each in below[pieces[way].parent]:
        if each > way and pieces[each].role == pieces[way].role:
            inner = [each, *below[each]]
            if any(pieces[one].kind in _STOPS for one in inner):
                break
            count += each in known
    return count


def may_be_asked_for(pieces: Sequence[Piece], at: int) -> bool:
    """Whether a name in capitals stands right before it, which may be all that it hangs on: `UNLESS(a)⏎ return 1;`."""
    one, before = pieces[at], pieces[at - 1] if at else None
    return before is not None and (before.parent, before.role) == (one.parent, one.role) and may_be_a_macro(before)


def may_be_a_macro(piece: Piece) -> bool:
    """A name in capitals that stands first may hold a label: `CASE(ADD) push(a);`."""
    first = piece.words[0] if piece.words else b""
    return piece.kind in ("Simple", "Block") and first.isupper()


def _leaves_anyway(both: Trees, at: int, new: bool) -> bool:
    """Whether the other side ends the same arm by the same way out, unasked; what follows a new question here leaves by another."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    others, others_below = (both.old, both.old_below) if new else (both.new, both.new_below)
    last = max(below[at])
    above, role = pieces[at].parent, pieces[at].role
    if last not in known or above not in known:
        return False
    behind = max((each for each in below[above] if each > at and pieces[each].role == role), default=-1)
    others_so = [each for each, piece in enumerate(pieces) if each != last and piece.words == pieces[last].words]
    again = any(each > last or each not in known for each in others_so)
    if behind >= 0 and (not new or pieces[behind].kind not in _OUT or again):
        return False
    arm = [each for each in others_below[known[above]] if others[each].role == role]
    return max(arm, default=-1) == known[last] and others[known[last]].words == pieces[last].words
