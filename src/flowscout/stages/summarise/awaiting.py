"""Coroutines made of generators: what they wait for by `yield` they call.

@inlineCallbacks
def save(self):
    row = yield self.load()         calls `self.load()`, and does not give it to whoever goes over the generator
"""

from __future__ import annotations

import re
from typing import Final

from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...words.names import last

_COROUTINES: Final = ("coroutine", "inlinecallbacks")
_TAKEN: Final = re.compile(rb"[=(]\s?yield [\w.]{1,80}\(")
_WAITS: Final = regex(r"\byield (?=[\w.]{1,80}\()")


def driven(facts: FunctionFacts, text: bytes, language: Language) -> bool:
    """A generator that is a coroutine: its decorator says so, or it takes what comes of a call that it yields."""
    if language.spelling.casts or b"yield" not in text:
        return False
    named = any(last(each.partition("(")[0]).lower().endswith(_COROUTINES) for each in facts.decorators)
    return named or _TAKEN.search(text) is not None


def waited(written: str) -> str:
    """Without the word that waits for a call."""
    return _WAITS.sub("", written)
