"""Steps of one kind in a row that nobody branches to, told as one below deep.

    Set header.a to 1, Set header.b to 2             Set a and b of header
    Set header.a to 1, Set header.b to 2, …          Set 4 fields of header
    Set a to 1, Set b to 2                           Set a to 1, b to 2
    Set first to "…", Set second to "…", …           Set first, second, third
    Increment p, Increment len                       Increment p, len
    Initialise a: x, Initialise b: y                 Initialise a, b
    Add argument: "-v", …, Add argument: "-q", …     Add argument (12 times)
    f(a), f(b)                                       f() (2 times)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from ...model import limits
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...words import english
from ...words.clauses import worded
from .draft import Draft

_SET: Final = regex(r"^Set ([\w.>\[\]-]+) to ")
_OWN: Final = regex(r"^(?:self|cls|this)\.")
_STEP: Final = regex(r"^(Increment|Decrement|Import|Define) ([\w.>-]+)$")
_MEMBER: Final = regex(r"^Initialise ([\w.:>-]+)(?::|$)")
_CALL: Final = regex(r"^((?:[\w.:~>-]|<[^<>()]{0,80}>){1,200}+)\(")  # f(a), f(b)
_FIELDS: Final = 3  # fields that are still listed one by one
_NAMES: Final = 4  # names that are still listed one by one


class Run(NamedTuple):
    words: str
    members: list[Draft]


def _head(draft: Draft) -> str:
    """What the steps of a run have in common: `Set …` without a call, or all before the colon."""
    if _SET.match(draft.words):
        return "" if "(" in draft.words else "Set"
    if step := _STEP.match(draft.words):
        return step[1]
    if _MEMBER.match(draft.words):
        return "Initialise"
    if called := _CALL.match(draft.words):
        return f"{called[1]}()"
    head, colon, _ = draft.words.partition(": ")
    return head if colon and worded(head) else ""


def _told(head: str, members: Sequence[Draft]) -> str:
    if head in ("Increment", "Decrement", "Import", "Define"):
        return f"{head} {', '.join([draft.words.removeprefix(head).strip() for draft in members])}"
    if head == "Initialise":
        listed = f"Initialise {', '.join([match[1] for draft in members if (match := _MEMBER.match(draft.words))])}"
        return listed if len(listed) <= limits.LABEL_TEXT else english.cut(listed.replace(head, f"{head} {len(members)} members:"), limits.LABEL_TEXT)
    if head != "Set":
        return f"{head} ({len(members)} times)"
    names = list(dict.fromkeys(_OWN.sub("", match[1]) for draft in members if (match := _SET.match(draft.words))))
    owners = {re.split(r"\.(?=[^.]*$)", name)[0] if "." in name else "" for name in names}
    if len(owners) == 1 and "" not in owners and len(names) > 1:
        owner = owners.pop()
        fields = [name.removeprefix(f"{owner}.") for name in names]
        listed = f"Set {', '.join(fields[:-1])} and {fields[-1]} of {owner}"
        return listed if len(names) <= _FIELDS and len(listed) <= limits.LABEL_TEXT else f"Set {len(names)} fields of {owner}"
    whole = "Set " + ", ".join([draft.words.removeprefix("Set ") for draft in members])
    if len(whole) <= limits.LABEL_TEXT and not any("," in draft.words or "then set" in draft.words for draft in members):
        return whole
    if len(names) <= _NAMES and len(listed := "Set " + ", ".join(names)) <= limits.LABEL_TEXT:
        return listed
    return f"Set {len(names)} variables: {english.cut(', '.join(names), limits.LABEL_TEXT - 20)}"


def runs(order: Sequence[Draft], same: Callable[[Draft, Draft], bool]) -> list[Run]:
    """`same` says whether two neighbours may be one step: same type, flags and level."""
    sources: dict[int, int] = {}
    for draft in order:
        for way in draft.ways:
            sources[id(way.target)] = sources.get(id(way.target), 0) + 1
    found, done = [], set[int]()
    for draft in order:
        head = _head(draft)
        if id(draft) in done or not head:
            continue
        members = [draft]
        while len(members[-1].ways) == 1:
            after = members[-1].ways[0].target
            if sources[id(after)] != 1 or _head(after) != head or not same(draft, after) or id(after) in done:
                break
            done.add(id(after))
            members.append(after)
        if len(members) > 1:
            found.append(Run(_told(head, members), members))
    return found
