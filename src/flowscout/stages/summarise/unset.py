"""State that a function deletes by the language's own word, or takes out of what holds it."""

from __future__ import annotations

from typing import Final

from ...model.facts import FunctionFacts
from ...model.summary import FunctionRow
from ...words.names import has_word

TAKING_OUT: Final = frozenset(
    {"remove", "discard", "pop", "popitem", "popleft", "clear", "erase", "pop_back", "pop_front"}
)  # of what holds many


def unset_of(facts: FunctionFacts, row: FunctionRow) -> list[str]:
    """The targets of its own effects on state that it deletes or takes out, sorted."""
    return sorted({effect.target for effect in row.own if effect.kind == "state" and _is_unset(facts, effect.target)})


def _is_unset(facts: FunctionFacts, target: str) -> bool:
    """`del self.items[key]`, `delete p`, `items.clear()`."""
    last = target.replace("->", ".").replace("::", ".").replace(":", ".").rsplit(".", 1)[-1]
    return any(write.how == "delete" and has_word(write.target, last) for write in facts.writes) or any(
        call.name in TAKING_OUT and has_word(call.receiver, last) for call in facts.calls
    )
