"""C and C++: `#if USE` round statements that is an `if (USE)` now, or the other way: one question, asked at another time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.pattern import regex
from ..pairing.changes import ADDED, MOVED, REMOVED, Change, Trees
from ..pieces.lexing import LexedSource
from ..pieces.pieces import Piece
from ..pieces.quoting import built
from ..reading import conditions
from ..reading.doing import doing
from ..reading.saying import CONDITION, Said, kept_below, left_below, subject, under

CUT: Final = "an #if put round all of the statement it cut through"
_AS_A_WHOLE: Final = regex(
    r"\((when [^\n]{1,1800})\)(, with `#[^\n]{1,200})"
)  # one question, with all that it leads to
SAME_BUILDS: Final = "an #if that leaves the same in every build"
BUILDS: Final = frozenset((CUT, SAME_BUILDS))


def asks(both: Trees, at: int, new: bool) -> int:
    """The `if` of the other side that asks what an `#if` without another arm asks; -1 for none. new: whether the `#if` is new."""
    pieces, others, known = (both.new, both.old, both.pairs) if new else (both.old, both.new, both.back)
    arms = [condition for condition, _ in pieces[at].stmt.arms] if pieces[at].kind == "Variant" else []
    asked = "".join(arms[0].split()) if len(arms) == 1 else ""
    alike = (
        each
        for each, piece in enumerate(others)
        if piece.kind == "If" and each not in known and "".join(piece.said.split()) == asked
    )
    return next(alike, -1) if asked else -1


def cut_through(both: Trees, change: Change, old: LexedSource, new: LexedSource) -> str:
    """The rule where an `#if` that one side has in that place alone asks for the same steps on both: it cut through a statement on the
    other side, and is not seen there, or stands round another `#if` that stood round it; else ""."""
    if change.kind == MOVED:
        was, now = conditions.apart(both, change.a, change.b)
        held = [*[both.old[each.at].kind for each in was], *[both.new[each.at].kind for each in now]]
        kept = [change.b] if held and {*held} == {"Variant"} else []
    elif change.kind in (ADDED, REMOVED):
        pieces, at = (both.new, change.b) if change.kind == ADDED else (both.old, change.a)
        below, known = (both.new_below, both.back) if change.kind == ADDED else (both.old_below, both.pairs)
        plain = pieces[at].kind == "Variant" and all(each in known for each in below[at])
        kept = (kept_below(both, at) if change.kind == ADDED else left_below(both, at)) if plain else []
    else:
        kept = []
    if not kept or any(old.asked(both.old[both.back[b]].start) != new.asked(both.new[b].start) for b in kept):
        return ""
    return SAME_BUILDS if all(_seen(both.old, both.back[b]) == _seen(both.new, b) for b in kept) else CUT


def _seen(pieces: Sequence[Piece], at: int) -> int:
    """How many stand round it."""
    found = 0
    while (at := pieces[at].parent) >= 0:
        found += pieces[at].kind == "Variant"
    return found


def otherwise(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """The questions that are told with such an `#if`."""
    stands = {
        (not new, asks(both, at, new))
        for change in found
        if change.kind in (ADDED, REMOVED)
        for new, at in ((change.kind == ADDED, max(change.a, change.b)),)
    }
    return frozenset(
        change
        for change in found
        if change.kind in (ADDED, REMOVED) and (change.kind == ADDED, max(change.a, change.b)) in stands
    )


def in_its_arms(both: Trees, at: int, new: bool) -> str:
    """What else the arms of an `#if` hold, and is new or gone with it."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    fresh = [each for each in below[at] if each not in known and not (kept_below if new else left_below)(both, each)]
    told = [
        f"{doing(pieces, below, [each for each in fresh if pieces[each].role == role])}, {under(pieces[at], role)}"
        for role in dict.fromkeys(pieces[each].role for each in fresh)
    ]
    return f"; {'now' if new else 'no longer'} {'; '.join(told)}" if told else ""


def with_it(both: Trees, at: int, new: bool, where: str) -> Said | None:
    """An `#if` with what is new or gone in it; of what stays, and is another now, that it depends on that."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    fresh = [each for each in below[at] if each not in known]
    told = [
        f"{doing(pieces, below, [each for each in fresh if pieces[each].role == role])}, {under(pieces[at], role)}"
        for role in dict.fromkeys(pieces[each].role for each in fresh)
    ]
    if told:
        first = f" {told[0]}" if not _AS_A_WHOLE.match(told[0]) else _AS_A_WHOLE.sub(r", \1\2", told[0])
        return Said(CONDITION, f"{'Now' if new else 'No longer'}{'; '.join([first, *told[1:]])}{where}.", 5)
    stays = [each for each in below[at] if both.new[each if new else known[each]].kind != "Variant"]
    if not stays:
        return None
    arms = [
        (role, [each for each in stays if pieces[each].role == role])
        for role in dict.fromkeys(pieces[each].role for each in stays)
    ]
    parts = []
    for role, those in arms:
        whose = subject(both.new[those[0] if new else known[those[0]]])
        more = f" and {len(those) - 1} more" if len(those) > 1 else ""
        depend = "depend" if more else "depends"
        parts.append(f"{whose}{more} {'now' if new else 'no longer'} {depend} on {built(role)}")
    return Said(CONDITION, f"{'; '.join(parts)}{where}.", 3)
