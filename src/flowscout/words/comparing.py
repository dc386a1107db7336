"""One value held against another, in words; and several values that the same thing is held against, in a row.

a == b        a is b        where a language asks for identity too: a equals b
a < b         a is less than b; turned round only where one of the two is a whole number
c == A || c == B            c is A or B
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import Final

from ..model.expression import Assign, Binary, Cast, Expression, Group, Invoke, Literal, Logic, Member, Unary, Word
from ..model.known import LETTER, NUMBER, POINTER, REAL
from ..model.pattern import regex
from .code import Source, cast_to, code, plain
from .kinds import kind_of

COMPARE: Final = {
    "==": "is",
    "!=": "is not",
    "is": "is",
    "is not": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
    "in": "is in",
    "not in": "is not in",
}
OPPOSITE: Final = {
    "==": "!=",
    "!=": "==",
    "is": "is not",
    "is not": "is",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "in": "not in",
    "not in": "in",
}
_EQUAL: Final = {"==": "equals", "!=": "differs from"}  # where `is` means that it is the very same
ORDERED: Final = frozenset(["<", "<=", ">", ">="])
_TOTAL: Final = frozenset([NUMBER, LETTER, POINTER])  # of two of them one is less, or they are equal
_NARROW: Final = regex(r"(?:(?:un)?signed )?(?:char|short)|float|(?:std::)?u?int(?:8|16|32)_t|[us](?:8|16|32)")


def unordered(left: Expression, right: Expression, source: Source) -> bool:
    """Neither less nor at least: no number at all (NaN), sets; one whole number beside what is not known says that both are."""
    kinds = {kind_of(left, source).name, kind_of(right, source).name}
    return REAL in kinds or _TOTAL.isdisjoint(kinds)


def compared(left: Expression, right: Expression, op: str, source: Source) -> str:
    subject = _operand(left, source)
    if isinstance(right, Literal) and right.kind in ("null", "true", "false"):
        value = "null" if right.kind == "null" else right.value.lower()
        value = value if source.language.spelling.casts else right.value  # `x is True` says more than that x is true
    else:
        value = _operand(right, source)
    return f"{subject} {_verb(op, right, source)} {value}"


def _verb(op: str, right: Expression, source: Source) -> str:
    """Nobody asks whether something is the very same number or text."""
    plainly = source.language.spelling.casts or (
        constant(right) and not (isinstance(right, Literal) and right.kind in ("null", "true", "false"))
    )
    return COMPARE[op] if plainly else _EQUAL.get(op, COMPARE[op])


def compares(node: Expression) -> Expression:
    """What is compared; a cast that takes a part of it alone decides how it comes out."""
    bare = _bare(node)
    inner = plain(bare)
    if not isinstance(bare, Cast) or isinstance(inner, Literal):
        return inner
    signed = (
        bare.type.strip() == "int"
        and isinstance(inner, Invoke)
        and isinstance(inner.callee, Word)
        and inner.callee.text == "sizeof"
    )
    return bare if signed or _NARROW.fullmatch(bare.type.strip()) else inner


def both(left: Expression, right: Expression) -> tuple[Expression, Expression]:
    """What is compared. Where both sides are made one number's type, it is as such that they are compared."""
    one, other = _bare(left), _bare(right)
    if (
        isinstance(one, Cast)
        and isinstance(other, Cast)
        and one.type == other.type
        and not one.type.endswith(("*", "&"))
    ):
        return one, other
    return compares(left), compares(right)


def _bare(node: Expression) -> Expression:
    while isinstance(node, Group) and node.open == "(" and len(node.items) == 1:
        node = node.items[0]
    return node


def _operand(node: Expression, source: Source) -> str:
    if isinstance(node, Cast) and node.how != "dynamic_cast":
        return cast_to(node, source)
    text = code(node, source)
    return (
        f"({text})" if isinstance(node, Assign | Logic) or (isinstance(node, Binary) and node.op in COMPARE) else text
    )


def constant(node: Expression) -> bool:
    if isinstance(node, Unary) and node.op == "-":
        return isinstance(node.operand, Literal)
    return isinstance(node, Literal)


def subjects(node: Logic, source: Source) -> list[str]:
    """Of each operand what it holds against a value, "" where it does something else."""
    found = []
    inners = [plain(operand) for operand in node.operands]
    same = [
        each for each in inners if isinstance(each, Binary) and each.op in ("is", "is not") and not constant(each.right)
    ]
    alone = any(isinstance(each, Binary) and each.op in _EQUAL for each in inners) and same
    for inner in inners:
        asks = isinstance(inner, Binary) and inner.op in ("==", "!=", "is", "is not") and not (alone and inner in same)
        left = plain(inner.left) if isinstance(inner, Binary) and asks else None
        found.append(code(left, source) if isinstance(left, Word | Member) else "")
    return found


def row(subjects: list[str], texts: list[str], op: str) -> str:
    """`c == A || c == B || c == D` → "c is A, B or D"; `c != A && c != B` → "c is neither A nor B"."""
    told: list[str] = []
    for subject, run in groupby(zip(subjects, texts, strict=True), key=itemgetter(0)):
        row = [text for _, text in run]
        verb = _shared_verb(subject, row, op)
        start = f"{subject} {verb} "
        values = [text.removeprefix(start) for text in row]
        if (
            not subject
            or len(row) < 2
            or any(value == text or value.startswith("not ") for text, value in zip(row, values, strict=True))
        ):
            told += row
        else:
            said = _one_of(start, values, op)
            told.append(said if len(row) == len(texts) else f"({said})")
    return f" {op} ".join(told)


def _shared_verb(subject: str, row: list[str], op: str) -> str:
    verbs = ("equals", "is") if op == "or" else ("differs from", "is not")
    return verbs[not all(text.startswith(f"{subject} {verbs[0]} ") for text in row)]


def _one_of(start: str, values: list[str], op: str) -> str:
    """start: `c is `, `c differs from `, with what each value stands behind."""
    if op == "or":
        return f"{start}{', '.join(values[:-1])} or {values[-1]}"
    if start.endswith(" differs from "):
        return f"{start}{', '.join(values[:-1])} and {values[-1]}"
    subject = start.removesuffix(" not ")
    return (
        f"{subject} neither {values[0]} nor {values[1]}"
        if len(values) == 2
        else f"{subject} none of {', '.join(values)}"
    )
