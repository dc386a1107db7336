"""Ways out in words: returns and raises."""

from __future__ import annotations

from typing import Final

from ..model.expression import (
    Expression,
    Group,
    Invoke,
    Literal,
    Logic,
    OpaqueExpression,
)
from ..model.language import Language
from ..model.pattern import regex
from . import names
from .code import Source, argument, code, parse, plain, raw
from .questions import ask
from .values import is_status, messages, said, status, told_part

_KEYWORD: Final = regex(
    r"(?:return|co_return|raise|throw|co_yield|yield|await|co_await|del|delete|assert|goto|with|async with|async)\b\s*"
)
_FROM: Final = regex(r"(?<!\s)\s++from\s++[\w.()]++$")


def without_keyword(text: str) -> str:
    return _KEYWORD.sub("", text, count=1) if _KEYWORD.match(text) else text


def returned(text: str, language: Language) -> str:
    inner = without_keyword(text)
    if not inner:
        return "Return"
    node, source = parse(inner, language)
    bare = plain(node)
    if (
        isinstance(bare, Invoke)
        and is_status(bare, source)
        and (source.language.spelling.casts or messages(bare, source))
    ):
        return f"Return {status(bare, source)}"
    return f"Return {raw(inner) if isinstance(node, OpaqueExpression) and not node.kind else said(node, source)}"


def thrown(word: str, node: Expression, source: Source) -> str:
    bare = plain(node)
    if not isinstance(bare, Invoke):
        return f"{word} {code(bare, source)}"
    name = code(bare.callee, source)
    if bare.create:
        name = f"new {name}"
    if (
        not bare.create and source.language.spelling.conditional == "if-else" and names.last(name)[:1].islower()
    ):  # a function that makes it
        return f"{word} {code(bare, source)}"
    message = messages(bare, source)
    if not message and any(told_part(plain(arg), source) for arg in bare.args):
        return f"{word} {name}({', '.join([argument(arg, source) for arg in bare.args])})"
    return f"{word} {name}: {message}" if message else f"{word} {name}"


def raised(text: str, language: Language) -> str:
    word = "Throw" if text.startswith("throw") else "Raise"
    if language.spelling.conditional != "if-else":
        word = "Throw"
    inner = _FROM.sub("", without_keyword(text)) if word == "Raise" else without_keyword(text)
    if not inner:
        return f"Re-{word.lower()}"
    node, source = parse(inner, language)
    return f"{word} {raw(inner)}" if isinstance(node, OpaqueExpression) else thrown(word, node, source)


def _failing(node: Expression, source: Source) -> str:
    """What holds then, or the message: `assert(p)` "p is not set", `assert(p && "no p")` "no p"."""
    bare = plain(node.args[0]) if isinstance(node, Invoke) and node.args else plain(node)
    messages = (
        [each.value for each in map(plain, bare.operands) if isinstance(each, Literal) and each.kind == "string"]
        if isinstance(bare, Logic)
        else []
    )
    return messages[0] if messages else "" if isinstance(bare, OpaqueExpression) else ask(bare, source, yes=False).text


def refuted(text: str, language: Language) -> str:
    """What an assertion does when it fails."""
    node, source = parse(without_keyword(text), language)
    if language.spelling.conditional != "if-else":
        why = _failing(node, source) or raw(text)
        return "Abort" if why == "true" else f"Abort: {why}"
    message = (
        told_part(plain(node.items[1]), source)
        if isinstance(node, Group) and node.open == "" and len(node.items) > 1
        else ""
    )
    return f"Raise AssertionError: {message}" if message else "Raise AssertionError"
