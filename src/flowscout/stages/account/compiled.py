"""C and C++: `#if USE` round statements that is an `if (USE)` now, or the other way: one question, asked at another time."""

from __future__ import annotations

from collections.abc import Sequence

from .changes import ADDED, REMOVED, Change, Trees


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
