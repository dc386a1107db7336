"""What other files tell of a function, and its sentence follows from: the doc comment of its declaration, which of its calls never
return, and which only print where a flag is set.

    extern noreturn void FATAL(const char *, ...);              proto.h      `leaves:FATAL`
    #define DPRINTF(...) if (dbg) printf(__VA_ARGS__)           proto.h      `quiet:DPRINTF`

It is kept among the function's flags, and only where its own text does not say it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...model.facts import LEAVES, QUIET, Call, FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...ports import Lookup
from ...words.names import lower
from .declared import Declarations
from .definition import Macros, stored_calls
from .described import documented
from .leaving import Leaving

_FAMILY: Final = "cfamily"
_PRINTS: Final = frozenset(
    ["printf", "fprintf", "print", "puts", "fputs", "log", "debug", "trace", "dbg", "fflush", "syslog"]
)
_ASKED: Final = regex(
    r"\A(?:do\s*+\{\s*+)?[\s(]*+(?:void\s*+\)[\s(]*+)?(?:if\s*+\([\s(]*+)?(?:!\s*+(?=\w++\s*+\)\s*+(?:;|\{\s*+\})\s*+else\b))?(?P<flag>[^\W\d]\w*+)(?:(?:->|\.)\w++)*+"
    r"(?:\s*+(?:>=?|&(?!&)|!=)\s*+\(?\s*+\w++\s*+\)?)?\s*+(?:\)|&&)(?P<does>.*)",
    re.DOTALL,
)
_CHANGES: Final = regex(r"\b(?:else|while\s*+\((?!\s*+(?:0|false)\s*+\))|for|switch)\b|\+\+|--|(?<![=!<>])=(?!=)")
_UNLESS: Final = regex(r"\A\s*+(?:;|\{\s*+\})\s*+else\b")
_LITERAL: Final = regex(r"(?<!\\)\"(?:[^\"\\]++|\\.)*+\"")


def told_elsewhere(path: str, facts: FunctionFacts, language: Language, lookup: Lookup) -> FunctionFacts:
    """facts: with all that."""
    facts = documented(path, facts, language, lookup)
    if language.resolver != _FAMILY or facts.kind == "module":
        return facts
    own = {*(each.name.lstrip("*&") for each in facts.params), *(each.name for each in facts.bindings)}
    called = {
        each.name: each
        for each in facts.calls
        if each.kind in ("call", "macro") and each.name and not each.receiver and not each.sep and each.name not in own
    }
    if not called:
        return facts
    macros = Macros(path, lookup)
    leaving = Leaving(language.lexicon, (), Declarations(path, facts.scope, lookup, c_family=True), macros)
    more = [f"{LEAVES}{name}" for name, call in called.items() if leaving.ends(call)]
    more += [f"{QUIET}{name}" for name in called if _quiet(macros(name))]
    return facts._replace(flags=" ".join([*facts.flags.split(), *sorted(more)])) if more else facts


def _quiet(values: Sequence[tuple[str, ...]]) -> bool:
    """Each definition of a macro only prints where a flag is set, or does nothing; not all of them nothing."""
    given = [value for value in values if value[2].strip("() ;") not in ("", "void)0", "void) 0", "0")]
    given = [value for value in given if value[2].replace(" ", "") not in ("do{}while(0)", "((void)0)")]
    return bool(given) and all(value[1] != "-" and _prints_if(value) for value in given)


def _prints_if(value: tuple[str, ...]) -> bool:
    _, params, text, control, _, calls = value
    found = _ASKED.match(text) if not control else None
    if found is None or found["flag"] in [each.strip() for each in params.split(",")]:
        return False
    does = _UNLESS.sub("", found["does"], count=1)
    names = [each.name for each in stored_calls(calls) if not _asks_alone(each)]
    prints = [name for name in names if lower(name)[-1:] and lower(name)[-1] in _PRINTS]
    return bool(prints) and prints == names and not _CHANGES.search(_LITERAL.sub('""', does))


def _asks_alone(call: Call) -> bool:
    """`getpid()`: it is given nothing."""
    return not call.argc
