"""A parameter that a function takes now and hands on to another one that takes it now as well: it is told where it is taken, once, and that
it goes on from there says nothing more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from re import compile as compiled
from typing import Final

from ....model.account import DECLARATION, FLOW, LISTED, NEUTRAL, Answer
from ....model.identity import qualified_of

HANDED_ON: Final = "parameters that are only handed on"
_HEADS: Final = frozenset(("signature", "default"))
_TAKES: Final = compiled(r"[Nn]ow takes `([A-Za-z_]\w{0,80})`")
_WORD: Final = compiled(r""""(?:\\.|[^"\\]){0,80}+"|'(?:\\.|[^'\\]){0,80}+'|\w++|[^\s\w]""")
_OPENING, _CLOSING = ("(", "[", "{"), (")", "]", "}")
Words = tuple[str, ...]


def threaded(told: Sequence[Answer]) -> Iterator[Answer]:
    takes: dict[str, set[str]] = {}
    units: dict[str, set[str]] = {}
    for one in told:
        for name in _TAKES.findall(one.sentence) if one.how == DECLARATION and one.rule in _HEADS else ():
            units.setdefault(one.unit, set()).add(name)
            takes.setdefault(_last(one.unit), set()).add(name)
    for one in told:
        own = units.get(one.unit, set())
        on = one.how in (FLOW, LISTED) and one.before.code and one.after.code and own and _hands_on(one, own, takes)
        yield one._replace(how=NEUTRAL, rule=HANDED_ON, sentence="", core="", rank=9) if on else one


def _last(unit: str) -> str:
    return qualified_of(unit).partition("(")[0].replace("::", ".").rpartition(".")[2]


def _hands_on(one: Answer, own: Set[str], takes: Mapping[str, Set[str]]) -> bool:
    was, now = (tuple(_WORD.findall(code)) for code in (one.before.code, one.after.code))
    return (
        was != now
        and "…" not in one.before.code + one.after.code
        and _without(now, own, takes) == _without(was, set(), {})
    )


def _without(words: Words, own: Set[str], takes: Mapping[str, Set[str]]) -> Words:
    """Calls without what they are given of `own` and take, and without a comma behind the last of what they are given."""
    found: list[str] = []
    calls: list[Set[str]] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word in _OPENING:
            calls.append(takes.get(words[at - 1], set()) & own if at and word == "(" else set())
        elif word in _CLOSING and calls:
            calls.pop()
            found = found[:-1] if found[-1:] == [","] else found
        length = _given(words, at, calls[-1]) if calls else 0
        if length:
            at += length + (words[at + length] == "," and found[-1:] in (["("], [","]))
            continue
        found.append(word)
        at += 1
    return tuple(found)


def _given(words: Words, at: int, names: Set[str]) -> int:
    """How many words make an argument that is such a name, alone or by its name; 0 for none."""
    if not names or words[at - 1] not in ("(", ",") or words[at] not in names:
        return 0
    named = words[at + 1 : at + 3] == ("=", words[at])
    end = at + (3 if named else 1)
    return end - at if end < len(words) and words[end] in (",", ")") else 0
