"""What is given back is collected in a loop: what each round adds says what it is, its name does not.

rows = []
for each in found:                    returns a list of `read(each)` for each each in found where each is not empty
    if each: rows.append(read(each))
return rows
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...model.facts import Binding, FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...words.phrases import shortened
from .clauses import DOES, EACH, GIVES, Clause

_RETURNED: Final = regex(r"return `([^\W\d]\w*+)`")
_GROWS: Final = regex(r"(append|add) (`.{1,300}`) to `([^\W\d]\w*+)`")
_SETS: Final = regex(r"set `([^\W\d]\w*+)\[([^\]`]{1,80})\]` to (`[^`]{1,300}`)")
_LIST: Final = frozenset(["[]", "list()"])
_SET: Final = frozenset(["set()"])
_TABLE: Final = frozenset(["{}", "dict()"])
_MENTIONS: Final = 3  # of what only begins empty, grows and is given back
_ROOM: Final = 120


def collected(clauses: Sequence[Clause], facts: FunctionFacts, text: bytes, language: Language) -> list[Clause]:
    """With one clause for what is collected and what is given back."""
    told = list(clauses)
    value = told[-1] if told and told[-1].kind == GIVES else None
    found = _RETURNED.fullmatch(value.phrase) if value is not None and not (value.after or value.may) else None
    begun = [each for each in facts.bindings if found and each.name == found[1]]
    if value is None or found is None or len(begun) != 1 or not _only(begun[0], text):
        return told
    grown = [each for each in told if each.kind == DOES and (deed := _deed(each)) and deed[0] == found[1]]
    phrase = _phrase(grown[0], begun[0].value, language) if len(grown) == 1 else ""
    if not phrase:
        return told
    rest = [each for each in told if each is not grown[0] and each is not value]
    return [*rest, value._replace(phrase=phrase)]


def _only(begun: Binding, text: bytes) -> bool:
    """Nothing else is done with it."""
    name = re.escape(begun.name.encode("utf-8", "replace"))
    return len(re.findall(rb"(?<![\w.])" + name + rb"(?!\w)", text[begun.start :])) == _MENTIONS


def _deed(clause: Clause) -> tuple[str, str, str]:
    """What grows, by what, and the kind of that; nothing for any other clause."""
    if found := _GROWS.fullmatch(clause.phrase):
        return found[3], found[2], found[1]
    if found := _SETS.fullmatch(clause.phrase):
        return found[1], f"{found[3]} by `{found[2]}`", "set"
    return ("", "", "")


def _phrase(grown: Clause, begins: str, language: Language) -> str:
    """In as many words as there is room for, "" where it is known neither what it is nor what of."""
    _, each, verb = _deed(grown)
    kind = next(
        (word for word, begin in (("list", _LIST), ("set", _SET), ("dict", _TABLE)) if begins in begin),
        "list" if not begins and language.spelling.casts else "",
    )
    fits = (verb, kind) in (("append", "list"), ("add", "set"), ("set", "dict"))
    if not fits or not grown.after.startswith(EACH) or grown.other or grown.also:
        return ""
    loop = grown.after.removeprefix(EACH)
    plain = loop.partition(" where ")[0].rstrip(",")
    hangs = grown.may or plain != loop
    told = [f"for {'some' if grown.may else 'each'} {loop}", *([f"for some {plain}"] if hangs else [])]
    brief = shortened(f"append {each} to ``").removeprefix("append ").removesuffix(" to ``")
    ways = (f"return a {kind} of {what} {where}" for what in (each, brief) for where in told)
    return next((way for way in ways if len(way) <= _ROOM), "")
