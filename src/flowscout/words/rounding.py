"""Casts that make another value of what they are given: `(int)(y + .5)` takes the fraction off, and `(int8_t)get_u8(p)` makes a
number below zero of one above 127."""

from __future__ import annotations

from typing import Final

from ..model.expression import Binary, Cast, Choice, Expression, Group, Invoke, Literal, Subscript, Unary, Word
from ..model.pattern import regex

_POINTED: Final = regex(r"(?!0[xX])[\d']*+(?:\.|[eE][-+\d])")
_REAL: Final = frozenset(["float", "double", "real"])
_RECKONS: Final = frozenset(["+", "-", "*", "/"])
_WHOLE: Final = frozenset(["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"])
_NARROW: Final = regex(
    r"(?:std::)?u?int(?:8|16)_t|uint32_t|[us](?:8|16)|u32|(?:(?:un)?signed )?(?:char|short)(?: int)?|unsigned(?: int)?"
)  # fewer bits than an `int` has, or no sign

_LETTER: Final = regex(r"(?:(?:un)?signed )?char|(?:std::)?u?int8_t|[us]8")
_WHOLE_KIND: Final = regex(
    r"\A(?:(?:signed )?int|(?:std::)?int32_t|s32)\Z"
)  # what a call gives may have a fraction, or more bits


def rounds(node: Cast) -> bool:
    kind = node.type.strip()
    if _NARROW.fullmatch(kind):
        return _reckoned(node.operand) or of_a_letter(node)
    if _WHOLE_KIND.fullmatch(kind) and _called(node.operand, counted=False):
        return True
    whole = not kind.endswith(("*", "&")) and not any(
        word.removesuffix("_t") in _REAL for word in kind.replace("::", " ").lower().split()
    )
    return whole and kind not in ("void", "const void") and _fraction(node.operand, within=False)


def of_a_letter(node: Cast) -> bool:
    """`(unsigned char)name[0]`: a letter read as a number, which has a sign or none."""
    read = node.operand
    while isinstance(read, Group) and read.open == "(" and len(read.items) == 1:
        read = read.items[0]
    pointed = isinstance(read, Unary) and read.op == "*" and not read.postfix
    return (isinstance(read, Subscript) or pointed) and _LETTER.fullmatch(node.type.strip()) is not None


def _reckoned(node: Expression) -> bool:
    """A call, or what was reckoned: what is only read is cast for the taste of who takes it (`isspace((unsigned char)*p)`)."""
    if isinstance(node, Group):
        return node.open == "(" and len(node.items) == 1 and _reckoned(node.items[0])
    return _called(node) or (isinstance(node, Binary) and node.op in _WHOLE)


def _called(node: Expression, counted: bool = True) -> bool:
    """A call whose result is taken. counted: also one that asks how much there is (`sizeof(x)`, `v.size()`)."""
    if isinstance(node, Group):
        return node.open == "(" and len(node.items) == 1 and _called(node.items[0], counted)
    if not isinstance(node, Invoke) or node.create or node.hands_on >= 0:
        return False
    return counted or (node.callee.text != "sizeof" if isinstance(node.callee, Word) else bool(node.args))


def _fraction(node: Expression, within: bool) -> bool:
    """Whether it was reckoned with a fraction that is written there. within: it is part of a formula."""
    if isinstance(node, Group):
        return node.open == "(" and len(node.items) == 1 and _fraction(node.items[0], within)
    if isinstance(node, Unary):
        return node.op in ("-", "+") and not node.postfix and _fraction(node.operand, within)
    if isinstance(node, Choice):
        return _fraction(node.yes, within) or _fraction(node.no, within)
    if isinstance(node, Binary):
        return node.op in _RECKONS and (_fraction(node.left, True) or _fraction(node.right, True))
    return within and isinstance(node, Literal) and node.kind == "number" and _POINTED.match(node.value) is not None
