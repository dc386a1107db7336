"""Whether an expression does something besides giving a value, as far as names tell."""

from __future__ import annotations

from ..model.expression import (
    Assign,
    Binary,
    Cast,
    Choice,
    Expression,
    Group,
    Invoke,
    Logic,
    Member,
    Named,
    Subscript,
    Unary,
)
from . import names
from .code import Source, plain
from .commands import callee_of, is_verb
from .verbs import PURE


def acting(node: Expression, source: Source) -> bool:
    waiting = [node]
    while waiting:
        here = plain(waiting.pop())
        if isinstance(here, Invoke) and _acts(here, source):
            return True
        waiting += parts(here)
    return False


def _acts(node: Invoke, source: Source) -> bool:
    first, *_ = names.lower(callee_of(node.callee, source).name) or ("",)
    return is_verb(first) and first not in PURE and first not in source.language.lexicon.predicates


def parts(node: Expression) -> tuple[Expression, ...]:
    """The expressions directly inside one."""
    match node:
        case Invoke():
            return (node.callee, *node.placed, *node.args)
        case Member():
            return (node.of,)
        case Subscript():
            return (node.of, *node.keys)
        case Unary() | Cast():
            return (node.operand,)
        case Binary():
            return node.left, node.right
        case Logic():
            return node.operands
        case Choice():
            return node.test, node.yes, node.no
        case Assign():
            return (*node.targets, node.value)
        case Group():
            return node.items
        case Named():
            return (node.value,)
    return ()
