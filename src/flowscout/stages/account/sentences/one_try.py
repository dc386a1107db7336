"""Steps that run in one `try` now, and ran each in one of its own that did nothing on an error, or just what that one does: the first
that fails ends them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..pairing.changes import MOVED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..reading.conditions import under
from ..reading.counted import whose
from ..reading.saying import ERRORS, Said, subject, when


def gathered(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """What is said of each `try` that is gone, and of each step that stood in it: the same of all that stand in one now."""
    into: dict[int, list[tuple[Change, list[int]]]] = {}
    for change in found:
        for there, steps in _within_another(both, change):
            into.setdefault(there, []).append((change, steps))
    told: dict[Change, Said] = {}
    for there, rows in into.items():
        steps = sorted(each for _, own in rows for each in own)
        first = next(each for each in both.new_below[there] if both.new[each].role == "body")
        said = Said(
            ERRORS,
            f"{whose(both.new, steps)} {'run' if len(steps) > 1 else 'runs'} in one `try` with {subject(both.new[first])}"
            f"{when(both.new, there)}, no longer in one of {'their' if len(steps) > 1 else 'its'} own: where one step fails, "
            "those behind it are left out.",
            1,
        )
        told.update({change: said for change, _ in rows})
        told.update({each: said for each in found if each.kind == MOVED and each.b in steps})
    return told


def _within_another(both: Trees, change: Change) -> Iterator[tuple[int, list[int]]]:
    """(The `try` that was there too and holds now what this one held, which did no more; what it held.)"""
    if change.kind != REMOVED or both.old[change.a].kind != "Try":
        return
    held = [both.pairs.get(each, -1) for each in both.old_below[change.a] if both.old[each].role == "body"]
    above = {both.new[each].parent if each >= 0 and both.new[each].role == "body" else -1 for each in held}
    there = next(iter(above)) if len(above) == 1 else -1
    beside = there in both.back and both.pairs.get(both.old[change.a].parent, -2) == both.new[there].parent
    if not beside or both.new[there].kind != "Try":
        return
    handled = _handled(both.old, both.old_below, change.a)
    nothing = was_idle(both, change) and _does_nothing(both.new, both.new_below, there)
    if nothing or (handled and handled == _handled(both.new, both.new_below, there)):
        first = next(each for each in both.new_below[there] if both.new[each].role == "body")
        if first not in held:
            yield there, held


def was_idle(both: Trees, change: Change) -> bool:
    """Whether it is a `try` that is gone and did nothing on an error, so that all of it is said by what ran in it."""
    tries = change.kind == REMOVED and both.old[change.a].kind == "Try"
    return tries and _does_nothing(both.old, both.old_below, change.a)


def _does_nothing(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> bool:
    """Whether it has handlers alone, none of which does anything."""
    rest = [each for each in below[at] if pieces[each].role != "body"]
    return bool(rest) and all(
        pieces[each].kind == "Handler" and all(pieces[n].words == (b"pass",) for n in below[each]) for each in rest
    )


def _handled(
    pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int
) -> list[tuple[str, str, tuple[bytes, ...]]]:
    """All of its handlers; nothing of one that has an `else` or a `finally`."""
    rest = [each for each in below[at] if pieces[each].role != "body"]
    plain = all(pieces[each].kind == "Handler" for each in rest)
    return [
        (pieces[n].kind, pieces[n].role, pieces[n].words)
        for each in (rest if plain else ())
        for n in (each, *under(below, each))
    ]
