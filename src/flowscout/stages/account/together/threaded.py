"""A parameter that a function takes now and hands on to another one that takes it now as well: it is told where it is taken, once, with
where it goes on to: "Now takes `dev`, and hands it on to `push`". The calls are what brings it there, and count in the flow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from re import compile as compiled
from typing import Final

from ....model.account import DECLARATION, FLOW, LISTED, Answer
from ....model.identity import qualified_of
from ....words.series import series

HANDED_ON: Final = "handed on"
_HEADS: Final = frozenset(("signature", "default"))
_TAKES: Final = compiled(r"[Nn]ow takes `([A-Za-z_]\w{0,80})`")
_EACH: Final = compiled(r"(?:^|; )(?:[Nn]ow|[Nn]o longer) takes `")
_WORD: Final = compiled(r""""(?:\\.|[^"\\]){0,80}+"|'(?:\\.|[^'\\]){0,80}+'|\w++|[^\s\w]""")
_OPENING, _CLOSING = ("(", "[", "{"), (")", "]", "}")
SHOWN: Final = 3  # functions that are named
HEAD: Final = 5  # the rank of a parameter that came
Words = tuple[str, ...]
Handed = tuple[str, str]  # to which function, and what


def threaded(told: Sequence[Answer]) -> Iterator[Answer]:
    takes: dict[str, set[str]] = {}
    units: dict[str, set[str]] = {}
    for one in told:
        for name in _TAKES.findall(one.sentence) if one.how == DECLARATION and one.rule in _HEADS else ():
            units.setdefault(one.unit, set()).add(name)
            takes.setdefault(_last(one.unit), set()).add(name)
    on = {one: to for one in told if (to := _on(one, units.get(one.unit, set()), takes))}
    heads = {
        one.unit: _with(one.sentence, [pair for each, to in on.items() if each.unit == one.unit for pair in to])
        for one in told
        if one.how == DECLARATION and one.rule in _HEADS and _TAKES.search(one.sentence)
    }
    for one in told:
        if one in on:
            yield one._replace(how=FLOW, rule=HANDED_ON, sentence=heads[one.unit], core="", rank=HEAD)
        elif one.how == DECLARATION and one.rule in _HEADS and one.unit in heads:
            yield one._replace(sentence=heads[one.unit])
        else:
            yield one


def _on(one: Answer, own: Set[str], takes: Mapping[str, Set[str]]) -> tuple[Handed, ...]:
    """To whom it hands on what it takes now, where an edit does nothing else."""
    alone = one.how in (FLOW, LISTED) and one.before.code and one.after.code and own
    return tuple(_hands_on(one, own, takes)) if alone else ()


def _with(sentence: str, on: Sequence[Handed]) -> str:
    names: dict[str, list[str]] = {}
    for callee, name in dict.fromkeys(on):
        names.setdefault(name, []).append(callee)
    if not names:
        return sentence
    if len(_EACH.findall(sentence)) == 1:
        return f"{sentence.removesuffix('.')}, and hands it on to {_listed(next(iter(names.values())))}."
    whom: dict[str, list[str]] = {}
    for name, callees in names.items():
        whom.setdefault(_listed(callees), []).append(name)
    clauses = [f"hands {_listed(each)} on to {callees}" for callees, each in whom.items()]
    return "; ".join([sentence.removesuffix("."), *clauses]) + "."


def _listed(names: Sequence[str]) -> str:
    shown = [f"`{each}`" for each in names[:SHOWN]] + [f"{len(names) - SHOWN} more"][: len(names) > SHOWN]
    return series(shown)


def _last(unit: str) -> str:
    return qualified_of(unit).partition("(")[0].replace("::", ".").rpartition(".")[2]


def _hands_on(one: Answer, own: Set[str], takes: Mapping[str, Set[str]]) -> list[Handed]:
    was, now = (tuple(_WORD.findall(code)) for code in (one.before.code, one.after.code))
    if was == now or "…" in one.before.code + one.after.code:
        return []
    on: list[Handed] = []
    return on if _without(now, own, takes, on) == _without(was, set(), {}, []) else []


def _without(words: Words, own: Set[str], takes: Mapping[str, Set[str]], on: list[Handed]) -> Words:
    """Calls without what they are given of `own` and take, and without a comma behind the last of what they are given. on: what that was."""
    found: list[str] = []
    calls: list[tuple[str, Set[str]]] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word in _OPENING:
            callee = words[at - 1] if at and word == "(" else ""
            calls.append((callee, takes.get(callee, set()) & own))
        elif word in _CLOSING and calls:
            calls.pop()
            found = found[:-1] if found[-1:] == [","] else found
        length = _given(words, at, calls[-1][1]) if calls else 0
        if length:
            on.append((calls[-1][0], words[at]))
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
