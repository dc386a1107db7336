"""Whether a no may be said: not where a call of the function names what is asked for, for that may well do so by a name that is not known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...words.names import has_word
from ..conditions import told, under
from ..own import last_part, line_at
from . import bystep
from .here import Found, Here, at, label
from .question.asked import Asked
from .question.tokens import QuestionToken

DEEDS: Final = {"does_send": "send", "does_delete": "delete", "does_write": "write", "does_free": "free",
                "sends_if": "send", "deletes_if": "delete", "writes_if": "write", "frees_if": "free", "locks_if": "lock"}  # fmt: skip
NOTE: Final = "I say neither yes nor no: the calls there that name it."
LONGEST: Final = 110


def doubted(here: Here, asked: Asked, found: Found) -> Found:
    """Of a no to `does A send X`: the steps that name X, where there are any; those that do so by their own words or their callee's first."""
    target = last_part(asked.names["T"].raw) if "T" in asked.names else ""
    if asked.kind not in DEEDS or not target or not found.said or not found.said[0].text.startswith("No"):
        return found
    named = tuple(line for id_ in found.about for line in _naming(here, id_, target))
    if not named:
        return found
    by_deed = in_words(here, asked, target)
    return by_deed or Found(named, found.about, NOTE, weighed=True)


def in_words(here: Here, asked: Asked, rest: str) -> Found | None:
    """What no effect of a function does its steps may do by their words, or by what is said of those that they call."""
    if asked.kind not in DEEDS:
        return None
    names = {"A": asked.names["A"], "V": QuestionToken(DEEDS[asked.kind], DEEDS[asked.kind], code=False)}
    made = bystep.by_step(here, asked._replace(names=names, rest=rest))
    return made if isinstance(made, Found) else None


def _naming(here: Here, id_: str, target: str) -> Iterator[Cited]:
    for one in sorted(here.project.actions(id_), key=lambda each: each.start):
        code = " ".join(one.text.split())
        if "(" in code and has_word(code.partition("(")[2], target):
            short = code if len(code) <= LONGEST else f"{code[:LONGEST]}…"
            said = f"{label(here.project, id_)}: `{short.rstrip(';')}`{told(under(here.project, id_, one.start))}"
            yield at(here.project, id_, said, line_at(here.project, id_, one.start))
