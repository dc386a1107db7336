"""A value that only waits to be given back, given back where it is known.

if c:                       if c:
    x = a()                     return a()
else:              →        else:
    x = b()                     return b()
return x

What is last done on a way before `return x` is that way's result, so that each way says by itself what comes of it. The rest
stays as it is: an assignment behind which anything else is done, or that makes use of `x` itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...model.facts import FunctionFacts
from ...model.pattern import regex
from ...model.syntax import Arm, Body, If, Jump, Loop, Raise, Range, Return, Simple, Stmt, Switch, Try, With, walk

_NAME: Final = regex(rb"[^\W\d]\w*+")
_FEWEST: Final = 2
_FEW: Final = 2
_SPACE: Final = b" \t\r\n;"
_BRACKETS: Final = b"() "  # `return (x);`
_PLAIN: Final = (
    rb"(?:-?\d{1,12}|None|NULL|nullptr|[Tt]rue|[Ff]alse|TRUE|FALSE|[A-Z][A-Z\d_]{1,80}|[\"'][^\"'\n]{0,80}[\"'])"
)
_CONSTANT: Final = regex(_PLAIN)
_EITHER: Final = regex(
    rb"(?:[^?;=]{1,80}(?:==[^?;=]{1,80})?\?\s{0,4}" + _PLAIN + rb"\s{0,4}:\s{0,4})?" + _PLAIN
)  # one, or one of two


def sunk(body: Body, text: bytes, facts: FunctionFacts, many: bool = False) -> Body:
    """Of one function. text: of all of it. many: also where it is a choice of many constants, and in a switch."""
    if len(body) < _FEWEST or not isinstance(last := body[-1], Return) or last.value is None:
        return body
    name = text[last.value.start : last.value.end].strip(_BRACKETS)
    if not _NAME.fullmatch(name) or not _its_own(name.decode(), body, text, facts):
        return body
    sinks = _Sinks(name, text, many)
    if sinks.value(body[-2]):
        return body  # that is its only value, and told as such
    before = sinks.block(body[:-1])
    if not sinks.gone or (not many and len(sinks.given()) > _FEW and all(map(sinks.constant, sinks.gone))):
        return body  # a choice of so many constants is told as one, where the ways to them say more
    return before if ends(before) else _first(before, last, sinks) or body


def ends(body: Body) -> bool:
    """Control never comes to what stands behind."""
    match body[-1] if body else None:
        case Return() | Raise():
            return True
        case If(then=then, orelse=orelse):
            return ends(then) and ends(orelse)
        case Switch(arms=arms):
            left = any(isinstance(each, Jump) for arm in arms for each in walk(arm.body, (Loop, Switch)))
            return not left and any(arm.default for arm in arms) and all(ends(arm.body) for arm in arms)
        case With(body=inner, suppresses=suppresses):
            return not suppresses and ends(inner)
        case Try(body=inner, handlers=handlers):
            return ends(inner) and all(ends(each.body) for each in handlers)
    return False


def _its_own(name: str, body: Body, text: bytes, facts: FunctionFacts) -> bool:
    """No name that outlives the call."""
    if not any(each.name == name and each.how in ("assign", "declare") for each in facts.bindings):
        return False
    simple = [each for each in walk(body) if isinstance(each, Simple) and each.role in ("scope", "declare")]
    words = [(each.role, text[each.start : each.end].decode("utf-8", "replace").split()) for each in simple]
    return not any(name in said if role == "scope" else said[:1] == ["static"] for role, said in words)


class _Sinks:
    """Of one name. gone: where the assignments stood that now are ways out. cases: also in those of a switch."""

    def __init__(self, name: bytes, text: bytes, cases: bool) -> None:
        self.text, self.gone, self.cases = text, list[Range](), cases
        word = re.escape(name)
        self.sets = re.compile(rb"(?:[\w:<>]{1,60}[\s*&]{1,4}){0,4}" + word + rb"\s{0,8}=(?!=)\s{0,40}")
        self.named = re.compile(rb"(?<![\w.>])" + word + rb"(?!\w)")

    def value(self, stmt: Stmt) -> Range | None:
        """What a statement gives the name, and nothing else."""
        if not isinstance(stmt, Simple) or stmt.role not in ("assign", "declare"):
            return None
        found = self.sets.match(self.text, stmt.start, stmt.end)
        if not found:
            return None
        end = len(self.text[: stmt.end].rstrip(_SPACE))
        return None if self.named.search(self.text, found.end(), end) else Range(found.end(), end)

    def given(self) -> set[bytes]:
        """All that it may be."""
        return {self.sets.sub(b"", self.text[gone.start : gone.end].rstrip(_SPACE), count=1) for gone in self.gone}

    def constant(self, gone: Range) -> bool:
        found = self.sets.match(self.text, gone.start, gone.end)
        return found is not None and _EITHER.fullmatch(self.text[found.end() : gone.end].rstrip(_SPACE)) is not None

    def block(self, body: Body) -> Body:
        """Behind which the name is given back."""
        if not body:
            return body
        *rest, last = body
        if value := self.value(last):
            self.gone.append(Range(last.start, last.end))
            return (*rest, Return(last.start, last.end, value))
        return (*rest, self.inside(last))

    def inside(self, stmt: Stmt) -> Stmt:
        match stmt:
            case If():
                return stmt._replace(then=self.block(stmt.then), orelse=self.block(stmt.orelse))
            case With():
                return stmt._replace(body=self.block(stmt.body))
            case Switch() if self.cases:
                return stmt._replace(arms=tuple(map(self.arm, stmt.arms)))
            case Try() if not stmt.orelse and stmt.body and self.value(stmt.body[-1]) and not self.speaks(stmt.final):
                handlers = tuple(each._replace(body=self.block(each.body)) for each in stmt.handlers)
                return stmt._replace(body=self.block(stmt.body), handlers=handlers)
        return stmt

    def arm(self, arm: Arm) -> Arm:
        """A case that ends with its `break`."""
        last = arm.body[-1] if arm.body else None
        if not isinstance(last, Jump) or last.keyword != "break" or last.label:
            return arm
        before = self.block(arm.body[:-1])
        return arm._replace(body=before if ends(before) else (*before, last))

    def speaks(self, body: Body) -> bool:
        return bool(body) and self.named.search(self.text, body[0].start, body[-1].end) is not None


def _first(before: Sequence[Stmt], last: Return, sinks: _Sinks) -> Body | None:
    """What it was given first is what is left, where nothing between looks at it: `x = 0; if (c) x = f(); return x;`."""
    at = next((at for at in range(len(before) - 1, -1, -1) if sinks.value(before[at])), None)
    value = sinks.value(before[at]) if at is not None else None
    if at is None or value is None or not _CONSTANT.fullmatch(sinks.text, value.start, value.end):
        return None
    behind = bytearray(sinks.text[before[at].end : last.start])
    for start, end in sinks.gone:
        if start >= before[at].end:
            behind[start - before[at].end : end - before[at].end] = b" " * (end - start)
    if sinks.named.search(bytes(behind)):
        return None
    return (*before[:at], *before[at + 1 :], last._replace(value=value))
