"""Whether a parameter is on where nothing is given: `is commit blocking by default`, `does open follow links by default`, `is ignore_case on by default in search`. By the default of a parameter that is named so."""

from __future__ import annotations

from typing import Final

from ....llm.stems import stem
from ....model.pattern import regex
from ....words.names import lower
from ...codes import Failed
from ..here import Found, Here, at, functions, label
from ..question.tokens import QuestionToken, one_line

_ASKS: Final = regex(
    r"(?i)(?:is|are|does|do) `?(?P<name>[A-Za-z_]\w{0,60}(?:[.:]{1,2}\w{1,60}){0,4})(?:\(\))?`? (?P<what>[a-z]\w{2,30}(?: [a-z]\w{1,20}){0,2}) by default$"
)
_OF: Final = regex(
    r"(?i)(?:is|are) (?:the |parameter |argument |option )?`?(?P<what>[A-Za-z_]\w{1,60})`? (?:on|enabled|set|true|turned on|switched on) by default (?:in|for|of|with) `?(?P<name>[A-Za-z_]\w{0,60}(?:[.:]{1,2}\w{1,60}){0,4})(?:\(\))?`?$"
)
TRUTHS: Final = {"True": "Yes", "true": "Yes", "False": "No", "false": "No"}


def flag_by_default(here: Here, question: str) -> Found | None:
    """None where it is no such question, no function is named, or no parameter of it has just that name and a truth for a default."""
    plain = one_line(question).rstrip("?!. ")
    asked = _OF.match(plain) or _ASKS.match(plain)
    ids = functions(here, QuestionToken("", asked["name"], code=True)) if asked else []
    if asked is None or isinstance(ids, Failed):
        return None
    wanted = [stem(word) for part in asked["what"].split() for word in lower(part)]
    rows = []
    for id_ in ids:
        for param in here.project.functions[id_].facts.params:
            if param.default in TRUTHS and [stem(word) for word in lower(param.name)] == wanted:
                told = f"{TRUTHS[param.default]}: `{param.name}` of {label(here.project, id_)} is `{param.default}` by default"
                rows.append(at(here.project, id_, told))
    verdicts = {row.text.partition(":")[0] for row in rows}
    return Found(tuple(rows), tuple(ids), "", weighed=True) if len(verdicts) == 1 else None
