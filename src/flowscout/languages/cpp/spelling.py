"""How C++ writes expressions."""

from __future__ import annotations

from typing import Final

from ...model.language import Spelling

SPELLING: Final = Spelling(
    and_=("&&", "and"),
    or_=("||", "or"),
    not_=("!", "not"),
    nulls=frozenset({"nullptr", "NULL"}),
    trues=frozenset({"true", "TRUE"}),
    falses=frozenset({"false", "FALSE"}),
    self_names=frozenset({"this"}),
    separators=(".", "->", "::"),
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
        "<=>": 8,
        "<<": 9,
        ">>": 9,
        "+": 10,
        "-": 10,
        "*": 11,
        "/": 11,
        "%": 11,
        ".*": 13,
        "->*": 13,
    },
    prefixes=frozenset(
        {"-", "+", "~", "*", "&", "&&", "++", "--", "sizeof", "alignof", "typeid", "noexcept", "co_await", "throw"}
    ),
    conditional="?:",
    string=r'(?:u8|[uUL])?R"(?P<fence>[^()\\\s]{0,16})\((?:[^)]++|\)(?!(?P=fence)"))*+(?:\)(?P=fence)"|\Z)'
    r'|(?:u8|[uUL])?(?<!\\)"(?:[^"\\\n]++|\\(?:.|\n))*+"(?:_?\w+)?',
    comment=r"//[^\n]*|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)",
    casts=True,
)
