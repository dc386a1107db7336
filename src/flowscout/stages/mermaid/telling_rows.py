"""Rows of a list that a drawing has no room for: what tells least goes first, never by where it stands.

• Set n to 0                      goes
• LOG("n is %d", n)               goes before that
• f = open(p)                     stays: what stays below reads it
• If read(f) fails: return -1     stays: it leaves
• For each r in rows:             stays as long as something below it does
– Send r                          stays before what only gives a value
– Otherwise: keep r               stays with the question that it answers, or goes

What goes from one place is counted there, from several at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import Final

from ...model.pattern import regex
from ...words.cutting import BULLET, INNER
from ...words.dataflow import given, read
from ...words.deeds import says

_COUNTS: Final = regex(r"… (?:and )?(\d{1,6}) more\b")
_COUNTED: Final = regex(r": … (\d{1,6}) more$")
_ROUND: Final = regex(r"\A(?:Next round|Again from)\b")
_LEAVES: Final = regex(
    r"(?:\A|: |; )(?i:return|raise|throw|exit|go to|next round|leave the loop|on to|again from)\b|\bexits$"
)
_SETS: Final = regex(
    r"(?:Set|Increment|Decrement|Increase|Decrease|Multiply|Divide)\b(?![\w ]{1,80}(?:: | on ))|Assert\b|(?:Add|Subtract) .{1,200} (?:to|from) \S{1,80}$"
    r"|[\w.\[\]>-]{1,80} = [^()]{1,400}$",
    re.IGNORECASE,
)
_GIVES: Final = regex(r"(?<![\w\[\]])[\w\[\]]{1,80}+(?:, [\w\[\]]{1,80}+){0,8}+ = ")  # to names alone
_SAYS: Final = 1  # worth of what is said for people, or only counts
_MAY_GIVE: Final = 2  # of what gives a value under a question in its own line
_SET: Final = 3  # of a value
_GIVE: Final = 4  # of what a call gives
_READ: Final = 5  # of what gives what other steps read
_DOES: Final = 6  # of what does something
_ASKED_FIRST: Final = regex(r"\A(?:If|Unless|Otherwise)\b")
_OTHERWISE: Final = regex(rf"\A[{BULLET}{INNER}]*+Otherwise\b")


def fewer(label: str, most: int, behind: Set[str] = frozenset()) -> str:
    """most: rows below the title, or all of them where there is none. behind: names that other steps read."""
    head, *body = label.split("\n")
    titled = not head.startswith(BULLET)
    body, room = (body, most - 1) if titled else ([head, *body], most)
    if len(body) <= room + 1:
        return label
    kept = _telling(body, room, behind)
    more = sum(_many(row) for at, row in enumerate(body) if at not in kept)
    rows = [_opened(body, at, kept) for at in sorted(kept)]
    gap = [at for at in range(len(body)) if at not in kept]
    if gap[-1] - gap[0] + 1 == len(gap) and gap[-1] + 1 < len(body):
        rows.insert(gap[0], f"{_mark(body[gap[0]])}… {more} more")
        return "\n".join([*([head] if titled else []), *rows])
    return "\n".join([*([head] if titled else []), *rows, f"{BULLET}… and {more} more{_between(kept, len(body))}"])


def _mark(row: str) -> str:
    return row[: len(row) - len(row.lstrip(BULLET + INNER))]


def _between(kept: set[int], many: int) -> str:
    """Who reads the rows would hold them for what comes one after the other."""
    last = max(kept)
    return "" if len(kept) == last + 1 else " in between" if last + 1 == many else ", here and in between"


def _many(row: str) -> int:
    """How much a row stands for, which itself may only count."""
    counts = _COUNTS.match(row.lstrip(BULLET + INNER)) or _COUNTED.search(row)
    return int(counts[1]) if counts else 1


def _telling(body: Sequence[str], room: int, behind: Set[str]) -> set[int]:
    """The rows that tell most, each with those that it stands under."""
    kept = set[int]()
    leaves = [at for at in range(len(body)) if at + 1 == len(body) or _depth(body[at + 1]) <= _depth(body[at])]
    worth = {at: _weight(body[at], behind) for at in leaves}
    order = sorted(leaves, key=lambda at: (-worth[at], at))
    passes = ((True, _DOES, (_fed,)), (True, _DOES, (_unfed,)), (False, _DOES, (_unfed,)), (True, 0, (_fed, _unfed)))
    for arms, least, ways in passes:
        for at in order:
            for way in ways if worth[at] >= least else ():
                fresh = way(body, at, arms) - kept
                if len(kept) + len(fresh) <= room:
                    kept |= fresh
                    break
    return kept or set(range(room))


def _unfed(body: Sequence[str], at: int, arms: bool) -> set[int]:
    """A row with those that it stands under; of a further round these alone, where what is done before it does not come along: it would
    read as nothing done."""
    found = _with_its_heads(body, at, arms)
    return found - {at} if _ROUND.match(_said(body[at])) and at - 1 in _needed(body, at) else found


def _fed(body: Sequence[str], at: int, arms: bool) -> set[int]:
    """A row with those that it stands under, and what gives the values that all these read."""
    found, waiting = set[int](), [at]
    while waiting:
        here = waiting.pop()
        fresh = _with_its_heads(body, here, arms) - found
        found |= fresh
        waiting += [each for row in fresh for each in _needed(body, row) if each not in found]
    return found


def _needed(body: Sequence[str], at: int) -> Iterator[int]:
    """What gives the values that a row reads, of each what stands nearest before it; the way out of who comes to it, and before a way out
    what is done there last."""
    heads, wanted = set(_above(body, at)), set(_reads(body[at]))
    apart = {each for head in (at, *heads) for each in _asked(body, head)}
    out = _way_out(body, at)
    if out >= 0:
        yield out
    if out == at and _depth(body[at - 1]) == _depth(body[at]) and _weight(body[at - 1]) > _MAY_GIVE:
        yield at - 1
    for here in range(at - 1, -1, -1):
        above = set(_above(body, here))
        led = not above & apart and here not in apart and (above <= heads or _way_out(body, here) < 0)
        if led and (both := _gives(body[here]) & wanted):
            yield here
            wanted -= both if above <= heads and not _ASKED_FIRST.match(_said(body[here])) else set()
        if not wanted:
            return


def _way_out(body: Sequence[str], at: int) -> int:
    """The row under the same question that leaves, -1: none."""
    depth = _depth(body[at])
    for here in range(at, len(body)) if depth else ():
        if _depth(body[here]) < depth:
            break
        if _depth(body[here]) == depth and _LEAVES.match(_said(body[here])):
            return here
    return -1


def _reads(row: str) -> frozenset[str]:
    said = _said(row)
    if not _ASKED_FIRST.match(said):
        return read(said)
    asked, _, deeds = said.rpartition(": ")
    return read(asked or said).union(*map(read, deeds.split("; ")))


def _gives(row: str) -> frozenset[str]:
    said = _said(row)
    return frozenset().union(*map(given, _deeds(said)))


def _said(row: str) -> str:
    return row.lstrip(BULLET + INNER)


def _deeds(said: str) -> list[str]:
    return said.rpartition(": ")[2].split("; ") if _ASKED_FIRST.match(said) else [said]


def _with_its_heads(body: Sequence[str], at: int, arms: bool) -> set[int]:
    """What it stands under, and of an "Otherwise" all that was asked before it: alone it would answer what nobody asked. arms: with the
    other answers, without which it would read as done in this case alone."""
    under = {at, *_above(body, at)}
    asked = under.union(*(_asked(body, each) for each in under))
    return asked.union(*(_others(body, each) for each in asked)) if arms else asked


def _others(body: Sequence[str], at: int) -> Iterator[int]:
    """The answers to the same question below."""
    depth = _depth(body[at])
    for here in range(at + 1, len(body)):
        if _depth(body[here]) == depth and not _OTHERWISE.match(body[here]):
            return
        if _depth(body[here]) < depth:
            return
        if _depth(body[here]) == depth:
            yield here


def _asked(body: Sequence[str], at: int) -> Iterator[int]:
    depth = _depth(body[at])
    while at > 0 and _OTHERWISE.match(body[at]):
        at -= 1
        while at > 0 and _depth(body[at]) > depth:
            at -= 1
        yield at


def _opened(body: Sequence[str], at: int, kept: set[int]) -> str:
    """Dots behind a head of whose rows none is kept."""
    opens = body[at].endswith(":") and at + 1 < len(body) and _depth(body[at + 1]) > _depth(body[at])
    return f"{body[at]} …" if opens and not _any_below(body, at, kept) else body[at]


def _any_below(body: Sequence[str], at: int, kept: set[int]) -> bool:
    return any(at in _above(body, each) for each in kept if each > at)


def _above(body: Sequence[str], at: int) -> Iterator[int]:
    depth = _depth(body[at])
    for here in range(at - 1, -1, -1):
        if _depth(body[here]) < depth:
            depth = _depth(body[here])
            yield here


def _depth(row: str) -> int:
    bare = row.removeprefix(BULLET)
    return 0 if bare != row else 1 + (len(row) - len(row.lstrip(INNER))) // len(INNER)


def _weight(row: str, behind: Set[str] = frozenset()) -> int:
    """behind: names that other steps read."""
    said = _said(row)
    if _COUNTS.match(said):
        return 0
    if _LEAVES.search(said):
        return _DOES + 1
    deeds = _deeds(said)
    if all(map(says, deeds)) or _COUNTED.search(said):
        return _SAYS
    sets, gives = all(map(_SETS.match, deeds)), all(map(_GIVES.match, deeds))
    if (sets or gives) and behind & _gives(row):
        return _READ
    if _ASKED_FIRST.match(said) and (sets or gives):
        return _MAY_GIVE
    return _SET if sets else _GIVE if gives else _DOES
