"""C and C++: who calls a function that is called otherwise now, or has moved into a class or a namespace, by where it stands now.

`return perform(x);` that became `return Tool::perform(x);` follows from that `perform` stands in `Tool`; it says nothing else. A name
without its class or namespace is of the one that the caller stands in, or of none: `close(fd)` is no `Socket::close` elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from typing import Final

from ....model.account import FLOW, NEUTRAL, Answer
from ....model.pattern import regex
from ..neutral.rules import FOLLOWS

_RULES: Final = frozenset(("renamed", "moved"))
_NAME: Final = r"`((?:\w{1,80}::){0,6}\w{1,80})`"
_NOW: Final = regex(rf"{_NAME} is now called {_NAME}\.")
_FROM: Final = regex(rf"{_NAME} has moved from {_NAME}\.")
_CALLED: Final = regex(r"(?<![\w.:>~])((?:\w{1,80}::){0,6}\w{1,80})(?= ?\()")
_TEXT: Final = regex(r'"(?:[^"\\]|\\.)*+"')
_PLACES: Final = (".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx")


def by_the_new_name(told: Sequence[Answer], others: Mapping[str, Set[str]]) -> Iterator[Answer]:
    """others: of a function, the names that are of other functions in it than of those that are called otherwise now."""
    names = dict(filter(None, map(_names, told)))
    for one in told:
        follows = (
            names
            and one.how == FLOW
            and one.before.code
            and one.after.code
            and _follows(one, names, others.get(one.unit, ()))
        )
        yield one._replace(how=NEUTRAL, rule=FOLLOWS, sentence="", rank=9, core="") if follows else one


def _names(one: Answer) -> tuple[str, str] | None:
    """How it was called, by its whole name, and how it is."""
    if one.rule not in _RULES or not one.place.path.endswith(_PLACES):
        return None
    if found := _NOW.fullmatch(one.sentence):
        return found[1], found[2]
    found = _FROM.fullmatch(one.sentence)
    return (found[2], found[1]) if found and found[1] != found[2] else None


def _follows(one: Answer, names: dict[str, str], others: Collection[str]) -> bool:
    """Whether all that differs, and all that is said, is by which name such functions are called."""
    was, now = one.before.code, one.after.code
    if "…" in (was[-1], now[-1]) or len(_CALLED.findall(was)) != len(_CALLED.findall(now)):
        return False
    if _CALLED.sub("", was).split() != _CALLED.sub("", now).split() or _TEXT.findall(was) != _TEXT.findall(now):
        return False
    pairs = list(zip(_CALLED.findall(was), _CALLED.findall(now), strict=True))
    if not all(a in one.sentence and b in one.sentence for a, b in pairs if a != b) or was.split() == now.split():
        return False  # it says where a step stands, or under what, and that follows from no name
    within = one.unit.partition("::")[2]
    return all(
        a == b
        or (
            a.rpartition("::")[2] not in others
            and any(_is(x, a, within) and _is(y, b, within) for x, y in names.items())
        )
        for a, b in pairs
    )


def _is(whole: str, written: str, within: str) -> bool:
    """Whether a name as a function writes it is of the one that is called so, by its class or namespace."""
    if not f"::{whole}".endswith(f"::{written}"):
        return False
    left = whole[: len(whole) - len(written)]  # `A::B::`, or nothing
    return f"{within.replace('.', '::')}::".startswith(left)
