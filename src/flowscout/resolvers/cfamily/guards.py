"""Classes whose objects hold a lock for as long as they live: the constructor takes it, the destructor gives it back.

Holder(Mutex &m) : m_(m) { m_.lock(); }        ~Holder() { m_.unlock(); }
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.action import LOCKS, UNLOCKS
from ...model.facts import FileFacts, FunctionFacts
from ...model.pattern import regex

_WORD = regex(r"[A-Z]?[a-z]++|[A-Z]++")


def guards(facts: FileFacts) -> Iterator[str]:
    """Simple names of those that the file defines, constructor and destructor."""
    if facts.language != "cpp":
        return
    released = {
        each.scope for each in facts.functions if each.scope and each.name.startswith("~") and _calls(each, UNLOCKS)
    }
    for each in facts.functions if released else ():
        if each.scope in released and each.name == each.scope[-1].partition("<")[0] and _calls(each, LOCKS):
            yield each.name


def _calls(function: FunctionFacts, verbs: frozenset[str]) -> bool:
    words = (_WORD.findall(call.name) for call in function.calls if call.kind == "call")
    return any(not verbs.isdisjoint((said[0].lower(), said[-1].lower())) for said in words if said)
