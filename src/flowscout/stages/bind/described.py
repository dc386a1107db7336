"""What a C or C++ author says of a function where it is declared, for one whose body stands elsewhere without a word.

    /* Moves the cursor to a file. */            files.h
    void go_to(struct view *v, const char *file);

    void go_to(struct view *v, const char *file) { … }        files.c

Of several declarations those of the same folder count before others; where they do not say the same, nothing is taken.
"""

from __future__ import annotations

from re import IGNORECASE
from typing import Final

from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...ports import Lookup, Offer
from ...words.authored import one_field

_FAMILY: Final = "cfamily"
_SENDS: Final = regex(
    r"\A\W{0,4}(?:NOTE:?[ -]{0,3})?(?:(?:see|refer to|described|documented|documentation|doc|comment|explained)\b.{0,80}|[\w -]{0,40}\b(?:comment|documentation|description|docs?)\b.{0,40})\b\w{1,60}\.h(?:h|pp|xx)?\b",
    IGNORECASE,
)  # `See rows.h for a description`
_SILENT: Final = frozenset({"lambda", "module"})


def documented(path: str, facts: FunctionFacts, language: Language, lookup: Lookup) -> FunctionFacts:
    """With the doc comment of its declaration, where it has none of its own, or one that only says what is given back or sends elsewhere."""
    if (
        (facts.doc and not one_field(facts.doc) and not _SENDS.search(facts.doc))
        or facts.kind in _SILENT
        or facts.parent >= 0
        or language.resolver != _FAMILY
    ):
        return facts
    static = facts.has("static") and not facts.scope
    meant = [
        offer for offer in lookup("said", facts.name) if _fits(offer, facts) and (not static or offer.path == path)
    ]
    folder = path.rpartition("/")[0]
    near = [offer for offer in meant if offer.path.rpartition("/")[0] == folder]
    said = {offer.value[2] for offer in near or meant}
    return facts._replace(doc=said.pop()) if len(said) == 1 else facts


def _fits(offer: Offer, facts: FunctionFacts) -> bool:
    scope, signature, _ = offer.value
    return scope == "::".join(facts.scope) and signature == facts.signature
