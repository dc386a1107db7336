"""Many names that were changed in one way: `srtp_` put before thirty of them is one decision, told once.

`aes_alloc` is now called `srtp_aes_alloc`. `aes_free` is now called `srtp_aes_free`. …   30 names now begin with `srtp_`: `aes_alloc`, `aes_free` …
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from ...model.pattern import regex

ALIKE: Final = 3  # names from which it is told once
NAMED: Final = 12  # of them that are named
_RENAMED: Final = regex(r"^`([\w.:]{1,200})` is now called `([\w.:]{1,200})`\.$")
_WORD: Final = regex(r"[A-Z]{1,40}(?![a-z])|[A-Z]?[a-z]{1,80}|\d{1,20}|[_.:]")
Way = tuple[
    str, str, str
]  # "before", "behind", "within" or, where both are something, ""; what stood there, what stands there


def changed_alike(told: Iterable[str]) -> Iterator[str]:
    """All sentences, those of names that were changed in one way as one, where the first of them stood."""
    said = list(told)
    ways = [_way(each) for each in said]
    groups: dict[Way, list[str]] = {}
    for each, way in zip(said, ways, strict=True):
        if way:
            groups.setdefault(way, []).append(each)
    for each, way in zip(said, ways, strict=True):
        if not way or len(groups[way]) < ALIKE:
            yield each
        elif each == groups[way][0]:
            yield _told(way, list(dict.fromkeys(groups[way])))


def _way(sentence: str) -> Way | None:
    found = _RENAMED.match(sentence)
    if not found:
        return None
    was, now = (_WORD.findall(name) for name in found.groups())
    if "".join(was) != found[1] or "".join(now) != found[2]:
        return None
    start = _shared(was, now)
    end = _shared(was[start:][::-1], now[start:][::-1])
    one, other = "".join(was[start : len(was) - end]), "".join(now[start : len(now) - end])
    if not (start or end):
        return None  # nothing of the name has stayed
    where = "" if one and other else "before" if not start else "behind" if not end else "within"
    return (where, one, other)


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """With how many of the same words both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _told(way: Way, same: list[str]) -> str:
    where, one, other = way
    names = [each.partition("`")[2].partition("`")[0] for each in same]
    listed = ", ".join(f"`{name}`" for name in names[:NAMED])
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    many = f"{len(names)} names"
    if one and other:
        return f"`{one}` is now `{other}` in {many}: {listed}{more}."
    verb = {"before": "begin with", "behind": "end with", "within": "hold"}[where]
    return f"{many} {'now' if other else 'no longer'} {verb} `{one or other}`: {listed}{more}."
