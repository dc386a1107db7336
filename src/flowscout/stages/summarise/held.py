"""What a local holds where something is done to it, told in the place of its name.

entry = parse(path); store.put(key, entry)                calls `store.put(key, parse(path))`
before = getcwd(); chdir(path); …; chdir(before)          `before`: something has been done since
first = self.peek(); self.rows = []; self.save(first)     `first`: a call may read what has been set since
"""

from __future__ import annotations

import re
from typing import Final

from ...model.facts import Write
from ...model.pattern import regex
from ...model.syntax import Body, Loop, Simple, walk
from .being import Beings
from .fuller import WhatItHolds
from .own import Own

_NAME: Final = regex(r"(?<![\w.>])[^\W\d]\w*+")
_NAMED: Final = regex(r"[^\W\d]\w*+")
_PATH: Final = regex(r"(?<![\w.>])(?:self\.|this->)?[^\W\d]\w*+")
_MOST: Final = 24  # places that are looked up
_ROOM: Final = 50  # letters of a value


def held_in(own: Own, body: Body) -> WhatItHolds:
    return WhatItHolds(HeldValues(own, body).of, Beings(own, body).of)


class HeldValues:
    """Of one function."""

    def __init__(self, own: Own, body: Body) -> None:
        self._own, self._body = own, body
        self._loops = [(stmt.start, stmt.end) for stmt in walk(body) if isinstance(stmt, Loop)]
        self._given = {each.name.lstrip("*& ") for each in own.facts.params}  # it may be what came
        self._shared = {
            each.name for each in own.facts.bindings if each.how in ("global", "static", "nonlocal")
        }  # others see it
        self._told: dict[tuple[str, int], str] = {}

    def of(self, name: str, at: int) -> str:
        """As code, where that is one value in few words, and nothing has been done since."""
        if len(self._told) >= _MOST or name in self._given:
            return ""
        if (name, at) not in self._told:
            since = self._ends(name, at)
            told = self._own.maker.of(name, at) if since and not self._done(name, since, at) else ""
            whole = told.count("`") == 2 and "*," not in told and len(told) <= _ROOM
            whole = whole and self._settled(told, since, at) and self._untouched(told, name, since, at)
            self._told[name, at] = told[1:-1] if whole else ""
        return self._told[name, at]

    def _ends(self, name: str, used: int) -> int:
        """Where the statement ends that has last given it a value before that; 0 for none."""
        given = [each.start for each in self._own.bound(0, used) if each.name == name]
        plain = [stmt for stmt in walk(self._body) if isinstance(stmt, Simple) and stmt.end <= used] if given else []
        return max((stmt.end for stmt in plain if any(stmt.start <= at < stmt.end for at in given)), default=0)

    def _settled(self, value: str, start: int, end: int) -> bool:
        """No statement or call from there to there speaks of what it is made of."""
        made = {each.removeprefix("self.").removeprefix("this->").partition("(")[0] for each in _PATH.findall(value)}
        end = self._around(start, end)
        spoken = [
            (each.start, each.end) for each in walk(self._body) if isinstance(each, Simple) and start <= each.start
        ]
        spoken += [(each.start, each.end) for each in self._own.calls(start, end)]
        return not any(made & set(_NAMED.findall(self._own.text(*each))) for each in spoken if each[1] <= end)

    def _untouched(self, value: str, name: str, start: int, end: int) -> bool:
        """Nothing is set from there to there that a call, or what is looked at through a name, may read; and where it is made by more
        than what a library says only gives a value, nothing is called either."""
        around, calls = self._around(start, end), self._own.calls
        if any(each.start < end or around > end for each in self._writes(start, around)):
            return False
        made = [each for each in calls(0, start) if f"{each.name}(" in value]
        if "(" not in value or (len(made) >= value.count("(") and all(map(self._own.library, made))):
            return True
        used = max(
            (each.end for each in walk(self._body) if isinstance(each, Simple) and each.start <= end < each.end),
            default=end,
        )
        part = re.search(rf"(?<![\w.>]){re.escape(name)}(?:\.|->)", self._own.text(end, used)) is not None
        between = [each for each in calls(start, around) if each.end <= end or each.start > used]
        return all(map(self._own.library, between)) and not (part and self._writes(end, used))

    def _writes(self, start: int, end: int) -> list[Write]:
        """To anything but a local by its name."""
        own = {each.name for each in self._own.facts.bindings if each.name.isidentifier()} - self._shared
        return [each for each in self._own.facts.writes if start <= each.start < end and each.target not in own]

    def _around(self, start: int, end: int) -> int:
        """The end of the rounds that come back to there without going by what stands before."""
        return max([after for first, after in self._loops if start <= first <= end < after], default=end)

    def _done(self, name: str, start: int, end: int) -> bool:
        """Something is done from there to there, or in the rounds of a loop between, or is given the local."""
        around = self._around(start, end)
        told = {
            each: name in _NAME.findall(self._own.text(each.start, each.end)) for each in self._own.calls(start, around)
        }
        calls = [each for each in told if each.start < end]
        again = [each for each in told if each.start >= end and not told[each]]
        return (
            "yield" in self._own.raw(start, end)
            or self._own.active([*calls, *again])
            or any(told[each] for each in calls)
        )
