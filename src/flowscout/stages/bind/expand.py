"""Macros that steer control are written out: their replacement, arguments in place, is appended to the function's text
and its statements stand where the use stood.

A use is a call (`RETURN_IF_ERROR(x)`) or a lone name (`FAIL;`) that is a statement, or a part of one that is always
evaluated; then the macro's statements come before it. Calls inside arguments keep their place in the list and move with
the first copy of their argument; the macro's own calls are appended. Macros within macros are followed `DEPTH` deep,
never into themselves, and a function grows by at most `GROWTH` bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from itertools import dropwhile, pairwise
from typing import Final

from ...model.facts import Call, FunctionFacts
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import (
    Arm,
    Body,
    FunctionBody,
    If,
    Jump,
    Label,
    Mark,
    Raise,
    Range,
    Return,
    Simple,
    Stmt,
    Switch,
    claim,
)
from ...words.returning import returned
from .definition import GIVEN, WORD, Definition, Macros, asks, define, escapes, statements, steering
from .leaving import Leaving
from .rebuild import inside, moved_body, moved_call, moved_mark
from .substitute import Substituted, fill, named, split

DEPTH: Final = 4
NESTED: Final = 64  # macros within macros that are looked into
GROWTH: Final = 64_000
FEW: Final = 8  # statements, with those of macros in it, of one that is written out for what ends the program there
LEFT: Final = "is not written out: too deep or too large"
_LONE: Final = regex(rb"([A-Za-z_]\w*)[\s;]*")
_CALLEE: Final = regex(r"(?:(.*?)(\.|->|::))?([A-Za-z_]\w*+)\s*+", re.DOTALL)
_KEYWORD: Final = regex(rb"\s*+(return|break|continue|goto|throw)\b\s*+(.*)", re.DOTALL)
_OTHER_WORD: Final = regex(rb"([A-Za-z_]\w*+)\b[ \t\r\n]*+(?=[\w;(\"{*&!:-])")
_CALLED_SO: Final = regex(r"[A-Za-z_]\w*+")
_WORDY: Final = frozenset({"expression", "declare"})
_NAMED: Final = regex(rb"\s*+([A-Za-z_]\w*+)\s*+(?:\(|\Z)")
_LEAVING: Final = frozenset({"return", "break", "continue", "goto", "throw", "co_return"})
_LEAVING_WORDS: Final = frozenset({"return", "co_return", "throw"})
LABELS: Final = regex(r"\A\s*+(?:(?:case\b[^;:?{]{1,200}+|default\s*+):(?!:)[\s\\]*+)++")
MADE: Final = "made"  # the body of a function that a macro makes
_PLAIN: Final = (Simple, Return, Raise)


class Use(NamedTuple):
    definition: Definition
    start: int
    end: int
    args: tuple[tuple[int, int], ...]


class Expansion:
    def __init__(self, text: bytes, facts: FunctionFacts, body: FunctionBody, macros: Macros, leaving: Leaving) -> None:
        self.text = bytearray(text)
        self.limit = len(text) + GROWTH
        self.body, self.macros, self.leaving = body, macros, leaving
        self.calls: list[Call] = list(facts.calls)
        self.marks: list[Mark] = list(body.marks)
        self.origins: list[tuple[int, int, int]] = []
        self.notes: list[str] = []
        self.known: dict[str, Definition | None] = {}
        self.nested, self.rebuilt = 0, False
        self.gives = bool(facts.result) and facts.result.split()[-1:] != ["void"]
        self.family = "-"  # how the names of macros begin that give back
        self.sizes: dict[str, int] = {}
        self.going: set[str] = set()  # those that return, jump or throw
        self.asking: set[str] = set()  # those that do so where they are handed a statement that does
        self.insists: dict[str, int] = {}
        self.words: dict[str, str] = {}
        self.candidates: list[int] = []
        self.assertions: dict[int, tuple[int, Range]] = {}

    def run(self) -> FunctionBody:
        self._watch(0)
        last = self._given_back(self.body.statements[-1]) if self.gives and self.body.statements else ("-", None)
        self.family = last[0] if last[1] else "-"
        statements = self._body((), self.body.statements)
        if not (self.origins or self.assertions or self.rebuilt or any(self.words.values())):
            return self.body
        return FunctionBody(statements, tuple(sorted(self.marks, key=lambda mark: (mark.start, -mark.end))))

    def _watch(self, first: int) -> None:
        """Remember which calls, from `first` on, may be uses."""
        for at in range(first, len(self.calls)):
            call = self.calls[at]
            named_so = call.kind in ("call", "macro") and not call.receiver and bool(call.name)
            asked = self._asserted(call.name) if named_so else -1
            args = self._given(call) if asked >= 0 else ()  # of one within a macro only the text says what it is given
            if 0 <= asked < len(args):
                self.assertions[call.start] = (call.end, claim(self.text, Range(*args[asked])))
            elif named_so and self._definition(call.name) is not None and not self.leaving.ends(call):
                self.candidates.append(at)

    def _asserted(self, name: str) -> int:
        if name not in self.insists:
            self.insists[name] = self.leaving.asserted(name)
        return self.insists[name]

    def _definition(self, name: str) -> Definition | None:
        """What a name stands for, if it is a macro that steers whoever uses it."""
        if name not in self.known and self.nested < NESTED:
            self.known[name] = None
            self.nested += 1
            self.known[name], notes = define(name, self.macros.meant(name), self._steers)
            self.nested -= 1
            self.notes += notes
        return self.known.get(name)

    def _steers(self, definition: Definition) -> bool:
        """One of many statements that only may not come back is what it is called; its inside is no part of who uses it."""
        control = {*definition.control.split()} - {GIVEN}
        words = {*WORD.findall(definition.text)} - {definition.name}
        inner = [known for word in sorted(words) if (known := self._definition(word))]
        asking = asks(definition)
        hands = any(each.name in self.asking for each in inner)
        goes = MADE in control or escapes(definition) or any(each.name in self.going for each in inner)
        if goes or (asking and control) or (hands and control & _LEAVING):
            self.going.add(definition.name)
            goes = True
        size = statements(definition.body) + sum(self.sizes.get(each.name, 0) for each in inner)
        self.sizes[definition.name] = size
        if not goes and (asking or hands):
            self.asking.add(definition.name)
        ends = "noreturn" in control or any(each.name not in self.asking for each in inner)
        return goes or definition.name in self.asking or (ends and size <= FEW)

    def _body(self, within: tuple[str, ...], body: Body) -> Body:
        fresh: list[Stmt] = []
        for stmt in body:
            last = not within and stmt is body[-1]
            stmt = self._keyword(stmt) if within else self._giving(self._spelled(stmt)) if last else self._spelled(stmt)
            if within and isinstance(stmt, Simple) and not self.text[stmt.start : stmt.end].strip(b"; \t\r\n"):
                continue  # an argument that is left empty
            if isinstance(stmt, _PLAIN):
                fresh += self._plain(within, stmt)
            else:
                if isinstance(stmt, Switch):
                    arms = dropwhile(self._before_labels, stmt.arms)
                    stmt = stmt._replace(arms=tuple([self._arm(within, arm) for arm in arms]))
                fresh.append(inside(stmt, partial(self._body, within)))
        return tuple(fresh)

    def _before_labels(self, arm: Arm) -> bool:
        """`ASSERT(x);` before all labels, which nothing reaches, and which is no macro of labels."""
        used = labelling(arm)
        if used is None or b"(" not in self.text[used.start : used.end]:
            return False
        ended = self.text[used.end : arm.end].lstrip()[:1] == b";"
        dead = ended and not any(LABELS.match(each) for each in self._replaced(used))
        self.rebuilt |= dead
        return dead

    def _replaced(self, used: Simple) -> list[str]:
        name = _NAMED.match(self.text, used.start, used.end)
        return [value[2] for value in self.macros(name[1].decode("utf-8", "replace"))] if name else []

    def _arm(self, within: tuple[str, ...], arm: Arm) -> Arm:
        """One that is a macro's use, labels and all: what the macro does under its first labels is done there, and then what follows.
        Of one that nobody knows its use says what is done where nothing follows."""
        used = labelling(arm)
        if used is None:
            return arm
        follows = arm.body[1:] if not isinstance(arm.body[1], Jump) or arm.body[1].start != used.start else ()
        written = self._plain(within, used)
        known = self._replaced(used)
        if written != (used,):
            arm = arm._replace(body=(*dropwhile(lambda stmt: isinstance(stmt, Label), written), *follows))
        elif known and all(LABELS.match(each) for each in known):
            does = any(not LABELS.fullmatch(each) for each in known)
            arm = arm._replace(body=(used, *follows) if does else follows)
        elif follows:
            arm = arm._replace(body=follows)
        self.rebuilt = True
        return arm

    def _plain(self, within: tuple[str, ...], stmt: Simple | Return | Raise) -> Body:
        """The statement with the uses in it written out, in source order; or the assertion that it is."""
        end, test = self.assertions.get(stmt.start, (0, Range(0, 0)))
        if end and isinstance(stmt, Simple) and not self.text[end : stmt.end].strip(b"; \t\r\n"):
            if self.leaving.flies(self.text[stmt.start : end].partition(b"(")[0].decode("utf-8", "replace").strip()):
                return (If(stmt.start, stmt.end, test, (), (Raise(stmt.start, end),)),)  # may be caught: no contract
            return (stmt._replace(role="assert", test=test),)
        written: Body = ()
        for use in self._uses(within, stmt):
            body = self._written(within, use)
            if self._is_all(stmt, use) and body:
                return body
            written += body
        return (*written, stmt)

    def _uses(self, within: tuple[str, ...], stmt: Simple | Return | Raise) -> list[Use]:
        if isinstance(stmt, Simple) and stmt.test is not None:
            return []
        if isinstance(stmt, Simple) and stmt.role == "expression" and stmt.end - stmt.start < 64:
            lone = _LONE.fullmatch(self.text, stmt.start, stmt.end)
            known = self._definition(lone[1].decode()) if lone else None
            if lone and known and known.params is None and known.name not in within:
                return [Use(known, lone.start(1), lone.end(1), ())]
        calls = [self.calls[at] for at in self.candidates if stmt.start <= self.calls[at].start < stmt.end]
        every = [each for each in self.calls if stmt.start <= each.start < stmt.end] if calls else []
        found: list[Use] = []
        for call in sorted(calls, key=lambda call: (call.start, -call.end)):
            known = self._definition(call.name)
            nested = found and call.start < found[-1].end
            if (
                known
                and known.params is not None
                and known.name not in within
                and not nested
                and not self._forked(stmt, call)
                and not self._handed_on(call, every)
            ):
                args = self._given(call)
                if known.name not in self.asking or any(self._leaves(*span) for span in args):
                    found.append(Use(known, call.start, call.end, args))
        return found

    def _given(self, call: Call) -> tuple[tuple[int, int], ...]:
        """Its arguments; the grammar makes two of `return 0`."""
        apart = all(b"," in self.text[one[1] : two[0]] for one, two in pairwise(call.args))
        whole = apart and len(call.args) == call.argc
        return call.args if whole else split(self.text, call.start, call.end)

    def _leaves(self, start: int, end: int) -> bool:
        """Is an argument a statement that leaves, by a keyword or by a macro that does?"""
        if _KEYWORD.fullmatch(self.text, start, end):
            return True
        name = _NAMED.match(self.text, start, end)
        known = self._definition(name[1].decode("utf-8", "replace")) if name else None
        return known is not None and known.name not in self.asking

    def _forked(self, stmt: Stmt, call: Call) -> bool:
        """Does something in the statement decide whether the call is made at all?"""
        return any(
            mark.kind in ("and", "or", "cond", "elvis", "scope")
            and stmt.start <= mark.start <= call.start < mark.end <= stmt.end
            for mark in self.marks
        )

    def _handed_on(self, call: Call, calls: list[Call]) -> bool:
        """Is it an argument of another macro, which decides where it runs, if at all?"""
        return any(
            not each.receiver and any(value[1] != "-" and not steering(value) for value in self.macros(each.name))
            for each in calls
            if each.start < call.start and call.end < each.end
        )

    def _is_all(self, stmt: Stmt, use: Use) -> bool:
        rest = self.text[stmt.start : use.start] + self.text[use.end : stmt.end]
        return isinstance(stmt, Simple) and not rest.strip(b"; \t\r\n")

    def _written(self, within: tuple[str, ...], use: Use) -> Body:
        name = use.definition.name
        given = [bytes(self.text[first:last]).strip() for first, last in use.args]
        filled = fill(use.definition.text, named(use.definition.params or (), given))
        if len(within) >= DEPTH or len(self.text) + len(filled.text) > self.limit:
            self.notes.append(f"macro {name} {LEFT}")
            return ()
        first_call = len(self.calls)
        base = self._append(use, filled)
        where = dict(zip((f"case {param}" for param in use.definition.params or ()), given, strict=False))
        body = tuple([_called_for(stmt, where) for stmt in use.definition.body.statements])
        body = moved_body(body, lambda offset: base + filled.moved(offset))
        self._watch(first_call)
        return self._body((*within, name), body)

    def _append(self, use: Use, filled: Substituted) -> int:
        """Text, marks and calls of one use. Where its text begins."""
        base = len(self.text) + 1

        def move(offset: int) -> int:
            return base + filled.moved(offset)

        self.text += b"\n" + filled.text
        self.origins.append((base, base + len(filled.text), self._site(use.start)))
        self.marks += [moved_mark(mark, move) for mark in use.definition.body.marks]
        where = dict(zip(use.definition.params or (), use.args, strict=False))
        self._arguments(where, filled, base)
        self.calls += [self._renamed(moved_call(call, move), where) for call in use.definition.calls]
        return base

    def _arguments(self, where: dict[str, tuple[int, int]], filled: Substituted, base: int) -> None:
        """Marks in an argument are copied with it; calls move with its first copy."""
        placed: set[str] = set()
        for param, place in filled.places:
            first, last = where.get(param, (0, 0))
            while first < last and self.text[first] in b" \t\r\n":
                first += 1

            def move(offset: int, by: int = base + place - first) -> int:
                return offset + by

            self.marks += [moved_mark(m, move) for m in self.marks if first <= m.start and m.end <= last]
            if param not in placed:
                self.calls[:] = [moved_call(c, move) if first <= c.start and c.end <= last else c for c in self.calls]
            placed.add(param)

    def _renamed(self, call: Call, where: dict[str, tuple[int, int]]) -> Call:
        """A callee that is a parameter is the argument."""
        if call.name not in where:
            return call
        first, last = where[call.name]
        callee = _CALLEE.fullmatch(self.text[first:last].decode("utf-8", "replace").strip())
        return call._replace(receiver=callee[1] or "", sep=callee[2] or "", name=callee[3]) if callee else call

    def _site(self, offset: int) -> int:
        return next((site for first, last, site in self.origins if first <= offset < last), offset)

    def _spelled(self, stmt: Stmt) -> Stmt:
        """`CO_RETURN x;`, where the word stands for a keyword."""
        found = (
            _OTHER_WORD.match(self.text, stmt.start, stmt.end)
            if isinstance(stmt, Simple) and stmt.role in _WORDY
            else None
        )
        keyword = self._other_word(found[1].decode()) if found else ""
        if found is None or not keyword or not isinstance(stmt, Simple):
            return stmt
        last = len(self.text[: stmt.end].rstrip(b"; \t\r\n"))
        value = Range(found.end(), last) if found.end() < last else None
        self._no_call(stmt.start, found[1].decode())
        start = value.start if value else stmt.start
        return Raise(start, stmt.end, value) if keyword == "throw" else Return(start, stmt.end, value)

    def _giving(self, stmt: Stmt) -> Stmt:
        """`Py_RETURN_NONE;` at the end of a body: nobody knows the macro, the function's end shows that those named so give back."""
        family, given = self._given_back(stmt)
        if given is None or family != self.family:
            return stmt
        self.rebuilt = True
        return Return(given.start, given.end, given)

    def _given_back(self, stmt: Stmt) -> tuple[str, Range | None]:
        """How the names of its kind begin, and where it says what is given back."""
        text = bytes(self.text[stmt.start : stmt.end]) if isinstance(stmt, Simple) and stmt.role in _WORDY else b""
        written = text.decode().strip(" ;\n\t") if b"RETURN" in text and text.isascii() else ""
        value, name = returned(written).encode(), _CALLED_SO.match(written)
        if not value or name is None or self.macros(name[0]):
            return "", None
        within = text.find(value, len(name[0]))
        start = stmt.start + (within if within >= 0 else text.find(value))
        return name[0].partition("RETURN")[0], Range(start, start + len(value))

    def _no_call(self, start: int, name: str) -> None:
        """The grammar takes `RETURN (x)` for one; those behind it move up."""
        kept = [at for at, call in enumerate(self.calls) if call.start != start or call.name != name]
        self.candidates = [place for place, at in enumerate(kept) if at in self.candidates]
        self.calls[:] = [self.calls[at] for at in kept]

    def _other_word(self, name: str) -> str:
        if name not in self.words:
            meant = {value[2] for value in self.macros(name) if value[1] == "-"}
            self.words[name] = meant.pop() if len(meant) == 1 and meant <= _LEAVING_WORDS else ""
        return self.words[name]

    def _keyword(self, stmt: Stmt) -> Stmt:
        """An argument that is itself a statement, `CHECK(x, return -1)`, or names a label, `BAIL(out)`."""
        found = _KEYWORD.fullmatch(self.text, stmt.start, stmt.end) if isinstance(stmt, Simple | Jump) else None
        if found is None:
            return stmt
        given = found[2].rstrip(b" \t\n\r\f\v;")
        value = Range(found.start(2), found.start(2) + len(given)) if given else None
        match found[1]:
            case b"return":
                return Return(stmt.start, stmt.end, value)
            case b"throw":
                return Raise(stmt.start, stmt.end, value)
        return Jump(stmt.start, stmt.end, found[1].decode(), given.decode() if value and found[1] == b"goto" else "")


def labelling(arm: Arm) -> Simple | None:
    """The use of a macro that holds the arm's labels."""
    used = arm.body[0] if arm.body else None
    held = isinstance(used, Simple) and len(arm.body) > 1 and arm.patterns == (Range(used.start, used.end),)
    return used if held and isinstance(used, Simple) else None


def _called_for(stmt: Stmt, given: Mapping[str, bytes]) -> Stmt:
    """`case value` by what is handed to the macro. given: by the label as the macro has it."""
    if isinstance(stmt, Label) and stmt.name in given:
        return stmt._replace(name=f"case {given[stmt.name].decode('utf-8', 'replace')}")
    return stmt
