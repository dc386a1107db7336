"""Calls and names that are others now in one way: a part of the name, or the order of what is given.

foo_open(x), foo_read(x), foo_close(x)   →   bar_open(x), bar_read(x), bar_close(x)
msg(x, "a"), msg(y, "b")                 →   say("a", x), say("b", y)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from ....model.pattern import regex

FEWEST: Final = 3  # names that differ alike
_PLACEHOLDERS: Final = "abcdefgh"
_MOST: Final = 5  # arguments
_LONGEST: Final = 400  # words of a statement that are looked through
_NAME: Final = regex(r"[A-Za-z_][\w.:>-]{1,200}")
_PART: Final = regex(r"[A-Z]{1,40}(?![a-z])|[A-Z]?[a-z]{1,80}|\d{1,20}|_|[.:>-]")
_LINKS: Final = frozenset((".", "->", "::"))
_OPENS, _CLOSES = frozenset("([{"), frozenset(")]}")


def part(was: str, now: str) -> tuple[str, str] | None:
    """(`foo`, `bar`) of `foo_open` and `bar_open`: what differs, in whole words, where something of the name stays."""
    if not _NAME.fullmatch(was) or not _NAME.fullmatch(now):
        return None
    one, other = _PART.findall(was), _PART.findall(now)
    if "".join(one) != was or "".join(other) != now:
        return None
    begin = _shared(one, other)
    end = _shared(one[begin:][::-1], other[begin:][::-1])
    last = max((at for at, each in enumerate(one) if each in (".", ":", ">")), default=-1)
    stays = [*one[last + 1 : begin], *one[len(one) - end :]]
    if begin <= last or len(one) - end <= last or not any(each[0].isalpha() for each in stays):
        return None
    return "".join(one[begin : len(one) - end]), "".join(other[begin : len(other) - end])


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def in_another_order(was: Sequence[str], now: Sequence[str], named: bool = False) -> tuple[str, str, str] | None:
    """(`msg(a, b)`, `say(b, a)`, "`a` and `b`"), where one call differs, and what it is given stands in another order. named: by what it is
    given."""
    if was == now or max(len(was), len(now)) > _LONGEST:
        return None
    begin = _shared(was, now)
    end = _shared(was[begin:][::-1], now[begin:][::-1])
    calls = [list(_calls(side, begin, len(side) - end)) for side in (was, now)]
    pairs = [
        (one, other)
        for one in calls[0]
        for other in calls[1]
        if one[0] == other[0] and len(was) - one[2] == len(now) - other[2]
    ]
    if not pairs:
        return None
    (first, opens, last), (_, opened, closed) = max(pairs)
    given, gets = _arguments(was[opens + 1 : last - 1]), _arguments(now[opened + 1 : closed - 1])
    both = [each for each in given if each in gets]
    repeats = len({*given}) < len(given) or len({*gets}) < len(gets)
    if any("=" in each.split() or each[0] == "*" for each in both):
        return None  # by name, or spread
    if (
        repeats
        or len(both) < 2
        or max(len(given), len(gets)) > _MOST
        or both == [each for each in gets if each in both]
    ):
        return None
    free = [each for each in _PLACEHOLDERS if each not in (*was, *now)]
    if len(free) < len(both):
        return None
    names = {} if named else dict(zip(both, free, strict=False))
    one, other = (", ".join(names.get(each, each) for each in side) for side in (given, gets))
    quoted = [f"`{each}`" for each in names.values()]
    return (
        f"{''.join(was[first:opens])}({one})",
        f"{''.join(now[first:opened])}({other})",
        f"{', '.join(quoted[:-1])} and {quoted[-1]}" if quoted else "",
    )


def _calls(words: Sequence[str], begin: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Those that hold all from begin to end: where the name begins, where the bracket opens, and behind where it closes."""
    open_: list[int] = []
    for at, word in enumerate(words):
        if word in _OPENS:
            open_.append(at)
        elif word in _CLOSES and open_:
            opens = open_.pop()
            first = opens - 1
            while first > 1 and words[first - 1] in _LINKS and words[first - 2].isidentifier():
                first -= 2
            if word == ")" and opens and words[opens - 1].isidentifier() and first <= begin and at + 1 >= end:
                yield first, opens, at + 1


def _arguments(words: Sequence[str]) -> list[str]:
    depth, found = 0, [""]
    for word in words:
        depth += (word in _OPENS) - (word in _CLOSES)
        found = [*found, ""] if word == "," and not depth else [*found[:-1], f"{found[-1]} {word}".strip()]
    return [each for each in found if each]
