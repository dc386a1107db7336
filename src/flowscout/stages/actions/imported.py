"""Which names of a function mean modules, as its calls show: what they name stands right in one."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.calls import Resolved
from ...model.facts import FunctionFacts
from ...model.identity import qualified_of
from ...model.language import Language


def modules(facts: FunctionFacts, resolved: Sequence[Resolved], language: Language) -> frozenset[str]:
    if language.name != "python":
        return frozenset()
    found = set[str]()
    for site in resolved:
        call = facts.calls[site.site]
        if not call.receiver.isidentifier() or call.receiver in language.spelling.self_names:
            continue
        own = site.how == "exact" and [qualified_of(target) for target in site.targets] == [call.name]
        if own or site.external.rpartition(".")[0] == call.receiver:
            found.add(call.receiver)
    return frozenset(found)
