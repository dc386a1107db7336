"""Steps of one kind in a row that nobody branches to, told as one below deep.

Set a to 1, Set b to 2                           Set a to 1, b to 2
Set header.a to 1, Set header.b to 2, …          Set 4 fields of header: and each with its value, a line each
Set self.a to a, Set self.b to b, …              Set 4 fields: a, b, c, d: as given
Increment p, Increment len                       Increment p, len
Initialise a: x, Initialise b: y                 Initialise a: x, b: y
Add argument: "-v", …, Add argument: "-q", …     Add argument (2 times): and what is given, a line each
f(a), f(b)                                       f(a); f(b), where there is room; else f() (2 times): both, a line each
f(a), f(a)                                       f(a) (2 times)
int a = 0, b = 0, c = 0, d = 1                   Set 4 variables: and each with its value, a line each
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from itertools import groupby
from typing import Final

from ...model import limits
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...words.clauses import worded
from ...words.cutting import BULLET, INNER, apart
from ...words.folding import blanked
from .draft import Draft

_SET: Final = regex(r"^Set ((?:\(\*\w+\)\.|&)?[\w.>\[\]-]+) to ")
_OWN: Final = regex(r"^(?:self|cls|this)\.")
_STEP: Final = regex(r"^(Increment|Decrement|Import(?= [^\n]{1,200}$)|Define)(?: [\w.>-]+$|(?<=Import) )")
_MEMBER: Final = regex(r"^Initialise ([\w.:>-]+)(?::|$)")
_CALL: Final = regex(r"^((?:[\w.:~>-]|<[^<>()]{0,80}>){1,200}+)\(")  # f(a), f(b)
_CALLS: Final = regex(r"[\w\])>}]\(")
_NEXT: Final = ", then set "
MOST_LINES: Final = 12  # of one step
_ROOM: Final = 70  # letters of the names that share a line
_FEW: Final = 4  # of one step, that are told at more length
_ROOMS: Final = ((2, limits.STEP_TEXT), (_FEW, 110), (8, limits.WIDE_TITLE))  # of so many lines, letters of each


class Run(NamedTuple):
    words: str
    members: list[Draft]


def _head(draft: Draft) -> str:
    """What the steps of a run have in common: `Set …` without a call, or all before the colon."""
    if draft.later:
        return ""
    if sets := _SET.match(draft.words):
        held = draft.words.endswith("}") and len(draft.words) > limits.WIDE_TITLE  # a table is told whole
        return "" if held or _CALLS.search(draft.words, sets.end()) else "Set"
    if step := _STEP.match(draft.words):
        return step[1]
    if _MEMBER.match(draft.words):
        return "Initialise"
    if called := _CALL.match(draft.words):
        alone = blanked(draft.words).find(")") == len(draft.words) - 1  # not `super().add(x)`
        return f"{called[1]}()" if alone else ""
    head, colon, _ = draft.words.partition(": ")
    open_ = head.count('"') % 2 or any(  # `Append {"at": 1} to rows`, `Write "at: ", n to out`
        head.count(one) > head.count(other) for one, other in ("()", "[]", "{}")
    )
    return (
        head if colon and worded(head) and " lambda" not in head and not open_ else ""
    )  # `Append lambda p: f(p) to all`


def _told(head: str, members: Sequence[Draft], given: Set[str]) -> str:
    if head in ("Increment", "Decrement", "Import", "Define"):
        told = [draft.words.removeprefix(head).strip() for draft in members]
        apart = any(" " in each for each in told)  # `Import a, b from x; c from y`
        return f"{head} {('; ' if apart else ', ').join(told)}"
    if head == "Initialise":
        whole = f"Initialise {', '.join([draft.words.removeprefix('Initialise ') for draft in members])}"
        told = [draft.words.removeprefix("Initialise ") for draft in members]
        return whole if len(whole) <= limits.LABEL_TEXT else itemised(f"Initialise {len(members)} members", told)
    if head != "Set":
        told = [draft.words.removeprefix(f"{head}: ") for draft in members]
        whole = "; ".join(told)
        if head.endswith("()") and len(set(told)) > 1 and len(whole) <= limits.LABEL_TEXT:
            return whole  # each says whom it calls
        return (
            f"{members[0].words} ({len(told)} times)"
            if len(set(told)) == 1
            else itemised(f"{head} ({len(told)} times)", told)
        )
    return _values(members, given)


def _values(members: Sequence[Draft], given: Set[str]) -> str:
    """What is set, and to what: in one line, else one below the other."""
    words = [one for draft in members for one in _singly(draft.words)]
    told = [(match[1], one[match.end() :]) for one in words if (match := _SET.match(one))]
    whole = "Set " + ", ".join([f"{name} to {value}" for name, value in told])
    if len(whole) <= limits.LABEL_TEXT and not any(
        "," in draft.words or "then set" in draft.words for draft in members
    ):
        return whole
    names = list(dict.fromkeys(_OWN.sub("", name) for name, _ in told))
    owners = {re.split(r"\.(?=[^.]*$)", name)[0] if "." in name else "" for name in names}
    again = len(names) < len(told)
    owner = owners.pop() if len(owners) == 1 and len(names) > 1 and not again else ""
    kinds = {_kind(name) for name, _ in told}
    head = (
        f"Set {len(names)} fields of {owner}"
        if owner
        else f"Set {len(told)} {'values' if again or len(kinds) > 1 else kinds.pop()}"
        if len(names) > 1
        else f"Set {names[0]}"
    )
    rows = [(name.removeprefix(f"{owner}.") if owner else name, value) for name, value in told]
    lines = _rows(rows, given)
    return itemised(head, lines, room=limits.WIDE_TITLE if len(lines) < len(rows) else 0)


def _kind(name: str) -> str:
    """What is set: a field may outlive the function."""
    return "fields" if "." in name else "variables" if name.lstrip("&").isidentifier() else "values"


def _singly(words: str) -> list[str]:
    """`int at = 0, left = 1;` sets two."""
    parts = [f"Set {part}" for part in words.removeprefix("Set ").split(_NEXT)]
    return parts if all(_SET.match(part) for part in parts) else [words]


def _rows(told: Sequence[tuple[str, str]], given: Set[str]) -> list[str]:
    """A line each; neighbours that only take what there is under their own names (`self.a = a`, `a_ = other.a_`) share one.
    given: parameters that hold what the function was given; what else has such a name was made here."""
    rows: list[str] = []
    for (source, came), same in groupby(told, key=lambda row: (_given(*row), row[1] in given)):
        alike = list(same)
        whence = f"in {source}" if source else "given" if came else "the variables of these names"
        if source is None or len(alike) < _FEW:
            rows += [f"{name} = {value}" for name, value in alike]
        else:
            kept, more = _named([_OWN.sub("", name) for name, _ in alike])
            rows.append(f"{kept}{f' and {more} more' if more else ''}: as {whence}")
    return rows


def _given(name: str, value: str) -> str | None:
    """Whose `value` is: "" it is what the function is given by that name. None: of another name."""
    owner, _, last = value.rpartition(".")
    field = name.rpartition(".")[2]
    return owner if field.strip("_") == last.strip("_") and name != value and last.isidentifier() else None


def _named(names: Sequence[str]) -> tuple[str, int]:
    """As many as there is room for, and how many more there are."""
    at = next((n for n in range(len(names)) if len(", ".join(names[: n + 1])) > _ROOM), len(names))
    return ", ".join(names[:at]), len(names) - at


def itemised(head: str, told: Sequence[str], most: int = MOST_LINES, room: int = 0) -> str:
    """A line each, as many as a box holds. room: letters of a line; of few each has more."""
    room = room or next((room for few, room in _ROOMS if len(told) <= few), limits.LABEL_TEXT)
    shown = told[: most if len(told) > most + 1 else len(told)]
    more = [f"{BULLET}… and {len(told) - len(shown)} more"] if len(shown) < len(told) else []
    return "\n".join(
        [f"{head}:", *(line if line.startswith(INNER) else BULLET + line for line in apart(list(shown), room)), *more]
    )


def runs(order: Sequence[Draft], same: Callable[[Draft, Draft], bool], given: Set[str]) -> list[Run]:
    """`same` says whether two neighbours may be one step: same type, flags and level. given: parameters that nothing else sets."""
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
            if any(way.kind == "raise" for way in after.ways):
                break  # what its errors lead to is not so of those before it
            done.add(id(after))
            members.append(after)
        if len(members) > 1 or len(_singly(draft.words)) >= _FEW:
            found.append(Run(_told(head, members, given), members))
    return found
