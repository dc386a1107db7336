"""A parameter of C or C++ that is given by value now, or by its address: what only reads it follows, and its head says so."""

from __future__ import annotations

from collections.abc import Iterator, Set

from ....model.facts import FunctionFacts
from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.targets import target


def given_otherwise(before: FunctionFacts, after: FunctionFacts) -> frozenset[bytes]:
    """Names of parameters whose type gained or lost a star, and is the same else."""
    was, now = ({param.name.lstrip("*&"): param.type for param in facts.params} for facts in (before, after))
    return frozenset(
        name.encode()
        for name in was.keys() & now.keys()
        if was[name].count("*") != now[name].count("*") and _plain(was[name]) == _plain(now[name])
    )


def _plain(type_: str) -> list[str]:
    return [word for word in type_.replace("*", " ").split() if word != "const"]


def reads(both: Trees, change: Change, names: Set[bytes]) -> bool:
    """Whether a statement differs in how it comes to these alone, and sets none of them."""
    if not names or change.kind != CHANGED or both.old[change.a].kind != both.new[change.b].kind:
        return False
    if {*target(both.old[change.a])[:1], *target(both.new[change.b])[:1]} & names:
        return False
    return [*_come_to(both.renamed_words(change.a), names)] == [*_come_to(both.new[change.b].words, names)]


def _come_to(words: tuple[bytes, ...], names: Set[bytes]) -> Iterator[bytes]:
    for at, word in enumerate(words):
        after = words[at - 1] if at else b""
        if word == b"->" and after in names:
            yield b"."
        elif not (word in (b"*", b"&") and words[at + 1 : at + 2] and words[at + 1] in names and _is_sign(words, at)):
            yield word


def _is_sign(words: tuple[bytes, ...], at: int) -> bool:
    """Whether a star or an ampersand stands before one value, not between two."""
    before = words[at - 1] if at else b""
    return not (before[-1:].isalnum() or before[-1:] in (b"_", b")", b"]")) or before in (b"return", b"if", b"case")
