"""What a name was given right before it is asked: "where `open(path)` is null", not "where fp is null".

fp = open(path); if (!fp) return -1;          return `-1` where open(path) is null
if ((fp = open(path)) == NULL) return -1;     the same
"""

from __future__ import annotations

import re
from typing import Final

from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...words import english
from ...words.phrases import bare
from .asked import closing
from .made import allocates

_SET: Final = regex(r"(?:[\w:<>]{1,60}[\s*&]{1,4}){0,4}([^\W\d]\w*+) ?= ?([^=].{0,300})")
_WITHIN: Final = regex(r"\(\s?([^\W\d]\w*+) ?= ?(?=[^=])")
_CALLEE: Final = regex(r"(?:await )?[\w.:>\-]{1,60}")
_FAILS: Final = regex(r" is (?:not 0|less than 0|-1|not (?:\w{1,30}_)?(?:OK|SUCCESS|Ok|ok))")
_NAMED_FINE: Final = regex(r"(?<![^\W_])(?:OK|SUCCESS)\b")
_CALLS: Final = regex(r"(?<=\w)\s\(")
_MACRO: Final = regex(r"[A-Z_0-9]{2,60}\(")
_WRAPPED: Final = regex(r"(?:[^(),]{1,80}, ?)?((?!sizeof\b)[^\W\d][\w.>:\-]{0,80}\([^()]{0,160}\)) ?\)")
_ROOT: Final = regex(r"[*&(]{0,3}((?:self\.|this->)?[^\W\d]\w*+)((?:\.|->|\[|\)).{1,200})?")
_SHORT: Final = 36  # letters of a call that is told with what it is given


class GivenBy(NamedTuple):
    """name: what is asked. value: the call that gave it, as code."""

    name: str
    value: str


def before(written: str) -> GivenBy | None:
    """Of a statement that gives a name what a call returns."""
    found = _SET.fullmatch(written.rstrip("; "))
    return _given(found[1], found[2]) if found else None


def within(test: str) -> GivenBy | None:
    """Of a condition that sets what it asks, and only that."""
    found = _WITHIN.search(test)
    if not found or _WITHIN.search(test, found.end()):
        return None
    end = closing(test, found.end())
    return _given(found[1], test[found.end() : end].strip()) if end > 0 else None


def plainly(test: str) -> str:
    """Such a condition with the name alone: `(fp = open(path)) == NULL` -> `fp == NULL`."""
    found = _WITHIN.search(test)
    end = closing(test, found.end()) if found else 0
    return f"{test[: found.start()]}{found[1]}{test[end + 1 :]}" if found and end else test


def told(asked: str, given: GivenBy, language: Language, room: int) -> str:
    """A condition in words with the call in the place of the name; "" where it takes too many, or the name stands there twice."""
    parts = re.split(rf"(?<![\w.>\"'`]){re.escape(given.name)}(?![\w(\"'])", asked)
    if len(parts) != 2 or (allocates(given.value) and parts[0].count("(") > parts[0].count(")")):
        return ""  # what somebody is given to fill is no more than a place
    call = english.expression(given.value, language)
    brief = f"{bare(call)}(…)"
    for said in (call, brief) if len(call) <= _SHORT else (brief,):
        if len(whole := said.join(parts)) <= room:
            return whole
    return ""


def failing(asked: str, given: GivenBy, language: Language) -> str:
    """Of a condition that only asks whether a call has failed which call that is; "" for any other."""
    call = english.expression(given.value, language)
    for said in (call, f"{bare(call)}(…)"):
        if asked.startswith(f"{said} is ") and _FAILS.fullmatch(asked, len(said)):
            return said
    return ""


def names_success(test: str) -> bool:
    """It compares with what is named as success: `r != LIB_OK`."""
    return _NAMED_FINE.search(test) is not None


def found(test: str, value: str, facts: FunctionFacts, language: Language) -> bool:
    """What a guard gives back is what it has asked whether it is there, or a part of that: `if (it != end) return it->second;`.
    Nobody had to look for a parameter; what is no address and is asked for itself may be an error."""
    held = _ROOT.fullmatch(value)
    if not held or held[1] in {each.name.lstrip("*&") for each in facts.params}:
        return False
    if language.spelling.casts and value in test and "*" not in facts.result:
        return False
    asked = re.escape(held[1])
    path = "" if held[2] else r"(?:->|[.][^(]|\[)"
    part = re.search(rf"(?<![\w.>]){asked}{path}(?!\w*\()", test)
    return bool(part) or re.fullmatch(rf"{asked}(?: is not None| ?!= ?(?:NULL|nullptr|None))?", test) is not None


def fine(value: str) -> bool:
    """What stands for success."""
    return value in ("0", "(0)") or value.upper().endswith(("OK", "SUCCESS"))


def _given(name: str, value: str) -> GivenBy | None:
    value = _unwrapped(_CALLS.sub("(", value))
    called = bare(value)
    plain = called != value and _CALLEE.fullmatch(called) and re.search(rf"\b{re.escape(name)}\b", value) is None
    return GivenBy(name, value) if plain else None


def _unwrapped(value: str) -> str:
    """Of a macro around a call the call: `DECONST(entry *, find(table, key))`; a macro's own name says nothing. One that gives memory
    only takes the size of it."""
    found = None if allocates(value) else _MACRO.match(value)
    wrapped = _WRAPPED.fullmatch(value, found.end()) if found else None
    return wrapped[1] if wrapped else "" if found else value
