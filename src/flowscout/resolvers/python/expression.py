"""Python expression text -> a small tree of what can carry a function or an object: names, attributes, calls, literals.

Everything else (arithmetic, comparisons, comprehensions) becomes `op`. Text may be cut off anywhere: what is missing
at the end counts as closed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ...model.record import NamedTuple

_DEPTH = 40
_TOKEN: Final = re.compile(
    r"""(?<!\s)\s*+(?:(?P<string>(?:[rRbBuUfFtT]{0,2})(?<!\\)(?:\"\"\"(?:[^\\]|\\.)*?(?:\"\"\"|$)|'''(?:[^\\]|\\.)*?(?:'''|$)"""
    r"""|"(?:[^"\\\n]++|\\.)*+(?:"|$)|'(?:[^'\\\n]++|\\.)*+(?:'|$)))"""
    r"""|(?P<name>[^\W\d]\w*)|(?P<number>\.{0,3}\d[\w.]*)|(?P<op>:=|\*\*|->|//|<<|>>|[=!<>]=|[()\[\]{},.:]|[^\s\w]))""",
    re.DOTALL,
)
_DOTTED: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}
_ENDS: Final = frozenset({"", ",", ")", "]", "}", ":", "if", "else", "or", "and", "for", "async", ":=", "="})
_PREFIXES: Final = frozenset({"not", "-", "+", "~", "await", "*", "**", "yield", "from"})
_INFIXES: Final = frozenset({"not", "-", "+", "~", "await", "in"})
OPERATORS: Final = {
    "==": "__eq__",
    "!=": "__ne__",
    "<": "__lt__",
    "<=": "__le__",
    ">": "__gt__",
    ">=": "__ge__",
    "|": "__or__",
    "^": "__xor__",
    "&": "__and__",
    "<<": "__lshift__",
    ">>": "__rshift__",
    "+": "__add__",
    "-": "__sub__",
    "*": "__mul__",
    "/": "__truediv__",
    "//": "__floordiv__",
    "%": "__mod__",
    "@": "__matmul__",
}
_BINDS: Final = {
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), 0),
    "|": 1,
    "^": 2,
    "&": 3,
    "<<": 4,
    ">>": 4,
    "+": 5,
    "-": 5,
    **dict.fromkeys(("*", "/", "//", "%", "@"), 6),
}
_SIGNS: Final = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}
_PLAIN: Final = frozenset({"await", "*", "**", "from"})  # before an operand that they leave as it is
_POSTFIXES: Final = frozenset({".", "(", "["})
_CONSTANTS: Final = {"None": "None", "True": "bool", "False": "bool", "...": "ellipsis"}


class Expr(NamedTuple):
    """kind: name (text) | attr (text; base) | call (function, arguments…) | index (base, key) | kw (text; value) |
    star (value) | str (text) | lit (text: the built-in type) | list, tuple, set (items…) | dict (key, value, key, …) |
    lambda (what it gives, without blanks) | either (alternatives…) | bound (of a slice, not written) | next (what is taken out of a container) | held
    (text: id of a function, before any decorator) | asked (text: special method of an operator; operands) | op. A lit of `str` that is put together has the texts it begins and
    ends with as parts."""

    kind: str
    text: str = ""
    parts: tuple[Expr, ...] = ()


OP: Final = Expr("op")
HELD: Final = "held"


def spelt(text: str) -> str:
    """Without the blanks between its words, as a lambda's text is."""
    return "".join([match.group().strip() for match in _TOKEN.finditer(text)])


@lru_cache(maxsize=1 << 11)
def read(text: str) -> Expr:
    if _DOTTED.fullmatch(text) and text not in _CONSTANTS:
        first, *rest = text.split(".")
        expr = Expr("name", first)
        for name in rest:
            expr = Expr("attr", name, (expr,))
        return expr
    return _Reading(text).whole()


class _Reading:
    def __init__(self, text: str) -> None:
        found = list(_TOKEN.finditer(text))
        self.kinds = [m.lastgroup or "" for m in found]
        self.texts = [m.group().strip() for m in found]
        self.count = len(found)
        self.at = 0
        self.depth = 0

    def peek(self) -> str:
        return self.texts[self.at] if self.at < self.count else ""

    def take(self, text: str) -> bool:
        if self.at < self.count and self.texts[self.at] == text:
            self.at += 1
            return True
        return False

    def whole(self) -> Expr:
        first = self.test()
        if self.peek() != ",":
            return first
        return Expr("tuple", "", (first, *self._items("")))

    def test(self) -> Expr:
        self.depth += 1
        try:
            return OP if self.depth > _DEPTH else self._test()
        finally:
            self.depth -= 1

    def _test(self) -> Expr:
        if self.peek() == "lambda":
            return self._lambda()
        value = self._either()
        after = self.peek()
        if after == ":=":
            self.at += 1
            return self.test()
        if after == "if":
            self.at += 1
            self._either()
            return _join(value, self.test()) if self.take("else") else value
        return value

    def _lambda(self) -> Expr:
        self._pass((":", ")", "]", "}"))
        start = self.at + 1
        self._pass((",", ")", "]", "}"))
        return Expr("lambda", "".join(self.texts[start : self.at]))

    def _pass(self, ends: tuple[str, ...]) -> None:
        nesting = 0
        while self.at < self.count:
            token = self.peek()
            if nesting == 0 and token in ends:
                break
            nesting += (token in _CLOSING) - (token in (")", "]", "}"))
            self.at += 1

    def _either(self) -> Expr:
        value = self._operand()
        while (word := self.peek()) == "or" or word == "and":
            keeps = word == "or"
            self.at += 1
            right = self._operand()
            value = _join(value, right) if keeps else right
        return value

    def _operand(self) -> Expr:
        """One operand, or a run of operands and operators, which is worth nothing here."""
        signs: list[str] = []
        while (word := self.peek()) in _PREFIXES:
            signs.append(word)
            self.at += 1
        values = [self._postfix(self._atom())]
        words: list[str] = []
        while (word := self.peek()) not in _ENDS:
            self.at += 1
            signed = False
            while self.peek() in _INFIXES:
                self.at += 1
                signed = True
            words.append("" if signed else word)
            values.append(self._postfix(self._atom()) if self.peek() not in _ENDS else OP)
        if not _PLAIN.issuperset(signs):
            return (
                OP
                if words or len(signs) > 1 or signs[0] not in _SIGNS
                else Expr("asked", _SIGNS[signs[0]], (values[0],))
            )
        return _operated(values, words) if words else values[0]

    def _atom(self) -> Expr:
        if self.at >= self.count:
            return OP
        kind, text = self.kinds[self.at], self.texts[self.at]
        if text in (")", "]", "}", ",", ":"):
            return OP
        self.at += 1
        if kind == "name":
            return Expr("lit", _CONSTANTS[text]) if text in _CONSTANTS else Expr("name", text)
        if kind == "string":
            while self.at < self.count and self.kinds[self.at] == "string":
                self.at += 1
            return _string(text)
        if kind == "number":
            return Expr("lit", "int", (Expr("str", text),))
        if text == "(":
            return self._parenthesis()
        if text == "[":
            return Expr("list", "", tuple(self._items("]")))
        if text == "{":
            return self._braces()
        return OP

    def _parenthesis(self) -> Expr:
        if self.take(")"):
            return Expr("tuple")
        first = self._item()
        if self.peek() == ",":
            return Expr("tuple", "", (first, *self._items(")")))
        each = self.peek() in ("for", "async")
        self._close(")")
        return Expr("list", "", (first,)) if each else first

    def _braces(self) -> Expr:
        parts: list[Expr] = []
        pairs = False
        while self.at < self.count and self.peek() != "}":
            before = self.at
            parts.append(self._item())
            if self.take(":"):
                pairs = True
                parts.append(self.test())
            if self.peek() in ("for", "async"):
                self._skip("}")
                break
            self.take(",")
            self.at += self.at == before
        self._close("}")
        return Expr("dict" if pairs or not parts else "set", "", tuple(parts))

    def _items(self, closing: str) -> list[Expr]:
        items: list[Expr] = []
        self.take(",")
        while self.at < self.count and self.peek() != closing:
            before = self.at
            items.append(self._item())
            if self.peek() in ("for", "async"):
                self._skip(closing)
                break
            self.take(",")
            self.at += self.at == before
        self._close(closing)
        return items

    def _arguments(self) -> list[Expr]:
        """`f(x for x in xs)`: of a generator alone, what holds it."""
        items: list[Expr] = []
        while self.at < self.count and self.peek() != ")":
            before = self.at
            items.append(self._item())
            if self.peek() in ("for", "async"):
                items[-1] = Expr("list", "", (items[-1],))
                self._skip(")")
            self.take(",")
            self.at += self.at == before
        self._close(")")
        return items

    def _item(self) -> Expr:
        star = self.peek() in ("*", "**")
        name = self.texts[self.at] if self.at < self.count and self.kinds[self.at] == "name" else ""
        value = self.test()
        if name and value.kind == "name" and self.take("="):
            return Expr("kw", name, (self.test(),))
        return Expr("star", "", (value,)) if star else value

    def _postfix(self, value: Expr) -> Expr:
        while (opening := self.peek()) in _POSTFIXES:
            self.at += 1
            if opening == ".":
                name = self.peek()
                self.at += 1
                value = Expr("attr", name, (value,))
            elif opening == "(":
                value = Expr("call", "", (value, *self._arguments()))
            else:
                sliced = self._sliced()
                keys = self._bounds() if sliced else self._items("]")
                value = Expr("index", "slice" if sliced else "", (value, *keys)) if keys or sliced else OP
        return value

    def _bounds(self) -> list[Expr]:
        """First and last of a slice; nothing where it has a step."""
        first = Expr("bound", "first") if self.peek() == ":" else self.test()
        last = Expr("bound", "last") if self.take(":") and self.peek() in ("]", ":") else self.test()
        stepped = self.peek() == ":"
        self._close("]")
        return [first, last] if not stepped else []

    def _sliced(self) -> bool:
        """Whether a colon stands in the brackets that are open."""
        nesting = 0
        for token in self.texts[self.at :]:
            if nesting == 0 and token in (":", "]"):
                return token == ":"
            nesting += (token in _CLOSING) - (token in (")", "]", "}"))
        return False

    def _skip(self, closing: str) -> None:
        nesting = 0
        while self.at < self.count:
            token = self.peek()
            if nesting == 0 and token == closing:
                return
            nesting += (token in _CLOSING) - (token in (")", "]", "}"))
            self.at += 1

    def _close(self, closing: str) -> None:
        if closing:
            self._skip(closing)
            self.take(closing)


def _string(text: str) -> Expr:
    body = text.lstrip("rRbBuUfFtT")
    prefix = text[: len(text) - len(body)].lower()
    quote = 3 if body[:3] in ('"""', "'''") else 1
    inner = body[quote:-quote] if len(body) >= 2 * quote else body[quote:]
    if "f" in prefix:
        return _between(inner.partition("{")[0], inner.rpartition("}")[2])
    if "b" in prefix or "t" in prefix:
        return Expr("lit", "bytes" if "b" in prefix else "str")
    return Expr("str", inner)


def _between(first: str, last: str) -> Expr:
    """A text of which only its ends are known."""
    return Expr("lit", "str", (Expr("str", first), Expr("str", last)))


def _operated(values: list[Expr], words: list[str]) -> Expr:
    """Operands and the operators between them, by their precedence; a run of comparisons is worth nothing."""
    together = _put_together(values[0], values[-1], set(words))
    if together is not OP:
        return together
    values, words = list(values), list(words)
    if not set(words) <= _BINDS.keys() or sum(_BINDS[word] == 0 for word in words) > 1:
        return OP
    for level in sorted({_BINDS[word] for word in words}, reverse=True):
        at = 0
        while at < len(words):
            if _BINDS[words[at]] != level:
                at += 1
                continue
            left, right, word = values[at], values[at + 1], words[at]
            joined = _join(left, right) if word == "|" else Expr("asked", OPERATORS[word], (left, right))
            values[at : at + 2], words[at : at + 1] = [joined], []
    return values[0]


def _put_together(first: Expr, last: Expr, words: set[str]) -> Expr:
    """`"on_" + name`, `"on_%s" % name`."""
    if words == {"%"} and first.kind == "str":
        return _between(first.text.partition("%")[0], first.text.rpartition("%")[2][1:])
    if words == {"+"} and (_is_text(first) or _is_text(last)):
        return _between(ends_of(first)[0], ends_of(last)[1])
    return OP


def _is_text(expr: Expr) -> bool:
    return expr.kind == "str" or (expr.kind == "lit" and expr.text == "str")


def ends_of(expr: Expr) -> tuple[str, str]:
    """What a text begins and ends with, as far as that is written."""
    if expr.kind == "str":
        return expr.text, expr.text
    if expr.kind == "lit" and expr.text == "str" and expr.parts:
        return expr.parts[0].text, expr.parts[1].text
    formatted = expr.parts[0] if expr.kind == "call" else OP
    if formatted.kind == "attr" and formatted.text == "format" and formatted.parts[0].kind == "str":
        text = formatted.parts[0].text
        return text.partition("{")[0], text.rpartition("}")[2]
    return "", ""


def _join(left: Expr, right: Expr) -> Expr:
    parts = tuple(part for side in (left, right) for part in (side.parts if side.kind == "either" else (side,)))
    return OP if all(part.kind == "op" for part in parts) else Expr("either", "", parts)


def dotted(expr: Expr) -> str:
    """`a.b.c` of names alone, else ""."""
    names: list[str] = []
    while expr.kind == "attr":
        names.append(expr.text)
        expr = expr.parts[0]
    return ".".join([expr.text, *reversed(names)]) if expr.kind == "name" else ""


def is_none(expr: Expr) -> bool:
    return expr.kind == "lit" and expr.text == "None"
