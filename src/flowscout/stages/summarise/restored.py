"""What a generator sets before it yields and undoes behind that: so for the block, and told once.

old = logger.level
logger.level = to
try:
    yield logger                        sets `logger.level` to `to` for the block and puts the old value back, yields `logger`
finally:
    logger.level = old
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...model.facts import FunctionFacts
from ...model.pattern import regex
from .clauses import DOES, Clause, plain

_SETS: Final = regex(r"set (`[^`]{1,100}`) to `([^`]{1,200})`")
_DELETES: Final = regex(r"delete (`[^`]{1,100}`)")
_EITHER: Final = regex(r" or (?=(?:set|delete) `)")
_FIELD: Final = regex(r"(.{1,80})\.(\w{1,60})")
_PART: Final = regex(r"(.{1,80})\[(.{1,80})\]")
_SET_BY: Final = regex(r"call `setattr\(([\w.]{1,60}), ([\w.\"']{1,60}), ([^`]{1,100})\)`")
_GETS: Final = "call `getattr("


def restored(clauses: Sequence[Clause], facts: FunctionFacts, at: int, during: str) -> list[Clause]:
    """at: of its only yield. during: in words, while it stands there."""
    told = list(clauses)
    for each in clauses:
        target, value = _given(each)
        if not target or each.at > at or not plain(each):
            continue
        behind = [other for other in clauses if other.kind == DOES and other.at > at and _undoes(other, target)]
        ends = [end for other in behind for end in _ends(other)]
        if not behind or sum(_given(other)[0] == target for other in clauses) > 1 + len(behind):
            continue
        last = [end for end in ends if end]
        back = any(_was(end, target.strip("`"), facts) for end in last)
        if not back and (len(last) != 1 or len(ends) != 1):
            continue
        word = " and puts the old value back" if back else f", then to `{last[0]}`"
        name = target if _SETS.match(each.phrase) else f"{target} of {_owner(each)}"
        whole = each._replace(phrase=f"set {name} to `{value}` {during}{word}")
        gone = {*behind, *(other for other in told if back and other.phrase.startswith(_GETS) and other.asks)}
        told = [whole if other == each else other for other in told if other not in gone]
    return told


def _given(clause: Clause) -> tuple[str, str]:
    if found := _SETS.fullmatch(clause.phrase):
        return found[1], found[2]
    by = _SET_BY.fullmatch(clause.phrase)
    return (f"`{by[2].strip(chr(34))}`", by[3]) if by else ("", "")


def _owner(clause: Clause) -> str:
    found = _SET_BY.fullmatch(clause.phrase)
    return f"`{found[1]}`" if found else ""


def _parts(clause: Clause) -> list[str]:
    return [part for phrase in (clause.phrase, clause.other, clause.also) if phrase for part in _EITHER.split(phrase)]


def _undoes(clause: Clause, target: str) -> bool:
    """It sets that, or deletes it, whatever holds, and does nothing else."""
    if clause.may or (clause.after and not clause.other):
        return False
    parts = [_SETS.fullmatch(part) or _DELETES.fullmatch(part) for part in _parts(clause)]
    by = _SET_BY.fullmatch(clause.phrase) if not (clause.other or clause.also) else None
    return all(part is not None and part[1] == target for part in parts) or (
        by is not None and _given(clause)[0] == target
    )


def _ends(clause: Clause) -> list[str]:
    """What it is set to in the end, "" where it is deleted."""
    if by := _SET_BY.fullmatch(clause.phrase):
        return [by[3]]
    return [found[2] if (found := _SETS.fullmatch(part)) else "" for part in _parts(clause)]


def _was(value: str, target: str, facts: FunctionFacts) -> bool:
    """It is what the target held before: a local that was given that, or the same as code."""
    field, part = _FIELD.fullmatch(target), _PART.fullmatch(target)
    kept = [value, *(each.value for each in facts.bindings if each.name == value)]
    for text in (" ".join(each.split()) for each in kept):
        if text == target:
            return True
        if field:
            same = re.fullmatch(rf"getattr\({re.escape(field[1])}, [\"']{re.escape(field[2])}[\"'].{{0,60}}\)", text)
        elif part:
            same = re.fullmatch(rf"{re.escape(part[1])}\.get\({re.escape(part[2])}(?:, .{{0,60}})?\)", text)
        else:
            same = re.fullmatch(rf"getattr\([\w.]{{1,60}}, [\"']?{re.escape(target)}[\"']?(?:, .{{0,60}})?\)", text)
        if same:
            return True
    return False
