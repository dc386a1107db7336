"""`REQUIRE(a == b) { … }`: a block, or one statement, behind a macro that nobody here knows. Whether it runs is the macro's to say, so the
macro is asked like a condition. Where its definition is known, it is what that says: a loop where all that it stands for ends in the head of
one, `for (n = HEAD(list); n; n = NEXT(n))`; a block where that holds no condition and no loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ...model.pattern import regex
from ...model.syntax import Body, If, Loop, Range, Simple, Stmt
from .loops import gone_through, opens_a_loop, places
from .rebuild import inside

_CALL = regex(rb"([A-Z][A-Z0-9_]{1,60})[ \t]*+\(")
_LIKELY = regex(rb"[A-Z0-9_]\([^;{}]{0,200}\)\s*+\{")
_STEERS = regex(r"\b(?:if|for|while|switch)\b")
_QUIET = regex(rb"\"(?:[^\"\\\n]++|\\.)*+\"?+|'(?:[^'\\\n]++|\\.){1,8}+'|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?+")
_OPENS = regex(rb"[\s;]*+\{")
_GUARDS = regex(
    rb"[A-Z0-9_]\((?:[^;{}()]++|\([^;{}()]*+\))*+\)[ \t]*+(?:\r?\n[ \t]++)?[A-Za-z_]\w{0,80}+\s{0,9}+(?:\(|\.|->)"
)


def blocked(text: bytes, body: Body, definitions: Callable[[str], Sequence[Sequence[str]]]) -> Body:
    """definitions: of a macro, its replacement third."""
    if not _LIKELY.search(text) and not _GUARDS.search(text):
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
            stmt, at = body[at], at + 1
            end, first = self._block(stmt), at
            while end > stmt.end and at < len(body) and body[at].end <= end:
                at += 1
            held = body[first:at]
            if held:
                test = Range(stmt.start, stmt.start + len(self.text[stmt.start : stmt.end].rstrip(b"; \t\r\n")))
                found.append(self._governed(stmt.start, end, test, self.body(tuple(held))))
            elif isinstance(stmt, If) and not stmt.orelse and (called := _CALL.match(self.text, stmt.start)):
                inner = self.body(stmt.then)
                known = self.definitions(called[1].decode())
                quiet = known and not any(_STEERS.search(each[2]) for each in known)
                plain = (Simple(stmt.start, stmt.test.end, "expression"), *inner)
                found += plain if quiet else [self._governed(stmt.start, stmt.end, stmt.test, inner)]
            else:
                found.append(inside(stmt, partial(_Blocks.body, self)))
        return tuple(found)

    def _governed(self, start: int, end: int, asked: Range, body: Body) -> Stmt:
        """What a macro's invocation governs, by its definitions."""
        called = _CALL.match(self.text, start)
        known = self.definitions(called[1].decode()) if called else ()
        if called and known and all(opens_a_loop(each[2]) for each in known):
            found = {places([name.strip() for name in each[1].split(",")], each[2]) for each in known}
            by_it = found.pop() if len(found) == 1 else (-1, -1)
            into, from_ = gone_through(self.text, called.end(), asked, end, by_it)
            return Loop(start, end, "each", body, None, into, from_)
        return If(start, end, asked, body, ())

    def _block(self, stmt: Stmt) -> int:
        """Where the block behind a macro's invocation ends; where none stands there, the invocation itself."""
        called = _CALL.match(self.text, stmt.start, stmt.end) if isinstance(stmt, Simple) else None
        opens = _OPENS.match(self.text, stmt.end) if called else None
        if called is None or opens is None or b";" in self.text[stmt.start : opens.end()]:
            return stmt.end
        known = self.definitions(called[1].decode())
        if known and not any(_STEERS.search(each[2]) for each in known):
            return stmt.end
        depth = 1
        for at in range(opens.end(), len(self.text)):
            depth += (self.text[at] in b"{") - (self.text[at] in b"}")
            if depth == 0:
                return at + 1
        return stmt.end
