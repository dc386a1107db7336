"""Whether an author's sentence can be true of the code under it: what it says is given back is not always given back.

def unique(rows):                               a generator gives no list, it yields one after another
    \"\"\"Returns a list of unique rows.\"\"\"
    for row in rows: yield row

/** Returns the number of rows. */              nothing is given back
void count(struct table *t);

def timeout():                                  nothing is set: the words are another function's
    \"\"\"Sets the default timeout.\"\"\"
    return defaults.timeout
"""

from __future__ import annotations

from re import IGNORECASE
from typing import Final

from ...model.codec import Refused, decode_body
from ...model.facts import FunctionFacts
from ...model.pattern import regex
from ...model.syntax import If, Raise, Return, Simple, walk
from .opposites import says_opposite

_WHOLE: Final = regex(
    r"Returns? (?:(?:a|an|the|all|new|sorted|flat|unique) ){0,3}(?:lists?|tuples?|dict\w{0,8}|sets?|strings?|str|ints?|integers?|numbers?|bool\w{0,3}|true|false|none|whether)\b",
    IGNORECASE,
)
_GIVES: Final = regex(
    r"Returns? (?!(?:nothing|none|early|immediately|control|from|to|if|when|once|after|as|at|without)\b)(?![^.]{0,120} (?:to|into|back)\b)",
    IGNORECASE,
)

_DEED: Final = regex(
    r"(?:set|write|send|delete|remove|save|store)s? (?:up |back )?(?:the|an?|all|its|this|every|default)\b", IGNORECASE
)


def contradicted(told: str, facts: FunctionFacts) -> bool:
    """told: what the author says."""
    if says_opposite(told, facts.name):
        return True
    if _DEED.match(told):
        return _only_gives(facts)
    if not told.startswith("Return"):
        return False
    if facts.has("generator"):
        return _WHOLE.match(told) is not None
    return _GIVES.match(told) is not None and gives_nothing(facts)


def _only_gives(facts: FunctionFacts) -> bool:
    """Surely: it calls and writes nothing, and each of its statements gives back a value or asks for one."""
    calls = any(each.kind != "ref" for each in facts.calls)
    if calls or facts.writes or facts.has("abstract") or facts.has("generator") or facts.confidence < 1:
        return False
    try:
        every = list(walk(decode_body(facts.body).statements))
    except Refused:
        return False
    given = [each for each in every if isinstance(each, Return) and each.value]
    return bool(given) and all(isinstance(each, Return | If) or _idle(each) for each in every)


def _idle(each: object) -> bool:
    """Where nothing is called, an expression does nothing, as the author's text does."""
    return isinstance(each, Simple) and each.role in ("pass", "scope", "import", "expression")


def gives_nothing(facts: FunctionFacts) -> bool:
    """Surely: its whole body has been read, and is more than a place for others to fill."""
    if facts.has("abstract") or facts.confidence < 1:
        return False
    try:
        body = decode_body(facts.body).statements
    except Refused:
        return False
    every = list(walk(body))
    plain = [
        each for each in every if isinstance(each, Simple) and each.role not in ("pass", "scope", "import", "define")
    ]
    return len(plain) > 0 and not any(
        isinstance(each, Raise) or (isinstance(each, Return) and each.value) for each in every
    )
