"""What is done alike in a few places of a function: in each by what decides there last.

`Now returns `true`, in 3 places` says nothing of when; of each place the innermost condition does, and the code has the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.pattern import regex

_INTRODUCES: Final = ("when", "unless", "in case", "in the loop", "in the choice", "in the branch", "on", "with")
_INSIDE: Final = regex(r" \(inside \d{1,3} more blocks?\)$")
_CODE: Final = regex(r"`[^`\n]{1,400}`")
FEW: Final = 4  # places that are named
ROOM: Final = 240  # characters of all their conditions
_OTHERS: Final = regex(
    r"; (?:it still does so in |one other place did and does |\d{1,4} other places did and do )[^`]{1,60}$"
)
_MOST: Final = 90  # of one


def each_place(core: str, sentences: Sequence[str]) -> str:
    """core: what is said of all. sentences: what was said of each, with all its conditions."""
    said, count = core.removesuffix("."), len(sentences)
    looked = sentences if count <= FEW else ()
    found = [nearest(besides(said, each.removesuffix("."))) for each in looked]
    others = _OTHERS.search(said)
    head, behind = (said[: others.start()], others[0]) if others else (said, "")
    if not found or not all(found) or max(map(len, found)) > _MOST or sum(map(len, found)) > ROOM:
        return f"{head}, in {count} places{behind}."
    if len({*found}) == 1:
        return f"{head}, in {count} places, each {found[0]}{behind}."
    places = f": {', '.join(found[:-1])} and {found[-1]}" if len({*found}) == count else ""
    return f"{head}, in {count} places{places}{behind}."


def besides(core: str, sentence: str) -> str:
    """What a sentence says more than its core: behind it, or as the first of the conditions that it ends with."""
    shared = next((at for at, two in enumerate(zip(core, sentence, strict=False)) if two[0] != two[1]), len(core))
    more = sentence[shared : len(sentence) - len(core) + shared]
    if core[shared:] and sentence.endswith(core[shared:]):
        for word, link in ((", when `", " and `"), (", unless `", " or `")):
            if core[:shared].endswith(word) and more.endswith(link):
                return f"{word}{more.removesuffix(link)}"
        return more if more.startswith(", ") else f", {more.removesuffix(', ')}"
    return more if sentence.startswith(core) else ""


def nearest(tail: str) -> str:
    """The innermost of the conditions that a sentence ends with; "" where it ends with none."""
    between, code = _CODE.split(_INSIDE.sub("", tail.removesuffix("."))), _CODE.findall(tail)
    if not code or between[-1] or "…" in code[-1]:
        return ""
    for said in reversed(between[:-1]):
        if said != " and ":
            return next((f"{word} {code[-1]}" for word in _INTRODUCES if said.endswith(f" {word} ")), "")
    return ""
