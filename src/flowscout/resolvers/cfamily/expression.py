"""C and C++ expression text -> a small tree of what can lead to a function or an object; the rest becomes `op`.

Text may be cut off anywhere: what is missing at the end counts as closed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ...model.pattern import regex
from ...model.record import NamedTuple

_DEPTH: Final = 40
_TOKEN: Final = regex(
    r"""(?<!\s)\s*+(?:(?P<string>(?:u8|[uUL])?R?"(?:[^"\\]++|\\.)*+"?|(?:[uUL])?'(?:[^'\\]++|\\.)*+'?)"""
    r"""|(?P<name>[A-Za-z_~$][\w$]*)|(?P<number>\.?\d(?:[\w.']|(?<=[eEpP])[+-])*)"""
    r"""|(?P<op>->\*?|::|<<=?|<=|>=|==|!=|&&|\|\||\+\+|--|[-+*/%&|^]=|\.\.\.|\S))""",
    re.DOTALL,
)
_CHAR: Final = regex(r"'(?:[^'\\]|\\.)'", re.DOTALL)
_NUMBER: Final = regex(
    r"\A(?:(?P<whole>0[xX][0-9a-fA-F]{1,7}|[0-9]{1,9})|[0-9]{0,20}\.[0-9]{1,20}|[0-9]{1,20}\.)(?P<end>[uUlL]{0,3}|[fF])"
)
_ENDINGS: Final = {
    (True, ""): "int", (True, "u"): "unsigned", (True, "l"): "long", (True, "ul"): "unsigned long", (True, "lu"): "unsigned long",
    (True, "ll"): "long long", (True, "ull"): "unsigned long long", (True, "llu"): "unsigned long long",
    (False, ""): "double", (False, "f"): "float", (False, "l"): "long double",
}  # fmt: skip
_CASTS: Final = frozenset({"static_cast", "dynamic_cast", "const_cast", "reinterpret_cast"})
_TYPEISH: Final = regex(r"[\w:<>,*&\s\[\]]*")
_SPLITS: Final = frozenset({"", ",", ")", "]", "}", ";", ":"})
_PLAIN: Final = frozenset(
    {"int", "char", "bool", "long", "short", "unsigned", "signed", "float", "double", "void", "const", "struct"}
)


class Expr(NamedTuple):
    """kind: name (text qualified; extra: template arguments) | member (text; base; extra: `.` or `->`) | call
    (function, arguments…) | index (base) | deref (base) | address (base) | new (text: type) | make (text: type; `T{…}`)
    | cast (text: type) | lit (text: type) | lambda | either (alternatives…) | op."""

    kind: str
    text: str = ""
    parts: tuple[Expr, ...] = ()
    extra: str = ""


OP: Final = Expr("op")


@lru_cache(maxsize=1 << 15)
def read(text: str) -> Expr:
    return Expr("name", text) if text.isidentifier() else _Reading(text).expression()


@lru_cache(maxsize=1 << 12)
def read_list(text: str) -> tuple[Expr, ...]:
    """Expressions separated by commas."""
    return tuple(_Reading(text).items("")) if text else ()


class _Reading:
    def __init__(self, text: str) -> None:
        self.tokens = [(m.lastgroup or "", m.group().strip()) for m in _TOKEN.finditer(text)]
        self.at = 0
        self.depth = 0

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead][1] if self.at + ahead < len(self.tokens) else ""

    def take(self, text: str) -> bool:
        if self.at < len(self.tokens) and self.peek() == text:
            self.at += 1
            return True
        return False

    def expression(self) -> Expr:
        self.depth += 1
        try:
            return OP if self.depth > _DEPTH else self._conditional()
        finally:
            self.depth -= 1

    def _conditional(self) -> Expr:
        value, plain = self._unary(), True
        while self.peek() not in _SPLITS and self.peek() != "?":
            plain = False
            before = self.at
            self.at += 1
            if self.peek() not in _SPLITS:
                self._unary()
            self.at += self.at == before
        if self.take("?"):
            first = self.expression()
            self.take(":")
            return _join(first, self.expression())
        return value if plain else OP

    def _unary(self) -> Expr:
        prefixes: list[str] = []
        while self.peek() in ("*", "&", "!", "-", "+", "~", "++", "--", "co_await"):
            prefixes.append(self.peek())
            self.at += 1
        value = self._postfix(self._primary())
        for prefix in reversed(prefixes):
            if prefix in ("*", "&"):
                value = Expr("deref" if prefix == "*" else "address", "", (value,))
            elif prefix not in ("++", "--", "co_await"):
                value = OP
        return value

    def _primary(self) -> Expr:
        if self.at >= len(self.tokens):
            return OP
        kind, text = self.tokens[self.at]
        if text in _SPLITS:
            return OP
        self.at += 1
        if kind == "string":
            return _text(text)
        if kind == "number":
            return _number(text)
        if text == "(":
            return self._parenthesis()
        if text == "[":
            self._skip("]")
            return self._lambda()
        if text == "{":
            self._skip("}")
            return OP
        if text == "new":
            return self._new()
        if text in _CASTS:
            return self._cast(text)
        if kind == "name" or text == "::":
            return self._name(text)
        return OP

    def _lambda(self) -> Expr:
        if self.take("("):
            self._skip(")")
        while self.at < len(self.tokens) and self.peek() not in ("{", ",", ")"):
            self.at += 1
        if self.take("{"):
            self._skip("}")
        return Expr("lambda")

    def _new(self) -> Expr:
        if self.take("("):
            self._skip(")")
        name = self._name(self._next())
        while self.peek() == "*":
            self.at += 1
        if self.take("("):
            self.items(")")
        elif self.take("{"):
            self._skip("}")
        return Expr("new", _typed(name))

    def _next(self) -> str:
        text = self.peek()
        self.at += 1
        return text

    def _cast(self, text: str) -> Expr:
        start = self.at
        if not self.take("<"):
            return OP
        inner = self._angles(start)
        self.take("(")
        value = self.items(")")
        return Expr("cast", inner, tuple(value[:1]), text)

    def _angles(self, start: int) -> str:
        """Text between balanced angle brackets that open at token `start`."""
        depth, self.at = 0, start
        while self.at < len(self.tokens):
            token = self.peek()
            depth += token.count("<") - (token.count(">") if token != "->" else 0)
            self.at += 1
            if depth <= 0:
                break
        return " ".join(text for _, text in self.tokens[start + 1 : self.at - 1])

    def _name(self, first: str) -> Expr:
        name, extra = first, ""
        while True:
            if self.peek() == "<" and self._templated():
                extra = self._angles(self.at)
            elif self.peek() == "::" or name.endswith("::"):
                if self.take("::"):
                    name += "::"
                if self.at < len(self.tokens) and self.tokens[self.at][0] == "name":
                    name += self._next()
                    extra = ""
                else:
                    break
            else:
                break
        expr = Expr("name", name.removeprefix("::"), (), extra)
        if self.peek() == "{" and name.rpartition("::")[2][:1].isupper():
            self.at += 1
            self._skip("}")
            return Expr("make", _typed(expr))
        return expr

    def _templated(self) -> bool:
        """Whether `<` opens template arguments: balanced, of type-like tokens, and followed by `(`, `::`, `{` or an
        end."""
        depth = 0
        for at in range(self.at, min(len(self.tokens), self.at + 40)):
            kind, token = self.tokens[at]
            depth += token.count("<") - (token.count(">") if token != "->" else 0)
            if kind == "string" or token in ("&&", "||", ";", "==", "!=", "->"):
                return False
            if depth <= 0:
                return at + 1 >= len(self.tokens) or self.tokens[at + 1][1] in ("(", "::", "{", ")", ",", ">", ">>")
        return False

    def _parenthesis(self) -> Expr:
        start = self.at
        cast = self._c_cast(start)
        if cast:
            return Expr("cast", cast, (self._unary(),))
        self.at = start
        value = self.expression()
        while self.take(","):
            value = self.expression()
        self._close(")")
        return value

    def _c_cast(self, start: int) -> str:
        """The type in `(T *)x`, "" when it is no cast."""
        end = start
        while end < len(self.tokens) and self.tokens[end][1] != ")":
            kind, text = self.tokens[end]
            if kind not in ("name", "op") or not _TYPEISH.fullmatch(text):
                return ""
            end += 1
        inner = [text for _, text in self.tokens[start:end]]
        if not inner or end + 1 >= len(self.tokens) or not (inner[0][0].isalpha() or inner[0][0] in "_:"):
            return ""
        after_kind, after = self.tokens[end + 1]
        typed = inner[-1] == "*" or inner[0] in _PLAIN
        if after_kind == "op" and not (typed and after in ("(", "&", "*")):
            return ""
        self.at = end + 1
        return " ".join(inner)

    def _postfix(self, value: Expr) -> Expr:
        while self.at < len(self.tokens):
            sep = self.peek()
            if sep in (".", "->"):
                self.at += 1
                self.take("template")
                name = self._name(self._next()) if self.at < len(self.tokens) else OP
                value = Expr("member", name.text, (value,), sep)
            elif sep == "(":
                self.at += 1
                value = Expr("call", "", (value, *self.items(")")))
            elif sep == "[":
                self.at += 1
                self._skip("]")
                value = Expr("index", "", (value,))
            elif sep in ("++", "--"):
                self.at += 1
            else:
                break
        return value

    def items(self, closing: str) -> list[Expr]:
        items: list[Expr] = []
        while self.at < len(self.tokens) and self.peek() != closing:
            before = self.at
            items.append(self.expression())
            self.take(",")
            self.at += self.at == before
        self._close(closing)
        return items

    def _skip(self, closing: str) -> None:
        depth = 0
        while self.at < len(self.tokens):
            token = self.peek()
            self.at += 1
            if depth == 0 and token == closing:
                return
            depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))

    def _close(self, closing: str) -> None:
        if not self.take(closing):
            self._skip(closing)


def _typed(name: Expr) -> str:
    return f"{name.text}<{name.extra}>" if name.extra else name.text


def _join(left: Expr, right: Expr) -> Expr:
    parts = tuple(
        part
        for side in (left, right)
        for part in (side.parts if side.kind == "either" else (side,))
        if part.kind != "op"
    )
    lost = "op" in (left.kind, right.kind) or "op" in (left.extra, right.extra)
    return Expr("either", "", parts, "op" if lost else "") if len(parts) > 1 or (parts and lost) else OP


def _text(text: str) -> Expr:
    """The others of `L"…"` and `'ab'` are of other types."""
    if '"' in text[:4]:
        return Expr("lit", "const char *") if text.startswith(('"', 'R"')) else OP
    return Expr("lit", "char") if _CHAR.fullmatch(text) else OP


def _number(text: str) -> Expr:
    """By its ending; what does not surely fit an int is nobody's."""
    found = _NUMBER.fullmatch(text)
    whole = found is not None and found["whole"] is not None
    kind = _ENDINGS.get((whole, found["end"].lower())) if found is not None else None
    return Expr("lit", kind) if kind else OP
