"""What a local is that a call is given, where its value cannot stand in its place: told behind the call.

request = self.create("GET", uri)           returns `self.receive(request, stream)`, with `request` from `self.create("GET", uri)`
labels = {"source": uri.text()}
return self.receive(request, stream)

made = Grant()                              calls `self.append(made)`, with `made` a `Grant` with `name` and `tag` set
made.name = name
…
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

from ...model.facts import Binding
from ...model.pattern import regex
from ...model.syntax import Body, If, Jump, Raise, Return, Simple, With
from .built import keys_of, loses, whole
from .own import Own

_PART: Final = regex(r"(?:\.|->)([^\W\d]\w*+)|\[[\"']([\w .:/-]{1,40})[\"']\]")
_CALLED: Final = regex(r"(?:await )?(?:new )?[\w.:>-]{1,60}\(.{1,200}\)")
_MOST: Final = 24  # names that are looked up
_READ_AT_MOST: Final = 199  # letters that facts keep of a value
_ROOM: Final = 70
_ALL: Final = 1 << 30


class Beings:
    """Of one function."""

    def __init__(self, own: Own, body: Body) -> None:
        self._own, self._body = own, body
        self._given = {each.name.lstrip("*& ") for each in own.facts.params}
        self._shared = {each.name for each in own.facts.bindings if each.how in ("global", "static", "nonlocal")}
        self._writes = sorted(own.facts.writes, key=lambda each: each.start)
        self._starts = [each.start for each in self._writes]
        self._asked = 0

    def of(self, name: str, at: int) -> str:
        """ "from `make(row)`", "a dict with `a` and `b`", "" for no more than its name."""
        self._asked += 1
        begun = [each for each in self._own.facts.bindings if each.name == name]
        if self._asked > _MOST or name in self._given | self._shared or len(begun) != 1 or begun[0].start >= at:
            return ""
        code = self._own.text(0, _ALL)
        if begun[0].how not in ("assign", "declare", "with") or self._own.sets(name, 0, _ALL) > 1:
            return ""
        if loses(name, code) or (self._own.language.spelling.casts and re.search(rf"&\s?{name}\b(?!\.|->|\[)", code)):
            return ""
        return self._told(begun[0], at)

    def _told(self, begun: Binding, at: int) -> str:
        value = begun.value.strip() if len(begun.value) < _READ_AT_MOST else ""
        written = f"`{self._own.said(value)}`" if value and "`" not in value else ""
        parts = [
            found[1] or found[2]
            for each in self._own.facts.writes
            if each.start < at
            and (found := _PART.fullmatch(each.target.removeprefix(begun.name)))
            and each.target.startswith(begun.name)
        ]
        surely = self._surely(self._body, begun.name, at) if parts else set[str]()
        sure = [each for each in dict.fromkeys(parts) if each in surely]
        rest = [each for each in dict.fromkeys(parts) if each not in surely]
        if parts or keys_of(value):
            noun = whole(begun, written, self._own.language, sure, rest)
            return noun if noun.startswith("a ") else f"from {noun}" if noun else ""
        called = _CALLED.fullmatch(value) is not None and len(written) <= _ROOM
        return f"from {written}" if called else ""

    def _surely(self, body: Body, name: str, at: int) -> set[str]:
        """Parts that are set whichever way is gone up to there."""
        found = set[str]()
        for stmt in body:
            if stmt.start >= at:
                break
            if isinstance(stmt, Simple):
                found |= self._parts(stmt, name)
            elif isinstance(stmt, With):
                found |= self._surely(stmt.body, name, at)
            elif isinstance(stmt, If) and stmt.end <= at:
                arms = [
                    each
                    for each in (stmt.then, stmt.orelse)
                    if not (each and isinstance(each[-1], Return | Raise | Jump))
                ]
                found |= set.intersection(*[self._surely(each, name, at) for each in arms]) if arms else set()
            elif isinstance(stmt, If):
                found |= self._surely(stmt.then, name, at) | self._surely(stmt.orelse, name, at)
        return found

    def _parts(self, stmt: Simple, name: str) -> set[str]:
        first = bisect_left(self._starts, stmt.start)
        here = [self._writes[at] for at in range(first, bisect_left(self._starts, stmt.end, first))]
        named = [each.target.removeprefix(name) for each in here if each.target.startswith(name)]
        return {found[1] or found[2] for each in named if (found := _PART.fullmatch(each))}
