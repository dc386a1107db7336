"""What only the whole project knows about whether a C or C++ function comes back.

A declaration of it elsewhere says that it never does; a macro that it uses on every way always throws or exits; and the
calls that a macro's text may leave out (`x ? (void)0 : fail()`) are no sure ones, however surely the macro is used.
"""

from __future__ import annotations

from ...model.facts import Call, FunctionFacts
from ...model.language import Language
from ...model.record import NamedTuple
from ...ports import Lookup, Offer
from .declared import Declarations
from .definition import Macros
from .leaving import Leaving


class Surely(NamedTuple):
    """ends: it never returns, whatever its calls do (`raise`, `exit`; "" it may). calls: those of `facts.ends` that are
    made whenever it returns, by position."""

    ends: str
    calls: tuple[int, ...]


def surely(path: str, facts: FunctionFacts, language: Language, lookup: Lookup) -> Surely:
    declared = "exit" if _declared(facts, lookup) else ""
    used = {
        at: facts.calls[at]
        for at in facts.ends
        if at >= 0 and _plain(facts.calls[at]) and lookup("macro", facts.calls[at].name)
    }
    if not used:
        return Surely(declared, facts.ends)
    leaving = Leaving(
        language.lexicon, (), Declarations(path, facts.scope, lookup, c_family=True), Macros(path, lookup)
    )
    ends = max(leaving.always(call) for call in used.values()) or declared
    return Surely(ends, tuple([at for at in facts.ends if at not in used or not leaving.unsettled(used[at])]))


def _plain(call: Call) -> bool:
    return bool(call.name) and not call.receiver and not call.sep


def _declared(facts: FunctionFacts, lookup: Lookup) -> bool:
    """Is there a declaration of this very function that says so?"""
    if not any(not offer.value[0] for offer in lookup("noreturn", facts.name)):
        return False
    scope = "::".join(facts.scope)
    kind, name = (
        ("member", f"{facts.scope[-1].partition('<')[0].strip()}::{facts.name}")
        if facts.scope
        else ("function", facts.name)
    )
    return any(_same(offer, scope, facts.signature) for offer in lookup(kind, name))


def _same(offer: Offer, scope: str, signature: str) -> bool:
    return "noreturn" in offer.value[5].split() and offer.value[1] == scope and offer.value[6] == signature
