"""Casts that take the fraction off what was reckoned with one: `(int)(y + .5)` is another value than `y + .5`."""

from __future__ import annotations

from typing import Final

from ..model.expression import Binary, Cast, Choice, Expression, Group, Literal, Unary
from ..model.pattern import regex

_POINTED: Final = regex(r"(?!0[xX])[\d']*+(?:\.|[eE][-+\d])")
_REAL: Final = frozenset(["float", "double", "real"])
_RECKONS: Final = frozenset(["+", "-", "*", "/"])


def rounds(node: Cast) -> bool:
    kind = node.type.strip()
    whole = not kind.endswith(("*", "&")) and not any(
        word.removesuffix("_t") in _REAL for word in kind.replace("::", " ").lower().split()
    )
    return whole and kind not in ("void", "const void") and _fraction(node.operand, within=False)


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
