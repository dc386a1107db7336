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

_FUNCTIONS: Final = (  # the language's own
    "abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir "
    "divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int isinstance "
    "issubclass iter len list locals map max memoryview min next object oct open ord pow print property quit range repr reversed "
    "round set setattr slice sorted staticmethod str sum super tuple type vars zip"
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
    global_names=frozenset(_FUNCTIONS.split()),
)
