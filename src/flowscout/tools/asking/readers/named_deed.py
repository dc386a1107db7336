"""A deed that a function is named for: `who writes the host cache` is `write_host_cache`, and who calls it.

Every word of the question is in its name, and its name has no other; what is named for a deed that is done, `sent_mail`, does not do it.
"""

from __future__ import annotations

from typing import Final

from ....llm.english import GLUE, IRREGULAR
from ....llm.stems import stem
from ....model.product import is_aside
from ....words.names import lower
from ..callers import callers_of
from ..here import Found, Here, at, is_promise, label
from ..question.inquiry import EFFECT, inquired

MOST: Final = 2  # functions of the name
_WHO: Final = ("who", "what", "which", "where")


def named_deed(here: Here, question: str) -> Found | None:
    asked = inquired(question)
    if asked is None or asked.kind != EFFECT or asked.asks not in _WHO or asked.clause or not asked.thing:
        return None
    words = {stem(word.lower()) for word in (asked.verb, *asked.thing.split()) if word.lower() not in GLUE}
    project, verb = here.project, stem(asked.verb.lower())
    ids = [
        id_
        for id_, one in project.functions.items()
        if {stem(word) for word in lower(one.facts.name)} == words
        and not any(stem(word) == verb and _is_past(word) for word in lower(one.facts.name))
        and not is_aside(one.path)
        and here.inside(one.path)
        and not is_promise(project, id_)
    ]
    if len(words) < MOST or not 0 < len(ids) <= MOST:
        return None
    said = []
    for id_ in sorted(ids):
        calls = callers_of(here, id_)
        said.append(at(project, id_, f"{label(project, id_)} is named for it"))
        said += calls.said if isinstance(calls, Found) else ()
    note = "By the name, which has all that is asked for and no more; who does it in other words is not seen."
    return Found(tuple(dict.fromkeys(said)), tuple(sorted(ids)), note, weighed=True)


def _is_past(word: str) -> bool:
    return word.endswith("ed") or IRREGULAR.get(word, word) != word
