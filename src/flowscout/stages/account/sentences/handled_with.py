"""Python: handlers that were several and are one now, or the other way round. What did the same is the same; of what did not it is said what is
done now on an error, and was.

except KeyError:                 except (KeyError, ValueError):
    return None                      return None
except ValueError:         →
    return 2                     On `ValueError` returns `None`, no longer `2`: it is handled with `KeyError` now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.assigning import all_of
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.tenses import past_of
from ..reading.caught import BoundNames, bound_by, is_caught_by, is_class
from ..reading.doing import doing
from ..reading.saying import Said, q

RULE: Final = "the same handlers joined or parted"
_HANDLER: Final = "Handler"
_RANK: Final = 2
Words = tuple[bytes, ...]
Below = Sequence[Sequence[int]]


def handled_with(both: Trees, found: Sequence[Change], around: Sequence[Sequence[Piece]]) -> dict[Change, Said]:
    """around: what stands outside of functions, before and after."""
    told: dict[Change, Said] = {}
    bound = bound_by(both.old, both.new, *around)
    for change in found:
        kind, pieces, at = _side(both, change)
        if kind and pieces[at].kind == _HANDLER:
            new = kind == ADDED
            if idle := _never_runs(both, at, new, bound):
                told[change] = idle
                continue
            home = _home(both, at, new, bound)
            if home is not None and all(is_class(each, bound) for each in kinds(pieces[at])):
                told |= _joined(both, found, change, home, new)
            if new and change not in told and (taken := _takes(both, at, bound)):
                told[change] = taken
    return told


def _side(both: Trees, change: Change) -> tuple[str, Sequence[Piece], int]:
    if change.kind == ADDED:
        return ADDED, both.new, change.b
    return (REMOVED, both.old, change.a) if change.kind == REMOVED else ("", (), -1)


def _home(both: Trees, at: int, new: bool, bound: BoundNames) -> int | None:
    """The handler of the other side, of the same `try`, that handles all that this one does, behind none that was not before this one."""
    mine, others, below = (both.new, both.old, both.old_below) if new else (both.old, both.new, both.new_below)
    known, back = (both.back, both.pairs) if new else (both.pairs, both.back)
    above = known.get(mine[at].parent, -1)
    wanted = {*kinds(mine[at])}
    for each in below[above] if above >= 0 and wanted else ():
        if others[each].kind == _HANDLER:
            if all(is_caught_by(one, kinds(others[each]), bound) for one in wanted):
                return each if each in back else None
            if each not in back or back[each] > at:
                return None
    return None


def _never_runs(both: Trees, at: int, new: bool, bound: BoundNames) -> Said | None:
    """Of a handler of something that one before it, of the same `try`, handles."""
    pieces, below = (both.new, both.new_below) if new else (both.old, both.old_below)
    row = [each for each in below[pieces[at].parent] if each < at and pieces[each].kind == _HANDLER]
    before = [one for each in row for one in kinds(pieces[each])]
    own = kinds(pieces[at])
    if not own or not all(is_caught_by(each, before, bound) for each in own):
        return None
    first = [next(one for one in before if is_caught_by(each, (one,), bound)) for each in own]
    handles = all_of([each.decode() for each in dict.fromkeys(first)])
    has, runs = ("Now has", "never runs") if new else ("No longer has", "never ran")
    kind, deeds = all_of([each.decode() for each in own]), doing(pieces, below, below[at])
    what = f"{has} a handler of {kind} that {runs}"
    return Said(
        "errors", f"{what}{f' ({deeds})' if deeds else ''}: the one of {handles} before it handles that.", _RANK
    )


def _takes(both: Trees, at: int, bound: BoundNames) -> Said | None:
    """Of a handler that is new before one that stayed, of the same `try`, and handles some of what this one did."""
    pieces, below, own = both.new, both.new_below, kinds(both.new[at])
    row = [each for each in below[pieces[at].parent] if each > at and pieces[each].kind == _HANDLER]
    behind = [each for each in row if each in both.back and kinds(pieces[each])]
    taken = [one for each in behind for one in kinds(pieces[each]) if is_caught_by(one, own, bound)]
    if not own or not taken:
        return None
    deeds = doing(pieces, below, below[at])
    now, those = (all_of([each.decode() for each in dict.fromkeys(row)]) for row in (own, taken))
    come = "comes" if len({*taken}) == 1 else "come"
    said = f"Now handles {now}: {deeds or 'does nothing'}; {those} no longer {come} to the handler behind it."
    return Said("errors", said, _RANK)


def kinds(piece: Piece) -> tuple[bytes, ...]:
    """What a handler handles: `KeyError` and `os.error` of `except (KeyError, os.error) as e:`; () for everything."""
    words = piece.words[1:]
    words = words[:-1] if words[-1:] == (b":",) else words
    words = words[:-2] if words[-2:-1] == (b"as",) else words
    if words[:1] == (b"(",) and words[-1:] == (b")",):
        words = words[1:-1]
    return tuple([b"".join(each) for each in _parts(words) if each])


def _parts(words: Words) -> Iterator[Words]:
    depth, own = 0, list[bytes]()
    for word in words:
        depth += (word in OPENING) - (word in CLOSING)
        if word == b"," and not depth:
            yield tuple(own)
            own = []
        else:
            own.append(word)
    yield tuple(own)


def _joined(both: Trees, found: Sequence[Change], change: Change, home: int, new: bool) -> Mapping[Change, Said]:
    mine, others = (both.new, both.old) if new else (both.old, both.new)
    below, theirs = (both.new_below, both.old_below) if new else (both.old_below, both.new_below)
    at = change.b if new else change.a
    if _body(mine, at) == _body(others, home):
        paired = (both.back if not new else both.pairs)[home]
        between = mine[at].parent
        row = [each for each in below[between] if mine[each].kind == _HANDLER]
        ends = sorted((row.index(at), row.index(paired))) if paired in row else [0, -1]
        alike = ends[1] >= 0 and all(_body(mine, each) == _body(mine, at) for each in row[ends[0] : ends[1] + 1])
        if not alike:
            return {}
        beside = [each for each in found if each.kind == CHANGED and (each.a if new else each.b) == home]
        named = [
            each
            for each in beside
            if _in_order(both.old, both.old_below, each.a) == _in_order(both.new, both.new_below, each.b)
        ]
        more = (
            []
            if new or named
            else [
                (each, _more(both, each, [kinds(mine[one]) for one in row[ends[0] : ends[1] + 1]])) for each in beside
            ]
        )
        return {each: Said(RULE, "", 9) for each in (change, *named)} | {each: said for each, said in more if said}
    now, was = doing(mine, below, below[at]), doing(others, theirs, theirs[home])
    now, was = (now, was) if new else (was, now)
    rest = [q(each.decode()) for each in kinds(others[home]) if each not in kinds(mine[at])]
    if not now or not was or now == was or not rest:
        return {}
    on = " or ".join(q(each.decode()) for each in kinds(mine[at]))
    how = f"it was handled with {' and '.join(rest)}" if new else f"it is handled with {' and '.join(rest)} now"
    return {change: Said("errors", f"On {on} {now}, where it {past_of(was)}: {how}.", _RANK)}


def _body(pieces: Sequence[Piece], at: int) -> list[tuple[int, str, Words]]:
    """What a handler calls the exception, and what it does."""
    words = pieces[at].words
    name = words[words.index(b"as") :] if b"as" in words else ()
    found, inside = [(0, "", name)], {at}
    for each in range(at + 1, len(pieces)):
        if pieces[each].parent not in inside:
            break
        inside.add(each)
        found.append((each - pieces[each].parent, pieces[each].role, pieces[each].words))
    return found


def _more(both: Trees, change: Change, before: Sequence[tuple[bytes, ...]]) -> Said | None:
    """What a handler handles besides those that were joined to it."""
    known = [each for those in before for each in those]
    now = kinds(both.new[change.b])
    came = [q(each.decode()) for each in now if each not in known]
    if not came or not {*known} <= {*now}:
        return None
    deeds = doing(both.new, both.new_below, both.new_below[change.b])
    with_ = all_of([each.decode() for each in known])
    return Said("errors", f"Now also handles {' and '.join(came)}, with {with_}{f': {deeds}' if deeds else ''}.", _RANK)


def _in_order(pieces: Sequence[Piece], below: Below, at: int) -> list[tuple[frozenset[bytes], object]]:
    """All that the `try` of a handler handles, in its order; handlers in a row that do the same as one."""
    found: list[tuple[frozenset[bytes], object]] = []
    for each in below[pieces[at].parent]:
        if pieces[each].kind == _HANDLER:
            body, own = _body(pieces, each), frozenset(kinds(pieces[each]))
            if found and own and found[-1][0] and found[-1][1] == body:
                found[-1] = found[-1][0] | own, body
            else:
                found.append((own, body))
    return found
