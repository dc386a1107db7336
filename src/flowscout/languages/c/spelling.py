"""How C writes expressions."""

from __future__ import annotations

from typing import Final

from ...model.language import Spelling

SPELLING: Final = Spelling(
    and_=("&&",),
    or_=("||",),
    not_=("!",),
    nulls=frozenset({"NULL", "nullptr"}),
    trues=frozenset({"true", "TRUE"}),
    falses=frozenset({"false", "FALSE"}),
    self_names=frozenset(),
    separators=(".", "->"),
    operators={
        "|": 3,
        "^": 4,
        "&": 5,
        "==": 6,
        "!=": 6,
        "<": 7,
        "<=": 7,
        ">": 7,
        ">=": 7,
        "<<": 9,
        ">>": 9,
        "+": 10,
        "-": 10,
        "*": 11,
        "/": 11,
        "%": 11,
    },
    prefixes=frozenset({"-", "+", "~", "*", "&", "&&", "++", "--", "sizeof", "alignof", "_Alignof", "typeof"}),
    conditional="?:",
    string=r'(?:u8|[uUL])?(?<!\\)"(?:[^"\\\n]++|\\(?:.|\n))*+"',
    comment=r"//[^\n]*|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)",
    casts=True,
)
