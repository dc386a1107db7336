"""One thing that many calls are given now, or no longer: `port=port` is one line, wherever it is handed on. Many calls of one function,
each of which is given a thing of its own more, or less: `add` is no longer given `a.edit()`, `b.edit()` and `c.edit()`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ..sentences import listing, of_whom

CALLS: Final = 12  # that are named
_GIVEN: Final = regex(
    r"^(?:For `[^`\n]{1,200}`, |The (?:returned|yielded) )?`([^`\n]{1,200})` is (now also|no longer) given `([^`\n]{1,200})`(?:,[^\n]{0,900})?\.$"
)
_INSTEAD: Final = regex(
    r"^(?:For `[^`\n]{1,200}`, |The (?:returned|yielded) )?`([^`\n]{1,200})` is given `([^`\n]{1,200})`, no longer `([^`\n]{1,200})`(?:, (?:when|unless|in|where|with|on) [^\n]{0,900})?\.$"
)
_NAME: Final = regex(r"[A-Za-z_]\w\w")  # `0` in the place of `1` is another thing at each call
_OF_ITS_OWN: Final = regex(r"^`([^`\n]{1,200})` is (now also|no longer) given `([^`\n]{1,200})`\.$")


def key(said: str) -> tuple[str, ...]:
    """What is given, and whether it is new, or what it is given in place of; () for another sentence."""
    if found := _GIVEN.match(said):
        return (found[2], found[3])
    found = _INSTEAD.match(said)
    return (found[2], "for", found[3]) if found and _NAME.search(found[2]) and _NAME.search(found[3]) else ()


def call(said: str) -> tuple[str, ...]:
    """Which function is given more, or less, under nothing else; () for another sentence."""
    found = _OF_ITS_OWN.match(said)
    return (found[1], found[2]) if found else ()


def of_its_own(said: Sequence[str]) -> str:
    found = [match for each in said if (match := _OF_ITS_OWN.match(each))]
    things = list(dict.fromkeys(f"`{each[3]}`" for each in found))
    return f"`{found[0][1]}` is {found[0][2]} given {listing(things, CALLS)}, each in another call."


def together(said: Sequence[tuple[str, Sequence[str]]]) -> str:
    """said: each sentence with the functions that it is said of."""
    found = [(match, names) for each, names in said if (match := _GIVEN.match(each) or _INSTEAD.match(each))]
    first, calls = found[0][0], {match[1] for match, _ in found}
    several = of_whom([(f"`{match[1]}`", names) for match, names in found], CALLS)
    whom = several if len(calls) > 1 else f"`{first[1]}`, in {len(said)} places"
    if _GIVEN.match(said[0][0]):
        return f"`{first[3]}` is {first[2]} given to {whom}."
    return f"`{first[2]}` is given in the place of `{first[3]}` to {whom}."
