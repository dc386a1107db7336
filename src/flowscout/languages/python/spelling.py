"""How Python writes expressions."""

from __future__ import annotations

from typing import Final

from ...model.language import Spelling

_STRING: Final = "".join(
    (
        r"(?:[rRbBuUfFtT]{0,2})(?<!\\)",
        r'(?:"""(?:[^\\]|\\.)*?"""',
        r"|'''(?:[^\\]|\\.)*?'''",
        r'|"(?:[^"\\\n]++|\\.)*+"',
        r"|'(?:[^'\\\n]++|\\.)*+')",
    )
)

SPELLING: Final = Spelling(
    and_=("and",),
    or_=("or",),
    not_=("not",),
    nulls=frozenset({"None"}),
    trues=frozenset({"True"}),
    falses=frozenset({"False"}),
    self_names=frozenset({"self", "cls"}),
    separators=(".",),
    operators={
        "in": 4,
        "not in": 4,
        "is": 4,
        "is not": 4,
        "<": 4,
        "<=": 4,
        ">": 4,
        ">=": 4,
        "==": 4,
        "!=": 4,
        "|": 5,
        "^": 6,
        "&": 7,
        "<<": 8,
        ">>": 8,
        "+": 9,
        "-": 9,
        "*": 10,
        "/": 10,
        "//": 10,
        "%": 10,
        "@": 10,
        "**": 12,
    },
    prefixes=frozenset({"-", "+", "~", "*", "**", "await"}),
    conditional="if-else",
    string=_STRING,
    comment=r"#[^\n]*",
)
