"""C and C++: the declaration of a function that takes less than it did, where that is told of the function: what the callers that left it out
were given for it is gone with it."""

from __future__ import annotations

from collections.abc import Mapping

from ...model.pattern import regex

_HEAD = regex(r"([^(]{1,400})\((.{0,2000})\)([^()]{0,200})$")
_NAME = regex(r"(\w{1,200})\s{0,4}(?:\[\s{0,4}\w{0,20}\s{0,4}\]\s{0,4})?(?:=.{0,400})?$")


def takes_less(was: str, now: str, heads: Mapping[str, str]) -> bool:
    """heads: what is told of the head of each function, by its own name."""
    one, other = _HEAD.match(was), _HEAD.match(now)
    if not one or not other or one[1].split() != other[1].split() or one[3].split() != other[3].split():
        return False
    before, after = _params(one[2]), _params(other[2])
    gone = [each for each in before if each not in after]
    told = heads.get(one[1].split()[-1].lstrip("*&"), "") if one[1].split() else ""
    names = [found[1] for each in gone if (found := _NAME.search(each))]
    return (
        bool(gone)
        and [each for each in before if each in after] == after
        and len(names) == len(gone)
        and all(f"`{name}`" in told.partition("o longer takes ")[2] for name in names)
    )


def _params(text: str) -> list[str]:
    found, depth = [""], 0
    for sign in " ".join(text.split()):
        depth += (sign in "([{<") - (sign in ")]}>")
        if sign == "," and depth <= 0:
            found.append("")
        else:
            found[-1] += sign
    return [each.strip() for each in found if each.strip()]
