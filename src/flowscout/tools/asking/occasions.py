"""When something is done that a function is there for: where that is called, and under what. `when is the state saved` is answered by the calls of `save_state`,
not by the steps in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ...agents.said import Cited
from ...llm.stems import stem
from ...model.identity import qualified_of
from ...model.product import is_aside
from ...words.names import lower
from ..conditions import told, under
from ..own import line_at
from .here import Here, at, is_promise, label
from .question.sought import SoughtWord
from .scored import held_by
from .verbs import same_as

LONGEST: Final = 110
NOTE: Final = "Where what is there for it is called, by its name and description, and under what."


def occasions(here: Here, verb: str, words: Iterable[SoughtWord], id_: str) -> tuple[Cited, ...]:
    """Empty where the function is not there for just this, or is not called by the product."""
    wanted = [word for word in words if word.given.lower() not in ("file", "files")]
    return tuple(dict.fromkeys(_calls(here, id_))) if _is_for(here, id_, verb, wanted) else ()


def _is_for(here: Here, id_: str, verb: str, wanted: list[SoughtWord]) -> bool:
    """Its name begins or ends with the verb, and it and the first sentence of its description name all that it is done to."""
    facts = here.project.functions[id_].facts
    own = [stem(word) for word in lower(facts.name)]
    doc = " ".join(facts.doc.split()).partition(". ")[0]
    named = bool(own) and bool({own[0], own[-1]} & ({stem(verb)} | same_as(verb)))
    return named and len(held_by(wanted, f"{qualified_of(id_)} {doc}".encode())) == len(wanted) > 0


def _calls(here: Here, id_: str) -> Iterator[Cited]:
    project = here.project
    for caller in sorted(project.callers.get(id_, ())):
        where = project.functions[caller]
        if is_aside(where.path) or is_promise(project, caller) or caller == id_:
            continue
        text = project.bound(caller).text
        for site in project.resolved(caller):
            call = where.facts.calls[site.site]
            if id_ in site.targets and call.kind == "call":
                code = " ".join(text[call.start : call.end].decode("utf-8", "replace").split())
                short = code if len(code) <= LONGEST else f"{code[:LONGEST]}…"
                said = f"{label(project, caller)}: `{short}`{told(under(project, caller, call.start))}"
                yield at(project, caller, said, line_at(project, caller, call.start))
