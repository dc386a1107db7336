"""`REQUIRE(a == b) { … }`: a block, or one statement, behind a macro that nobody here knows. Whether it runs is the macro's to say, so the
macro is asked like a condition. Where its definition is known, it is what that says: a loop where all that it stands for ends in the head of
one, `for (n = HEAD(list); n; n = NEXT(n))`; a block where that holds no condition and no loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ...model.pattern import regex
from ...model.syntax import Body, If, Jump, Loop, Range, Return, Simple, Stmt
from .definition import stored_calls
from .loops import (
    UNKNOWN,
    called_a_loop,
    closed,
    closes_a_body,
    filled,
    gone_through,
    handed_on,
    opens_a_body,
    opens_a_loop,
    other_macro,
    parameters,
    places,
)
from .rebuild import inside

_CALL = regex(rb"([A-Z][A-Z0-9_]{1,60})[ \t]*+\(")
_NAMED = regex(rb"([A-Za-z_]\w{0,80}+)[ \t]*+\(")
_ASKED = regex(rb"(?!(?:if|else|switch|while|for)\b)([A-Za-z_]\w{1,80}+)[ \t]*+\(")
_DEED = regex(rb"\s*+[A-Za-z_]\w*+[^;{}]*+;?\s*+\Z")
_SETS = regex(rb"(?<![=!<>])=(?!=)")
_LEAVES = regex(rb"\s*+(return|break|continue|goto)\b\s*+([^;]*+)")
_BARE = regex(
    rb"(?<!\w)(?!(?:if|for|while|switch|return|sizeof|catch|else|do)\b)[A-Za-z_]\w{2,60}+[ \t]*+\((?:[^;{}()]++|\((?:[^;{}()]++|\([^;{}()]*+\))*+\))*+\)"
    rb"\s*+(?=[{A-Za-z_*+-])(?!else\b|const\b)"
)  # an invocation that no semicolon ends
_LIKELY = regex(rb"[A-Z0-9_]\([^;{}]{0,200}\)\s*+\{")
_STEERS = regex(r"\b(?:if|for|while|switch)\b")
_QUIET = regex(rb"\"(?:[^\"\\\n]++|\\.)*+\"?+|'(?:[^'\\\n]++|\\.){1,8}+'|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?+")
_NESTED = 60  # loops of which each is all that the one before does
_DEPTH = 4  # macros that stand for one another
_AS_FOLLOWS = -1  # where what follows ends
_OPENS = regex(rb"[\s;]*+\{")
_GUARDS = regex(
    rb"[A-Z0-9_]\((?:[^;{}()]++|\([^;{}()]*+\))*+\)[ \t]*+(?:\r?\n[ \t]++)?[A-Za-z_]\w{0,80}+\s{0,9}+(?:\(|\.|->)"
)


def blocked(text: bytes, body: Body, definitions: Callable[[str], Sequence[Sequence[str]]]) -> Body:
    """definitions: of a macro, its replacement third."""
    if not _LIKELY.search(text) and not _GUARDS.search(text) and not _BARE.search(text, text.find(b"{") + 1):
        return body
    hidden = _QUIET.sub(lambda it: b" " * len(it[0]), text)
    return _Blocks(hidden, definitions).body(body)


class _Blocks:
    def __init__(self, text: bytes, definitions: Callable[[str], Sequence[Sequence[str]]]) -> None:
        self.text, self.definitions = text, definitions

    def body(self, body: Body) -> Body:
        found: list[Stmt] = []
        at = 0
        while at < len(body):
            end, first = self._end(body, at), at + 1
            stmt, at = body[at], first
            while end > stmt.end and at < len(body) and body[at].end <= end:
                at += 1
            held = body[first:at]
            if held:
                found.append(self._governed(stmt.start, end, self._invocation(stmt), self.body(tuple(held))))
            elif isinstance(stmt, If) and (whole := self._parted(stmt)):
                found += self.body(whole)
            elif isinstance(stmt, If) and not stmt.orelse and (called := _ASKED.match(self.text, stmt.start)):
                inner = self.body(stmt.then)
                quiet = self._quiet(called[1].decode())
                plain = (Simple(stmt.start, stmt.test.end, "expression"), *inner)
                found += plain if quiet else [self._governed(stmt.start, stmt.end, stmt.test, inner)]
            elif hung := self._hung(stmt):
                found.append(self._governed(stmt.start, stmt.end, self._invocation(stmt), (hung,)))
            elif (closing := self._closing(stmt)) and (isinstance(stmt, Loop) or self._ends_with(stmt, closing)):
                found += self._closed(stmt, closing, found)
            elif isinstance(stmt, Loop) and stmt.style == "each":
                found.append(inside(self._opened(stmt), partial(_Blocks.body, self)))
            else:
                found.append(inside(stmt, partial(_Blocks.body, self)))
        return tuple(found)

    def _hung(self, stmt: Stmt) -> Stmt | None:
        """`EACH(x, l) n++;`, which reads as a declaration or as one expression: what a loop does."""
        called = _NAMED.match(self.text, stmt.start, stmt.end) if isinstance(stmt, Simple) else None
        close = self._behind(called.end(), stmt.end) if called else -1
        behind = self.text[close : stmt.end] if close >= 0 else b""
        first = close + len(behind) - len(behind.lstrip())
        if called is None or not _DEED.match(behind) or not self._loops(called[1].decode()):
            return None
        if leaves := _LEAVES.match(behind):
            value = Range(close + leaves.start(2), close + leaves.end(2)) if leaves[2] else None
            named = leaves[2].decode() if leaves[1] == b"goto" else ""
            return (
                Return(first, stmt.end, value)
                if leaves[1] == b"return"
                else Jump(first, stmt.end, leaves[1].decode(), named)
            )
        return Simple(first, stmt.end, "assign" if _SETS.search(behind) else "expression")

    def _invocation(self, stmt: Stmt) -> Range:
        opened = self.text.index(b"(", stmt.start) + 1
        close = self._behind(opened, stmt.end)
        return Range(stmt.start, close if close >= 0 else stmt.end)

    def _parted(self, stmt: If) -> Body:
        """`if (a) SAY("b") c();`: of a macro that is known to need no semicolon all that hangs on the question, unless an `else` tells otherwise,
        or the macro asks or loops."""
        last = stmt.orelse or stmt.then
        hangs = last[0] if len(last) == 1 and isinstance(last[0], If) else None
        called = _ASKED.match(self.text, hangs.start) if hangs and last[0].start != stmt.start else None
        if hangs is None or called is None or (stmt.orelse and last is stmt.then):
            return ()
        name = called[1].decode()
        known = self.definitions(name)
        if not known or self._loops(name) or any(not each[2].rstrip().endswith((";", "}")) for each in known):
            return ()
        call = (Simple(hangs.start, hangs.test.end, "expression"),)
        alone = (
            stmt._replace(end=hangs.test.end, orelse=call)
            if stmt.orelse
            else stmt._replace(end=hangs.test.end, then=call)
        )
        return (alone, *hangs.then)

    def _governed(self, start: int, end: int, asked: Range, body: Body) -> Stmt:
        """What a macro's invocation governs, by its definitions."""
        called = _NAMED.match(self.text, start)
        known = self._loops(called[1].decode()) if called else ()
        if called and known:
            into, from_ = gone_through(self.text, called.end(), asked, end, self._places(known, _DEPTH))
            return Loop(start, end, "each", body, None, into, from_)
        return If(start, end, asked, body, ())

    def _opened(self, loop: Loop) -> Loop:
        """Of a macro that opens the loop's body, `EACH_BEGIN(list, row *, var) { … } EACH_END(var);`, what its definition says of the two."""
        called = _NAMED.match(self.text, loop.start)
        known = self._openers(loop)
        found = {filled(parameters(each[1]), each[2]) for each in known}
        by_it = found.pop() if len(found) == 1 else UNKNOWN
        close = self._behind(called.end(), loop.end) if called and min(by_it) >= 0 else -1
        if called is None or close < 0:
            return loop
        into, from_ = gone_through(self.text, called.end(), Range(loop.start, close), loop.end, by_it)
        return loop._replace(target=into, iterable=from_)

    def _behind(self, opened: int, end: int) -> int:
        """Where the brackets of an invocation are closed; -1 for nowhere."""
        found = closed(self.text[opened:end].decode("latin-1"), 0)
        return opened + found if found >= 0 else -1

    def _openers(self, stmt: Stmt) -> Sequence[Sequence[str]]:
        """What the name of a macro stands for, if that opens a loop's body in any case."""
        called = _NAMED.match(self.text, stmt.start) if isinstance(stmt, Loop) and stmt.style == "each" else None
        known = self.definitions(called[1].decode()) if called else ()
        return known if all(opens_a_body(each[2]) for each in known) else ()

    def _ends_with(self, stmt: Stmt, closing: tuple[bool, int]) -> bool:
        return isinstance(stmt, Simple) and not self.text[closing[1] : stmt.end].strip(b"; \t\r\n")

    def _closed(self, stmt: Stmt, closing: tuple[bool, int], found: list[Stmt]) -> Body:
        """What stands behind a loop whose body a macro has ended, with what that calls as the last of the body where another macro has opened it."""
        calls, end = closing
        last = found[-1] if found else None
        behind = self.body(stmt.body) if isinstance(stmt, Loop) else ()
        call = Simple(stmt.start, end, "expression")
        if not isinstance(last, Loop) or not self._openers(last):
            return (stmt if isinstance(stmt, Simple) else call, *behind)
        if calls:
            found[-1] = last._replace(end=end, body=(*last.body, call))
        return behind

    def _closing(self, stmt: Stmt) -> tuple[bool, int] | None:
        """Of a statement that begins with a macro whose text ends a loop's body, be it read as a loop over what stands behind it:
        whether that calls something, and where the invocation ends."""
        called = _NAMED.match(self.text, stmt.start, stmt.end)
        known = self.definitions(called[1].decode()) if called else ()
        end = self._behind(called.end(), stmt.end) if called and known else -1
        closes = end >= 0 and all(closes_a_body(each[2]) for each in known)
        return (any(stored_calls(each[5]) for each in known), end) if closes else None

    def _loops(self, name: str, depth: int = _DEPTH) -> Sequence[Sequence[str]]:
        """What a name stands for, if that is a loop in any case, be it another macro's."""
        known = self.definitions(name)
        return known if all(opens_a_loop(each[2]) or self._hands_on(each[2], depth) for each in known) else ()

    def _quiet(self, name: str) -> bool:
        """Of a macro that is known, and asks nothing."""
        known = self.definitions(name)
        return bool(known) and not any(_STEERS.search(each[2]) for each in known) and not self._loops(name)

    def _places(self, known: Sequence[Sequence[str]], depth: int) -> tuple[int, int]:
        """Which of what is given takes each, and which it is taken from, where all definitions agree."""
        found = {self._placed(parameters(each[1]), each[2], depth) for each in known}
        return found.pop() if len(found) == 1 else UNKNOWN

    def _placed(self, names: Sequence[str], text: str, depth: int) -> tuple[int, int]:
        other = other_macro(text) if depth else ""
        return (
            handed_on(names, text, self._places(self.definitions(other), depth - 1)) if other else places(names, text)
        )

    def _hands_on(self, text: str, depth: int) -> bool:
        """`EACH_SAFE(x, &rows, link, tmp)`: all that a macro stands for is another one's loop, or one that is called so."""
        other = other_macro(text) if depth else ""
        if not other:
            return False
        return bool(self._loops(other, depth - 1) or (not self.definitions(other) and called_a_loop(other)))

    def _end(self, body: Body, at: int) -> int:
        """Where a statement ends, with all that it governs: `each(x, l) each(y, x->l) if (y->a) return;`."""
        for place in range(at, min(at + _NESTED, len(body))):
            end = self._block(body[place], body[place + 1] if place + 1 < len(body) else None)
            if end != _AS_FOLLOWS:
                return end
        return body[at].end

    def _block(self, stmt: Stmt, following: Stmt | None) -> int:
        """Where the block behind a macro's invocation ends, or the one statement of what stands for a loop; where none stands there, the
        invocation itself."""
        called = _NAMED.match(self.text, stmt.start, stmt.end) if isinstance(stmt, Simple) else None
        opens = _OPENS.match(self.text, stmt.end) if called else None
        until = opens.end() if opens else following.start if following else stmt.end
        if called is None or until == stmt.end or b";" in self.text[stmt.start : until]:
            return stmt.end
        name = called[1].decode()
        if not opens or not _CALL.match(called[0]):
            bare = self.text[stmt.start : stmt.end].rstrip().endswith(b")") and self._loops(name)
            if not bare or not following or self.text[stmt.end : until].strip(b"{ \t\r\n"):
                return stmt.end
            if not opens:
                return _AS_FOLLOWS
        if self._quiet(name):
            return stmt.end
        depth = 1
        for at in range(opens.end(), len(self.text)):
            depth += (self.text[at] in b"{") - (self.text[at] in b"}")
            if depth == 0:
                return at + 1
        return stmt.end
