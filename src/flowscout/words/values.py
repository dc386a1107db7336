"""Values in words: as they read after "to" and "return", and results that say how it went."""

from __future__ import annotations

from ..model.expression import (
    Binary,
    Choice,
    Expression,
    Invoke,
    Literal,
    Logic,
    Opaque,
    Unary,
)
from . import names
from .code import Source, argument, code, dotted, plain
from .questions import ask
from .strings import message


def said(node: Expression, source: Source) -> str:
    """A value as it reads after "to", "return": logic and choices in words."""
    bare = plain(node)
    if isinstance(bare, Choice):
        return f"{said(bare.yes, source)} if {ask(bare.test, source).text}, else {said(bare.no, source)}"
    if _is_question(bare):
        asked = ask(bare, source).text
        return asked if asked.startswith("not ") else f"whether {asked}"
    if isinstance(bare, Unary) and bare.op in ("await", "co_await"):
        return code(bare.operand, source)
    if isinstance(bare, Invoke) and source.language.spelling.casts and is_status(bare, source):
        return status(bare, source)
    return argument(bare, source) if not isinstance(bare, Unary) else code(bare, source)


def _is_question(node: Expression) -> bool:
    if isinstance(node, Binary):
        return node.op in ("==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in")
    if isinstance(node, Logic):
        return all(_is_question(plain(operand)) for operand in node.operands)
    return isinstance(node, Unary) and node.op == "not"


def is_status(node: Invoke, source: Source) -> bool:
    """`Status::InvalidArgument("no p")`: a result that says how it went."""
    path = names.bare(dotted(node.callee, source))
    lexicon = source.language.lexicon
    if not path:
        return False
    scoped = names.lower(path.replace("::", ".").split(".")[-2])[-1:] if "::" in path else ()
    return scoped == ("status",) or names.matches(path, lexicon.errors) or names.matches(path, lexicon.fine)


def status(node: Invoke, source: Source) -> str:
    name = names.last(dotted(node.callee, source))
    return f"{name}: {told(node, source)}" if node.args else name


def told(node: Invoke, source: Source) -> str:
    """The arguments, a message without its quotes."""
    return ", ".join([text for text in [told_part(plain(arg), source) for arg in node.args] if text])


def told_part(arg: Expression, source: Source) -> str:
    if isinstance(arg, Literal) and arg.kind == "string":
        return message(arg.value)
    if isinstance(arg, Binary) and arg.op == "%" and isinstance(plain(arg.left), Literal):
        return told_part(plain(arg.left), source)
    if isinstance(arg, Opaque) and source.text[arg.start:arg.end] == "...":
        return ""
    return argument(arg, source)
