"""Steps that stand where others stood: one sentence of both.

mkdirp(folder)                 mkdirp(folder)
dump(output, name, level)      write = partial(dump, level=level)
done()                         save(output, name, write)
                               done()

Sets `write` to `partial(dump, level=level)`, then calls `save(output, name, write)`, where it called `dump(output, name, level)`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ....engine.rising import longest_rising
from ....model.facts import FunctionFacts
from ....model.syntax import Simple
from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.lexing import LexedSource
from ..pieces.pieces import Piece
from ..pieces.tenses import past_of, upper
from ..reading.doing import doing
from ..reading.saying import EXITS, Said, does, when
from ..sentences import statements
from ..sentences.acted import acted
from ..sentences.decided import bare
from ..sentences.standing_for import turned

_STEPS: Final = frozenset(("Simple", "Return", "Raise", "With"))
_APART: Final = frozenset(("import", "define", "scope", "pass"))  # of which another sentence tells, or that do nothing
_OTHER: Final = {"then": "else", "else": "then"}
_MOST: Final = 3  # steps on either side
_ROOM: Final = 360  # characters
Gap = tuple[list[Change], list[Change]]
Functions = tuple[Mapping[str, FunctionFacts], LexedSource]


def of_others(
    both: Trees,
    found: Sequence[Change],
    neutral: Callable[[Change], bool],
    alone: Callable[[], tuple[Sequence[str], Sequence[str]]],
) -> tuple[dict[Change, Said], frozenset[Change]]:
    """(What is said of each that is gone, or new, in such a place: the same of all of them; all but the first of each). neutral: of what does
    nothing. alone: the texts of functions that are new, and of those that are gone: what went there, or came from there, is told by that."""
    told: dict[Change, Said] = {}
    repeated: set[Change] = set()
    for gone, came in _gaps(both, found):
        if not len(gone) <= _MOST >= len(came) or not (len(gone) + len(came) == 2 or _end_alike(both, gone, came)):
            continue
        parts = {change: _alone(both, change) for change in (*gone, *came)}
        if all(parts.values()) and not any(map(neutral, parts)) and not _handed(both, gone, came, *alone()):
            said = _said(both, gone, came, [each for each in parts.values() if each])
            told.update(dict.fromkeys(parts, said) if said else {})
            repeated |= {*gone, *came[1:]} if said else set()
    return told, frozenset(repeated)


def of_one_alone(old: Functions, new: Functions) -> tuple[list[str], list[str]]:
    """The texts of functions that are new, and of those that are gone."""
    names = [{each.qualified for each in functions.values()} for functions, _ in (old, new)]
    came, gone = (
        [source.text(each.start, each.end) for each in functions.values() if each.qualified not in known]
        for (functions, source), known in zip((new, old), names, strict=True)
    )
    return came, gone


def _handed(
    both: Trees, gone: Sequence[Change], came: Sequence[Change], fresh: Sequence[str], lost: Sequence[str]
) -> bool:
    went = any(both.old[each.a].said in text for each in gone for text in fresh)
    return went or any(both.new[each.b].said in text for each in came for text in lost)


def _end_alike(both: Trees, gone: Sequence[Change], came: Sequence[Change]) -> bool:
    """Whether both end alike: in a way out, or in none."""
    return (both.old[gone[-1].a].kind in EXITS) == (both.new[came[-1].b].kind in EXITS)


def _said(both: Trees, gone: Sequence[Change], came: Sequence[Change], parts: Sequence[Said]) -> Said | None:
    was = past_of(doing(both.old, both.old_below, [each.a for each in gone]))
    now = upper(doing(both.new, both.new_below, [each.b for each in came]))
    under = when(both.new, came[0].b)
    text = f"{now} where it {was}{under}." if len(gone) == len(came) == 1 else f"{now}{under}, where it {was}."
    first = min(parts, key=lambda each: each.rank)
    return Said(first.rule, text, first.rank) if len(text) <= _ROOM and "…, then" not in text else None


def _alone(both: Trees, change: Change) -> Said | None:
    """What would be said of it, where that is what it does, and nothing more."""
    pieces, at = (both.new, change.b) if change.b >= 0 else (both.old, change.a)
    said, now = statements.said(both, change), "Now" if change.b >= 0 else "No longer"
    if pieces[at].kind == "With":
        return (
            said if said and said.sentence.startswith(f"{now} works under ") and _alone_within(both, change) else None
        )
    deeds = [does(pieces[at]), acted(both, pieces[at]) if change.a >= 0 else ""]
    return said if said and said.sentence in [f"{now} {each}{when(pieces, at)}." for each in deeds if each] else None


def _alone_within(both: Trees, change: Change) -> bool:
    """Whether nothing that stands under it is on the other side."""
    below, known = (both.new_below, both.back) if change.b >= 0 else (both.old_below, both.pairs)
    waiting = [*below[max(change.a, change.b)]]
    while waiting:
        at = waiting.pop()
        if at in known:
            return False
        waiting += below[at]
    return True


def _gaps(both: Trees, found: Sequence[Change]) -> Iterator[Gap]:
    """What is gone and what is new between the same two that stayed, in order, in the same part of the same."""
    gone = _by_arm({each.a: each for each in found if each.kind == REMOVED and _is_step(both.old[each.a])}, both.old)
    came = _by_arm({each.b: each for each in found if each.kind == ADDED and _is_step(both.new[each.b])}, both.new)
    for (above, role), mine in gone.items():
        now = _role_now(both, above, role) if above in both.pairs else ""
        others = came.get((both.pairs.get(above, -1), now)) if above >= 0 else None
        if others:
            yield from _within(both, (above, role, now), mine, others)


def _role_now(both: Trees, above: int, role: str) -> str:
    """The arm by the same answer, where a question asks the opposite now."""
    asks = both.old[above].kind == "If" and turned(both.old[above], both.new[both.pairs[above]])
    return _OTHER.get(role, role) if asks else role


def _within(
    both: Trees, arm: tuple[int, str, str], mine: Mapping[int, Change], others: Mapping[int, Change]
) -> Iterator[Gap]:
    above, role, now = arm
    there = {b for b in both.new_below[both.pairs[above]] if both.new[b].role == now}
    stayed = [a for a in both.old_below[above] if both.old[a].role == role and both.pairs.get(a) in there]
    rising = longest_rising([both.pairs[a] for a in stayed])
    marks = [(a, both.pairs[a]) for at, a in enumerate(stayed) if at in rising]
    left, right = sorted(mine), sorted(others)
    for (a, b), (end, last) in zip([(-1, -1), *marks], [*marks, (len(both.old), len(both.new))], strict=True):
        gone, came = _between(left, a, end), _between(right, b, last)
        inside = both.old_below[above], both.new_below[both.pairs[above]]
        if _in_a_row(both.old, inside[0], gone) and _in_a_row(both.new, inside[1], came):
            yield [mine[at] for at in gone], [others[at] for at in came]


def _between(places: Sequence[int], first: int, last: int) -> Sequence[int]:
    """Of places in order, those that stand between two."""
    return places[bisect_right(places, first) : bisect_left(places, last)]


def _in_a_row(pieces: Sequence[Piece], siblings: Sequence[int], members: Sequence[int]) -> bool:
    """But for functions that are defined between them."""
    between = _between(siblings, members[0] - 1, members[-1] + 1) if members else []
    return bool(members) and [each for each in between if each in members or not _defines(pieces[each])] == list(
        members
    )


def _defines(piece: Piece) -> bool:
    return isinstance(piece.stmt, Simple) and piece.stmt.role == "define"


def _by_arm(changes: Mapping[int, Change], pieces: Sequence[Piece]) -> dict[tuple[int, str], dict[int, Change]]:
    found: dict[tuple[int, str], dict[int, Change]] = {}
    for at, change in changes.items():
        found.setdefault((pieces[at].parent, pieces[at].role), {})[at] = change
    return found


def _is_step(piece: Piece) -> bool:
    plain = not isinstance(piece.stmt, Simple) or (piece.stmt.role not in _APART and not bare(piece))
    return piece.kind in _STEPS and plain and not all(word[:1] in (b'"', b"'") for word in piece.words)
