"""Reads the text of an expression into a small tree: a tolerant operator-precedence parser over `Spelling` tables.

Never raises. What it cannot read is an `Opaque` leaf that keeps its place in the text: inside brackets only the broken
item becomes one. Size and depth are bounded, so hostile text costs no more than plain text.
"""

from __future__ import annotations

from typing import Final

from ..model.expression import (
    Assign,
    Binary,
    Cast,
    Choice,
    Expression,
    Group,
    Invoke,
    Literal,
    Logic,
    Member,
    Named,
    OpaqueExpression,
    Subscript,
    Unary,
    Word,
)
from ..model.language import Spelling
from .brackets import LOWEST, Brackets
from .cursor import CLOSE, Unreadable
from .handed_through import hands_on
from .strings import content
from .tokens import CHAR, NAME, NUMBER, SIGN, STRING, TextToken, tokens
from .types import cast_end, template_end

MAX_TEXT: Final = 6000
MAX_DEPTH: Final = 50
MAX_HEIGHT: Final = 100

_ASSIGN: Final = frozenset(
    {"=", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "<<=", ">>=", "**=", "//="}
)
_CHOICE, _OR, _AND, _NOT, _UNARY = 0, 1, 2, 3, 20
_PYTHON_WORDS: Final = frozenset(["if", "else", "for", "in", "is", "and", "or", "not", "lambda", "async", "from"])
_C_WORDS: Final = frozenset(
    [
        "if",
        "else",
        "for",
        "while",
        "do",
        "switch",
        "case",
        "return",
        "struct",
        "union",
        "enum",
        "const",
        "static",
        "operator",
    ]
)
_CASTS: Final = frozenset({"static_cast", "dynamic_cast", "reinterpret_cast", "const_cast"})


def read(text: str, spelling: Spelling) -> Expression:
    """The tree of one expression or simple assignment; an `Opaque` over everything when it cannot be read."""
    found = tokens(text, spelling) if len(text) <= MAX_TEXT else ()
    if found:
        try:
            return _Parser(found, spelling).whole()
        except Unreadable:
            pass
    return OpaqueExpression(0, len(text))


class _Parser(Brackets):
    def whole(self) -> Expression:
        node = self.sequence()
        if self.python and self.peek() == ":" and not isinstance(node, Group):  # x: int = 5
            self.skip(frozenset({"="}))
        if self.peek() in _ASSIGN:
            node = self.assignment(node)
        while self.peek() == ";":
            self.at += 1
        if self.at != len(self.tokens):
            raise Unreadable
        return node

    def sequence(self) -> Expression:
        """Expressions with commas but no brackets."""
        first = self.expression(_CHOICE)
        if self.peek() != ",":
            return first
        items = [first]
        while self.peek() == ",":
            self.at += 1
            if self.at == len(self.tokens) or self.peek() in _ASSIGN:
                break
            items.append(self.expression(_CHOICE if self.python else LOWEST))
        return Group(first.start, self.end(), "", tuple(items))

    def assignment(self, target: Expression) -> Expression:
        op = self.next().text
        value = self.sequence() if self.python else self.expression(LOWEST)
        if self.python and self.peek() in _ASSIGN:
            value = self.assignment(value)
        if op == "=" and isinstance(value, Assign) and value.op == "=":
            return Assign(target.start, value.end, "=", (target, *value.targets), value.value)
        return Assign(target.start, value.end, op, (target,), value)

    def expression(self, minimum: int = LOWEST) -> Expression:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unreadable
        node = self.operand()
        height = self.height
        while (further := self.further(node, minimum)) is not None:
            node, height = further, max(height, self.height) + 1
            if height > MAX_HEIGHT:
                raise Unreadable
        self.height = height
        self.depth -= 1
        return node

    def further(self, left: Expression, minimum: int) -> Expression | None:
        """What `left` grows into with the next operator, None when that does not bind here."""
        text = self.peek()
        if not text or self.kind() not in (SIGN, NAME, STRING):
            return None
        grown = self.postfix(left, text)
        if grown is not None:
            return grown
        if text in self.spelling.and_:
            return self.logic(left, "and", _AND) if minimum <= _AND else None
        if text in self.spelling.or_:
            return self.logic(left, "or", _OR) if minimum <= _OR else None
        if text == ("if" if self.python else "?"):
            return self.choice(left) if minimum <= _CHOICE else None
        if text in _ASSIGN:
            return self.assignment(left) if minimum <= (_CHOICE if text == ":=" else LOWEST) else None
        return self.binary(left, minimum)

    def logic(self, left: Expression, op: str, level: int) -> Expression:
        self.at += 1
        right = self.expression(level + 1)
        if isinstance(left, Logic) and left.op == op:
            return Logic(left.start, right.end, op, (*left.operands, right))
        return Logic(left.start, right.end, op, (left, right))

    def choice(self, left: Expression) -> Expression:
        self.at += 1
        if self.python:
            test = self.expression(_OR)
            self.expect("else")
            no = self.expression(_CHOICE)
            return Choice(left.start, no.end, test, left, no)
        yes = left if self.peek() == ":" else self.expression(LOWEST)
        self.expect(":")
        no = self.expression(_CHOICE)
        return Choice(left.start, no.end, left, yes, no)

    def binary(self, left: Expression, minimum: int) -> Expression | None:
        text, size = self.peek(), 1
        if text == ">" and self.peek(1) == ">" and self.tokens[self.at].end == self.tokens[self.at + 1].start:
            text, size = ">>", 2
        elif text == "not" and self.peek(1) == "in":
            text, size = "not in", 2
        elif text == "is" and self.peek(1) == "not":
            text, size = "is not", 2
        level = self.spelling.operators.get(text)
        if level is None or level < minimum:
            return None
        self.at += size
        right = self.expression(level + 1)
        return Binary(left.start, right.end, text, left, right)

    def postfix(self, left: Expression, text: str) -> Expression | None:
        if text in (".", "->"):
            return self.member(left)
        if text == "(":
            self.at += 1
            args = self.items(")")
            return Invoke(left.start, self.end(), left, args, hands_on=hands_on(left, args, self.python))
        if text == "[":
            self.at += 1
            index = self.items("]")
            return Subscript(left.start, self.end(), left, index)
        if text == "{" and self.cpp and isinstance(left, Word):
            self.at += 1
            args = self.items("}")
            return Invoke(left.start, self.end(), left, args)
        if text in ("++", "--") and not self.python:
            self.at += 1
            return Unary(left.start, self.end(), text, left, postfix=True)
        if isinstance(left, Literal) and left.kind == "string" and self.kind() in (STRING, NAME) and not self.python:
            if self.kind() == NAME and text in self.spelling.and_ + self.spelling.or_:
                return None
            token = self.next()  # "a" PRIu64 "b", "a" _L(NAME) "b"
            said, first = content(token.text) if token.kind == STRING else token.text, self.at
            if token.kind == NAME and self.peek() == "(":
                self.at += 1
                self.skip(frozenset({")"}))
                self.expect(")")
            said += "".join(self.texts[first : self.at])
            said = said if token.kind == STRING else f"{{{said}}}"  # its name is no part of the text
            return Literal(left.start, self.end(), "string", left.value + said)
        return None

    def member(self, left: Expression) -> Expression:
        sep = self.next().text
        if self.peek() == "template":
            self.at += 1
        destroys = "~" if self.peek() == "~" else ""
        self.at += len(destroys)
        name = self.next()
        if name.kind != NAME:
            raise Unreadable
        typed = ""
        if self.cpp:
            first = self.at
            self.template_arguments()
            typed = "".join(token.text for token in self.tokens[first : self.at])
            while self.peek() == "::" and self.kind(1) == NAME:
                self.at += 2
        return Member(left.start, self.end(), left, sep, destroys + name.text, typed)

    # -- operands

    def operand(self) -> Expression:
        self.height = 0
        token = self.next()
        if token.kind == NAME:
            return self.named(token)
        if token.kind == NUMBER:
            return Literal(token.start, token.end, "number", token.text)
        if token.kind == CHAR:
            return Literal(token.start, token.end, "char", token.text)
        if token.kind == STRING:
            return self.strings(token)
        return self.signed(token)

    def strings(self, token: TextToken) -> Expression:
        value = content(token.text)
        while self.kind() == STRING:
            value += content(self.next().text)
        return Literal(token.start, self.end(), "string", value)

    def named(self, token: TextToken) -> Expression:
        text, spelling = token.text, self.spelling
        for kind, names in (("null", spelling.nulls), ("true", spelling.trues), ("false", spelling.falses)):
            if text in names:
                return Literal(token.start, token.end, kind, text)
        if text in spelling.not_:
            return self.unary(token, "not", _NOT if self.python else _UNARY)
        if text in spelling.prefixes:
            return self.keyword(token)
        if self.python:
            return self.python_name(token)
        if text == "new" and self.cpp:
            return self.create(token)
        if self.cpp and text in _CASTS and self.peek() == "<":
            return self.named_cast(token)
        if text in _C_WORDS:
            raise Unreadable
        return self.scoped(token)

    def python_name(self, token: TextToken) -> Expression:
        if token.text == "lambda":
            self.skip(frozenset({","}))
            return OpaqueExpression(token.start, self.end(), "lambda")
        if token.text == "yield":
            if self.at == len(self.tokens) or self.peek() == ")":
                return Word(token.start, token.end, "yield")
            if self.peek() == "from":
                self.at += 1
            value = self.sequence()
            return Unary(token.start, value.end, "yield", value)
        if token.text in _PYTHON_WORDS:
            raise Unreadable
        return Word(token.start, token.end, token.text)

    def keyword(self, token: TextToken) -> Expression:
        """`await f()`, `sizeof(T)`, `typeid(x)`."""
        if token.text in ("await", "co_await", "throw"):
            return self.unary(token, token.text, _UNARY if token.text != "throw" else _CHOICE)
        if self.peek() == "(":
            self.at += 1
            self.skip(frozenset())
            self.expect(")")
            return OpaqueExpression(token.start, self.end())
        return self.unary(token, token.text, _UNARY)

    def named_cast(self, token: TextToken) -> Expression:
        end = template_end(self.tokens, self.at)
        if end < 0:
            raise Unreadable
        inside = " ".join(t.text for t in self.tokens[self.at + 1 : end - 1])
        self.at = end
        self.expect("(")
        operand = self.expression()
        self.expect(")")
        return Cast(token.start, self.end(), inside, operand, token.text)

    def create(self, token: TextToken) -> Expression:
        placed: tuple[Expression, ...] = ()
        if self.peek() == "(":  # placement: new (where) T
            self.at += 1
            placed = self.items(")")
        name = self.next()
        while name.text in ("const", "unsigned", "struct"):
            name = self.next()
        if name.kind != NAME:
            raise Unreadable
        type_name: Expression = self.scoped(name)
        stars = 0
        while self.peek() == "*":
            self.at, stars = self.at + 1, stars + 1
        args: tuple[Expression, ...] = ()
        if self.peek() == "[":
            self.at += 1
            if stars and isinstance(type_name, Word):
                type_name = type_name._replace(text=type_name.text + "*" * stars)
            type_name = Subscript(type_name.start, self.end(), type_name, self.items("]"))
        if self.peek() in CLOSE:
            args = self.items(CLOSE[self.next().text])
        return Invoke(token.start, self.end(), type_name, args, create=True, placed=placed)

    def unary(self, token: TextToken, op: str, level: int) -> Expression:
        operand = self.expression(level)
        self.height += 1
        return Unary(token.start, operand.end, op, operand)

    def signed(self, token: TextToken) -> Expression:
        text = token.text
        if text in self.spelling.not_:
            return self.unary(token, "not", _UNARY)
        if text == "::" and self.cpp and self.kind() == NAME:
            return self.scoped(self.next())
        if text == "[" and self.cpp:
            return self.lambda_(token)
        if text in CLOSE:
            return self.bracket(token)
        if text in self.spelling.prefixes:
            return self.unary(token, text, 5 if self.python and text in ("*", "**") else 11 if self.python else _UNARY)
        if text == "..." and self.python:
            return OpaqueExpression(token.start, token.end)
        if text == "." and self.kind() == NAME and not self.python:  # .field = value
            name = self.next()
            self.expect("=")
            value = self.expression()
            return Named(token.start, value.end, "." + name.text, value)
        raise Unreadable

    def lambda_(self, token: TextToken) -> Expression:
        """`[captures](parameters) -> T { body }`"""
        self.skip(frozenset())
        self.expect("]")
        self.skip(frozenset({"{", ",", ";"}))
        self.expect("{")
        self.skip(frozenset())
        self.expect("}")
        return OpaqueExpression(token.start, self.end(), "lambda")

    def bracket(self, token: TextToken) -> Expression:
        if token.text == "(" and self.spelling.casts:
            end = cast_end(self.tokens, self.at - 1)
            if end > 0:
                inside = " ".join(t.text for t in self.tokens[self.at : end - 1])
                self.at = end
                operand = self.expression(_UNARY)
                self.height += 1
                return Cast(token.start, operand.end, inside, operand)
            if self.peek() == "{":  # a statement expression
                self.skip(frozenset())
                self.expect(")")
                return OpaqueExpression(token.start, self.end())
        items = self.items(CLOSE[token.text])
        comma = token.text == "(" and len(items) == 1 and self.tokens[self.at - 2].text == ","
        return Group(token.start, self.end(), "(," if comma else token.text, items)
