"""What fails is handled otherwise."""

from __future__ import annotations

from random import Random

from tree_sitter import Node

from ..syntax import (
    BLOCKS,
    Change,
    Changes,
    column,
    field,
    in_function,
    instead,
    named,
    python,
    shifted,
    statements,
    text,
)
from .operator import Operator

SAID = r"[Hh]andle|catch|swallow|`try`|[Nn]o longer raises|[Nn]o longer throws"


def _caught(node: Node) -> Node | None:
    kinds = [each for each in named(node) if each.type in ("identifier", "attribute", "tuple", "as_pattern")]
    return (named(kinds[0])[0] if kinds[0].type == "as_pattern" else kinds[0]) if kinds else None


def widen(node: Node, chance: Random) -> Changes:
    """`except A` becomes `except Exception`, `catch (T)` becomes `catch (...)`."""
    if node.type == "catch_clause":
        given = field(node, "parameters")
        return instead(given, "(...)") if given is not None and text(given) != "(...)" else ()
    kind = _caught(node)
    return instead(kind, "Exception") if kind is not None and text(kind) not in ("Exception", "BaseException") else ()


def narrow(node: Node, chance: Random) -> Changes:
    """`except (A, B)` becomes `except A`, `except Exception` becomes `except KeyError`."""
    kind = _caught(node)
    if kind is None:
        return ()
    if kind.type == "tuple" and len(named(kind)) > 1:
        return instead(kind, text(named(kind)[0]))
    return instead(kind, "KeyError") if text(kind) == "Exception" else ()


def swallow(node: Node, chance: Random) -> Changes:
    """A handler that raises does nothing."""
    body = next((each for each in named(node) if each.type in BLOCKS), None)
    raises = [each for each in statements(body) if each.type in ("raise_statement", "throw_statement")]
    if body is None or not raises:
        return ()
    return instead(body, "pass") if python(node) else instead(body, "{ }")


def protect(node: Node, chance: Random) -> Changes:
    """A call is wrapped in `try … except: pass`."""
    inner = named(node)
    if (
        not in_function(node)
        or node.parent is None
        or node.parent.type not in BLOCKS
        or not inner
        or inner[0].type not in ("call", "call_expression")
        or '"""' in text(node)
    ):
        return ()
    blank = column(node)
    if python(node):
        return instead(node, f"try:\n{blank}    {shifted(node, '    ')}\n{blank}except Exception:\n{blank}    pass")
    return (
        Change(node.start_byte, node.start_byte, "try { "),
        Change(node.end_byte, node.end_byte, " } catch (...) { }"),
    )


OPERATORS = (
    Operator("widen a handler", "except_clause catch_clause", widen, SAID, languages="cpp python"),
    Operator("narrow a handler", "except_clause", narrow, SAID, languages="python"),
    Operator("swallow an exception", "except_clause catch_clause", swallow, SAID, languages="cpp python"),
    Operator("protect a call", "expression_statement", protect, SAID, languages="cpp python"),
)
