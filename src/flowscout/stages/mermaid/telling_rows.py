"""Rows of a list that a drawing has no room for: what tells least goes first, never by where it stands.

• Set n to 0                      goes
• If read(f) fails: return -1     stays: it leaves
• For each r in rows:             stays as long as something below it does
– Send r                          stays before what only gives a value
– Otherwise: keep r               stays with the question that it answers, or goes
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ...model.pattern import regex
from ...words.cutting import BULLET, INNER

_COUNTS: Final = regex(r"… (?:and )?(\d{1,6}) more\b")
_LEAVES: Final = regex(r"(?:\A|: |; )(?i:return|raise|throw|exit|go to)\b|\bexits$")
_SETS: Final = regex(
    r"(?:Set|Increment|Decrement|Increase|Decrease|Multiply|Divide)\b(?![\w ]{1,80}(?:: | on ))|Assert\b|(?:Add|Subtract) .{1,200} (?:to|from) \S{1,80}$"
    r"|[\w.\[\]>-]{1,80} = [^()]{1,400}$",
    re.IGNORECASE,
)
_GIVES: Final = regex(r"(?<![\w\[\]])[\w\[\]]{1,80}+(?:, [\w\[\]]{1,80}+){0,8}+ = ")  # to names alone
_DOES: Final = 3  # worth of what does something
_ASKED_FIRST: Final = regex(r"\A(?:If|Unless|Otherwise)\b")
_OTHERWISE: Final = regex(rf"\A[{BULLET}{INNER}]*+Otherwise\b")


def fewer(label: str, most: int) -> str:
    """most: rows below the title, or all of them where there is none."""
    head, *body = label.split("\n")
    titled = not head.startswith(BULLET)
    body, room = (body, most - 1) if titled else ([head, *body], most)
    if len(body) <= room + 1:
        return label
    kept = _telling(body, room)
    more = sum(_many(row) for at, row in enumerate(body) if at not in kept)
    rows = [_opened(body, at, kept) for at in sorted(kept)]
    return "\n".join([*([head] if titled else []), *rows, f"{BULLET}… and {more} more{_between(kept, len(body))}"])


def _between(kept: set[int], many: int) -> str:
    """Who reads the rows would hold them for what comes one after the other."""
    last = max(kept)
    return "" if len(kept) == last + 1 else " in between" if last + 1 == many else ", here and in between"


def _many(row: str) -> int:
    """How much a row stands for, which itself may only count."""
    counts = _COUNTS.match(row.lstrip(BULLET + INNER))
    return int(counts[1]) if counts else 1


def _telling(body: Sequence[str], room: int) -> set[int]:
    """The rows that tell most, each with those that it stands under."""
    kept = set[int]()
    leaves = [at for at in range(len(body)) if at + 1 == len(body) or _depth(body[at + 1]) <= _depth(body[at])]
    order = sorted(leaves, key=lambda at: (-_weight(body[at]), at))
    for arms in (True, False):
        for at in order:
            fresh = _with_its_heads(body, at, arms) - kept
            if len(kept) + len(fresh) <= room and (arms or _weight(body[at]) >= _DOES):
                kept |= fresh
    return kept or set(range(room))


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


def _weight(row: str) -> int:
    said = row.lstrip(BULLET + INNER)
    if _COUNTS.match(said):
        return 0
    deeds = said.rpartition(": ")[2].split("; ") if _ASKED_FIRST.match(said) else [said]
    if _LEAVES.search(said):
        return _DOES + 1
    return 1 if all(map(_SETS.match, deeds)) else 2 if all(map(_GIVES.match, deeds)) else _DOES
