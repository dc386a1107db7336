"""Ways out in words: returns and raises."""

from __future__ import annotations

from typing import Final

from ..model.expression import (
    Expression,
    Group,
    Invoke,
    Opaque,
)
from ..model.language import Language
from ..model.pattern import regex
from .code import Source, code, parse, plain, raw
from .values import is_status, said, status, told, told_part

_KEYWORD: Final = regex(r"(?:return|co_return|raise|throw|co_yield|yield|await|co_await|del|delete|assert|goto|with|async with|async)\b\s*")
_FROM: Final = regex(r"(?<!\s)\s++from\s++[\w.()]++$")


def without_keyword(text: str) -> str:
    return _KEYWORD.sub("", text, count=1) if _KEYWORD.match(text) else text


def returned(text: str, language: Language) -> str:
    inner = without_keyword(text)
    if not inner:
        return "Return"
    node, source = parse(inner, language)
    bare = plain(node)
    if isinstance(bare, Invoke) and is_status(bare, source):
        return f"Return {status(bare, source)}"
    return f"Return {raw(inner) if isinstance(node, Opaque) and not node.kind else said(node, source)}"


def thrown(word: str, node: Expression, source: Source) -> str:
    bare = plain(node)
    if not isinstance(bare, Invoke):
        return f"{word} {code(bare, source)}"
    name = code(bare.callee, source)
    if bare.create:
        name = f"new {name}"
    message = told(bare, source)
    return f"{word} {name}: {message}" if message else f"{word} {name}"


def raised(text: str, language: Language) -> str:
    word = "Throw" if text.startswith("throw") else "Raise"
    if language.spelling.conditional != "if-else":
        word = "Throw"
    inner = _FROM.sub("", without_keyword(text)) if word == "Raise" else without_keyword(text)
    if not inner:
        return f"Re-{word.lower()}"
    node, source = parse(inner, language)
    return f"{word} {raw(inner)}" if isinstance(node, Opaque) else thrown(word, node, source)


def refuted(text: str, language: Language) -> str:
    """What an assertion does when it fails."""
    if language.spelling.conditional != "if-else":
        return "Abort: the assertion fails"
    node, source = parse(without_keyword(text), language)
    message = told_part(plain(node.items[1]), source) if isinstance(node, Group) and node.open == "" and len(node.items) > 1 else ""
    return f"Raise AssertionError: {message}" if message else "Raise AssertionError"
