"""C and C++: of a function that is new, that was taken out of another, or put in place in it, whether other files can call it: a header
declares it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.account import DECLARATION, NEW, Answer
from ....model.identity import path_of, qualified_of
from ....model.pattern import regex

_NAME: Final = regex(r"([A-Za-z_]\w{0,200}+)\s{0,4}\(")
DECLARED_IN: Final = " Is declared in "
_PARTS: Final = {"extracted": "is new in", "inlined": "is gone from"}


def declared_for_others(told: Sequence[Answer]) -> Iterator[Answer]:
    declared = {
        (found[1], bool(one.after.code)): one.place.path
        for one in told
        if one.how == DECLARATION and one.rule == "declaration" and bool(one.before.code) != bool(one.after.code)
        for found in [_NAME.search(one.after.code or one.before.code)]
        if found
    }
    for one in told:
        path = declared.get((_name(one.unit), one.rule == "extracted"), "") if one.rule in _PARTS else ""
        if path and path != path_of(one.unit) and one.sentence:
            yield one._replace(
                sentence=f"{one.sentence.removesuffix('.')}; its declaration {_PARTS[one.rule]} `{path}`."
            )
        elif (path := _announced(one, declared)) and one.sentence:
            yield one._replace(sentence=f"{one.sentence}{DECLARED_IN}`{path}`.")
        else:
            yield one


def _announced(one: Answer, declared: Mapping[tuple[str, bool], str]) -> str:
    """The header in which a function that is new is declared for others; not of a method, which stands in its class."""
    if one.rule != NEW or "::" in qualified_of(one.unit).partition("(")[0]:
        return ""
    path = declared.get((_name(one.unit), True), "")
    return path if path != path_of(one.unit) else ""


def _name(unit: str) -> str:
    return qualified_of(unit).partition("(")[0].replace("::", ".").rpartition(".")[2]
