"""bind: what a function's file could not know is settled."""

from __future__ import annotations

from ..model.bound import BoundFunction
from ..model.codec import decode_body
from ..model.facts import FunctionFacts
from ..model.language import Language
from ..model.settings import Settings
from ..ports import Lookup


def bind(
    function_id: str, facts: FunctionFacts, language: Language, text: bytes, lookup: Lookup, settings: Settings = Settings()
) -> BoundFunction:
    body = decode_body(facts.body)
    return BoundFunction(
        function_id, language.name, facts, text, body.statements, body.marks, facts.calls, frozenset(), (), frozenset()
    )
