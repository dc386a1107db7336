"""What is given back of a call's result, with that call.

status, body = fetch(url)   return body         return `body` of `fetch(url)`
reply = fetch(url)          return reply.body   return `reply.body` of `fetch(url)`
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...model.syntax import Body, Loop, Return, Simple, Stmt, walk
from ...words import english
from ...words.folding import blanked
from ...words.phrases import ticked

_SET: Final = regex(r"[\[(]?[\w* ]{1,60}((?:, ?[\w* ]{1,60}){0,6})[\])]? ?= ?(?!=)([\w.:>-]{1,80}\(.{0,200}\))")
_PART: Final = regex(r"([^\W\d]\w{0,60}+)(?:(?:\.|->)\w{1,60}+){1,4}+")
_LONGEST: Final = 60  # letters of the call


def unpacked(facts: FunctionFacts, body: Body, language: Language, text: Callable[[Stmt], str]) -> Mapping[str, str]:
    """By the name that is given back. None of a loop, where it is of the last round, nor one that is set again."""
    values = {text(stmt).removeprefix("return").strip("; ()") for stmt in walk(body) if isinstance(stmt, Return)}
    given = {each: found[1] if (found := _PART.fullmatch(each)) else each for each in values}
    bound: dict[str, list[int]] = {}
    for each in facts.bindings:
        bound.setdefault(each.name, []).append(each.start)
    loops = [(stmt.start, stmt.end) for stmt in walk(body) if isinstance(stmt, Loop)]
    told: dict[str, str] = {}
    for stmt in walk(body) if given else ():
        if not isinstance(stmt, Simple) or any(start <= stmt.start < end for start, end in loops):
            continue
        here = [
            value
            for value, name in given.items()
            if len(at := bound.get(name, [])) == 1 and stmt.start <= at[0] < stmt.end
        ]
        made = _SET.fullmatch(text(stmt).rstrip("; ")) if here else None
        if not made or blanked(made[2]).find(")") != len(made[2]) - 1:
            continue
        call = ticked(english.expression(made[2], language))
        for value in here:
            if (made[1] or value not in bound) and len(call) <= _LONGEST:
                told[value] = f"{ticked(english.expression(value, language))} of {call}"
    return told
