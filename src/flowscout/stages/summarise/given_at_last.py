"""What a status holds where it is given back: of `ret = -1; … goto out; … ret = 0; out: free(p); return ret;` each way's constant.

int ret = -1;
if (!(p = get())) goto out;          returns `-1` where get() is not set
work(p);
ret = 0;                             returns `0` at its end
out: drop(p); return ret;

Followed along the ways of the function, with every value that may come to a place: only where that is one constant it is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...model.syntax import (
    Body,
    If,
    Jump,
    Label,
    Loop,
    Raise,
    Range,
    Return,
    Simple,
    Stmt,
    Switch,
    Try,
    Variant,
    With,
    walk,
)
from ...words import english
from ...words.phrases import ticked
from ...words.series import series
from .own import Own

_NAME: Final = regex(r"[^\W\d]\w*+")
_CONSTANT: Final = regex(r"-?\d{1,12}|-?[A-Z][A-Z\d_]{1,80}|true|false|NULL|nullptr|-errno")
_UNKNOWN: Final = ""
_ROUNDS: Final = 8
_FEW: Final = 3  # constants
_MOST: Final = 60  # jumps of which each is followed
_Values = frozenset[str]
_NEVER: Final[_Values] = frozenset()  # nothing comes there
_BEGINS: Final[_Values] = frozenset([_UNKNOWN])


def given_at_last(
    body: Body, own: Own, facts: FunctionFacts, ends: Callable[[Simple], bool]
) -> dict[int, tuple[str, ...]]:
    """Of each `goto` to the end, and of the end as it is come to without one, what is given back, in code: one value, or a few constants.
    ends: what never comes back."""
    text = own.text
    last = body[-1] if body else None
    name = text(*last.value).strip("() ") if isinstance(last, Return) and last.value else ""
    local = any(each.name == name and each.how in ("assign", "declare") for each in facts.bindings)
    jumps = [each for each in walk(body) if isinstance(each, Jump) and each.keyword == "goto"] if local else []
    if last is None or not 0 < len(jumps) <= _MOST or not _NAME.fullmatch(name):
        return {}
    labels = {each.name: at for at, each in enumerate(body) if isinstance(each, Label)}
    forward = all(each.label in labels and body[labels[each.label]].start > each.start for each in jumps)
    declared = sum(each.name == name and each.how == "declare" for each in facts.bindings)
    duffs = any(isinstance(each, Label) and each.name.startswith(("case ", "default")) for each in walk(body))
    if declared > 1 or duffs or not forward or any(each in body for each in jumps):
        return {}  # or what stands behind a jump is told by no way
    by_reference = own.language.name == "cpp"  # a call may change what it is given
    passed = rf"|\w\s?\((?:[^();]{{0,200}},)?\s?{name}\s?[,)]" if by_reference else ""
    if re.search(
        rf"&\s?{name}(?!\w)|\[[^\]]{{0,20}}&|static\s[^;]{{0,60}}\b{name}\s?={passed}", text(body[0].start, last.end)
    ):
        return {}  # it may change anywhere, or is kept from call to call
    whole, plainly = _Ways(name, text, ends), _Ways(name, text, ends)
    whole.through(body, _BEGINS, jumping=True)
    plainly.through(body, _BEGINS)
    found = {last.start: plainly.returned.get(last.start, _NEVER)}
    for jump in jumps:
        behind = _Ways(name, text, ends)
        behind.through(body[labels[jump.label] :], whole.jumped.get(jump.start, _NEVER))
        found[jump.start] = behind.returned.get(last.start, _NEVER)
    whole_text = text(body[0].start, last.end)
    known = {
        at: sorted(values, key=whole_text.find)
        for at, values in found.items()
        if 0 < len(values) <= _FEW and _UNKNOWN not in values
    }
    return {at: told for at, values in known.items() if len(told := tuple(values)) == 1 or all(map(constant, told))}


def constant(value: str) -> bool:
    return _CONSTANT.fullmatch(value) is not None


def constants(known: Sequence[str], language: Language) -> str:
    """In words, "" where they are no constants."""
    told = [ticked(english.expression(each, language)) for each in known] if all(map(constant, known)) else []
    return series(told, "or") if told else ""


class _Ways:
    """Of one name. returned: what it may hold at each `return`. jumped: at each `goto`."""

    def __init__(self, name: str, text: Callable[[int, int], str], ends: Callable[[Simple], bool]) -> None:
        self._text, self._ends = text, ends
        self._sets = re.compile(rf"(?:[\w:<>]{{1,60}}[\s*&]{{1,4}}){{0,4}}{name}\s?=(?!=)\s?([^;]{{1,80}}?)\s?;?")
        self._named = re.compile(rf"(?<![\w.>]){name}(?!\w)")
        self._changed = re.compile(
            rf"(?<![\w.>]){name}(?!\w)\s?(?:=(?!=)|[-+*/%&|^]=|<<=|>>=|\+\+|--)|(?:\+\+|--|&\s?|>>\s?){name}(?!\w)"
            rf"|^[A-Z_\d]{{3,60}}\s?\(|\b[A-Z_\d]{{3,60}}\s?\([^;]{{0,200}}(?<![\w.>]){name}(?!\w)"
        )
        self.returned: dict[int, _Values] = {}
        self.jumped: dict[int, _Values] = {}
        self._jumping = False
        self._waiting: dict[str, _Values] = {}
        self._breaks: list[_Values] = [_NEVER]
        self._again: list[_Values] = [_NEVER]

    def through(self, body: Body, values: _Values, jumping: bool = False) -> _Values:
        """What it may hold behind that. jumping: a `goto` leads to its label, too."""
        self._jumping |= jumping
        for stmt in body:
            if isinstance(stmt, Label):
                values |= self._waiting.pop(stmt.name, _NEVER)
            elif values:
                values = self._past(stmt, values)
        return values

    def _asked(self, place: Range | None, values: _Values) -> _Values:
        return _BEGINS if place and self._changed.search(self._text(*place)) else values

    def _past(self, stmt: Stmt, values: _Values) -> _Values:
        match stmt:
            case Simple():
                return self._set(stmt, values)
            case Return():
                self.returned[stmt.start] = self.returned.get(stmt.start, _NEVER) | values
                return _NEVER
            case Raise():
                return _NEVER
            case Jump():
                return self._jump(stmt, values)
            case If():
                values = self._asked(stmt.test, self.through(stmt.init, values))
                return self.through(stmt.then, values) | self.through(stmt.orelse, values)
            case Loop():
                return self._round(stmt, values)
            case Switch():
                return self._cases(stmt, values)
            case With():
                return self.through(stmt.body, values)
            case Variant():
                ways = [self.through(part, values) for _, part in stmt.arms]
                return frozenset().union(*ways, _NEVER if stmt.arms[-1][0] == "" else values)
            case Try():
                return _BEGINS | self.through(stmt.body, values) | self._inside(stmt)
        return _BEGINS

    def _inside(self, stmt: Try) -> _Values:
        ways = [self.through(each.body, _BEGINS) for each in stmt.handlers]
        return frozenset().union(*ways, self.through(stmt.orelse, _BEGINS), self.through(stmt.final, _BEGINS))

    def _set(self, stmt: Simple, values: _Values) -> _Values:
        written = self._text(stmt.start, stmt.end).strip()
        if self._ends(stmt):
            return _NEVER
        if stmt.role == "asm":
            return _BEGINS
        if found := self._sets.fullmatch(written):
            bare = found[1].strip("() ")
            return frozenset([bare if constant(bare) else _UNKNOWN if self._named.search(found[1]) else found[1]])
        return _BEGINS if self._changed.search(written) else values

    def _jump(self, stmt: Jump, values: _Values) -> _Values:
        if stmt.keyword == "goto":
            self.jumped[stmt.start] = self.jumped.get(stmt.start, _NEVER) | values
            if self._jumping:
                self._waiting[stmt.label] = self._waiting.get(stmt.label, _NEVER) | values
        elif stmt.keyword == "continue":
            self._again[-1] |= values
        else:
            self._breaks[-1] |= values
        return _NEVER

    def _round(self, stmt: Loop, values: _Values) -> _Values:
        values = self.through(stmt.init, values)
        left = _NEVER
        for _ in range(_ROUNDS):
            self._breaks.append(_NEVER)
            self._again.append(_NEVER)
            at_test = self._asked(stmt.test, values)
            behind = self.through(stmt.body, at_test) | self._again.pop()
            behind = self._asked(stmt.step, self._asked(stmt.test, behind) if stmt.style == "do" else behind)
            left |= self._breaks.pop() | (
                behind if stmt.style == "do" else at_test if stmt.test or stmt.iterable else _NEVER
            )
            if behind <= values:
                return self.through(stmt.orelse, left)
            values |= behind
        return _BEGINS

    def _cases(self, stmt: Switch, values: _Values) -> _Values:
        values = self._asked(stmt.subject, self.through(stmt.init, values))
        self._breaks.append(_NEVER)
        falls, left = _NEVER, _NEVER
        for arm in stmt.arms:
            falls = self.through(arm.body, values | (falls if stmt.falls else _NEVER))
            left |= _NEVER if stmt.falls else falls
        every = any(arm.default for arm in stmt.arms)
        return left | falls | self._breaks.pop() | (_NEVER if every else values)
