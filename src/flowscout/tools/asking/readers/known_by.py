"""By what something is known to be so: `how does a table know that it is free` is what `Table.is_free` returns."""

from __future__ import annotations

from typing import Final

from ....llm.stems import stem, stems
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....model.product import is_aside
from ....words.names import lower
from ...codes import Failed
from .. import doing
from ..here import Found, Here, is_promise
from ..question.tokens import one_line

_ASKS: Final = regex(
    r"(?i)how (?:does|do|can|will) (?:the |an? |our )?(?P<who>[\w ]{2,60}?) (?:know|tell|see|decide|determine|recogni[sz]e|detect|find out)s? (?:that|whether|if|when) "
    r"(?:(?:it|they|this|one)(?:'s| is| are)|(?:the |an? )?(?P<what>[\w ]{2,40}?) (?:is|are)) (?:(?:an?|the|in) )?(?P<state>[\w ]{2,40})$"
)
_LEADS: Final = ("is", "are", "has", "can", "was")
NOTE: Final = "By the name of the function, which says that it asks for this."


def known_by(here: Here, question: str) -> Found | None:
    """None where it is no such question, or no one function is named so."""
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    if asked is None:
        return None
    state = [stem(word) for word in asked["state"].lower().split()]
    of = stems(asked["what"] or asked["who"])
    able = [
        id_
        for id_, one in here.project.functions.items()
        if not is_aside(one.path) and not is_promise(here.project, id_) and _asks(one.facts.name, state)
    ]
    kept = [id_ for id_ in able if of & stems(qualified_of(id_))]
    if len(kept) != 1:
        return None
    found = doing.told_of(here, kept[0], "returns", "", "")
    return None if isinstance(found, Failed) else found._replace(note=NOTE, weighed=True)


def _asks(name: str, state: list[str]) -> bool:
    own = lower(name)
    return bool(own) and own[0] in _LEADS and [stem(word) for word in own[1:]] == state
