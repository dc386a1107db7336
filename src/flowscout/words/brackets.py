"""What stands within a pair of brackets: items with commas between them, of which only a broken one becomes `Opaque`."""

from __future__ import annotations

from typing import Final

from ..model.expression import Expression, Named, OpaqueExpression
from .cursor import Cursor, Unreadable
from .tokens import NAME, SIGN

LOWEST: Final = -1  # binds anything


class Brackets(Cursor):
    def expression(self, minimum: int = LOWEST) -> Expression:
        """One expression with operators that bind at least as `minimum`; the whole grammar says how."""
        raise NotImplementedError

    def items(self, close: str) -> tuple[Expression, ...]:
        """Up to and over the closing bracket."""
        found: list[Expression] = []
        height = 0
        while self.peek() != close or self.kind() != SIGN:
            if self.at >= len(self.tokens):
                raise Unreadable
            if self.peek() == ",":
                self.at += 1
                continue
            found.append(self.item(close))
            height = max(height, self.height)
        self.at += 1
        self.height = height + 1
        return tuple(found)

    def item(self, close: str) -> Expression:
        at, depth = self.at, self.depth
        start = self.tokens[at].start
        try:
            node = self.element(start, close)
            if self.peek() in (",", close):
                return node
            kind = "comprehension" if self.peek() in ("for", "async") and self.python else ""
        except Unreadable:
            kind = ""
        self.at, self.depth, self.height = at, depth, 0
        self.skip(frozenset() if kind else frozenset({","}))
        if self.at == at:
            raise Unreadable
        return OpaqueExpression(start, self.end(), kind)

    def element(self, start: int, close: str) -> Expression:
        if self.python and self.kind() == NAME and self.peek(1) == "=":
            name = self.next().text
            self.at += 1
            value = self.expression()
            return Named(start, value.end, name, value)
        node = self.expression()
        if close == "}" and self.python and self.peek() == ":":
            colon = self.at
            self.at += 1
            value = self.expression()
            key = "".join(t.text for t in self.tokens if start <= t.start < self.tokens[colon].start)
            return Named(start, value.end, key, value, ": ")
        return node
