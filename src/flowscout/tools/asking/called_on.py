"""`is A called on every write`: each call of A with what decides over it, from which that can be seen; and with which status a program is left."""

from __future__ import annotations

from typing import Final

from ...agents.said import Cited
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ..codes import NO_RESULTS, Failed
from ..conditions import told, under
from ..own import exiting, line_at
from .callers import callers
from .here import Found, Here, at, each_method, label
from .joined import conditioned
from .question.asked import Asked

_NONE: Final = regex(r"^No call of ")
_DECIDED: Final = regex(r", (?:when|unless|in the loop|after the loop) `")


def called_on(here: Here, asked: Asked) -> Found | Failed:
    found = callers(here, asked)
    if isinstance(found, Failed) or _NONE.match(found.said[0].text):
        return found
    rows = tuple(conditioned(here.project, line) for line in found.said)
    rows = tuple(line for line in rows if not is_aside(line.path)) or rows
    free = sum(not _DECIDED.search(line.text) for line in rows)
    name = asked.names["A"].raw
    if not free:
        first = f"Not in any case: a condition decides over {'each of the ' + str(len(rows)) + ' calls' if len(rows) > 1 else 'the only call'} of {name}"
    elif free == len(rows):
        first = f"In {'each of its ' + str(len(rows)) + ' callers' if free > 1 else 'its only caller'} nothing decides over the call of {name}"
    else:
        first = f"In {free} of {len(rows)} callers nothing decides over the call of {name}"
    note = f"Whether that is `{asked.rest[:80]}` is told by who calls these." if asked.rest else ""
    head = Cited(first, rows[0].path, rows[0].line)
    return found._replace(said=(head, *rows), note=f"{note} {found.note}".strip(), weighed=True, total=0)


def exits_of(here: Here, asked: Asked) -> Found | Failed:
    """Each call that leaves the program, as it is written, with what decides over it."""
    if "A" in asked.names:
        return each_method(here, asked.names["A"], lambda id_: _exits(here, id_))
    project = here.project
    said = [line for id_ in sorted(project.functions) if not is_aside(project.functions[id_].path)
            for found in (_exits(here, id_),) if isinstance(found, Found) for line in found.said]  # fmt: skip
    return Found(tuple(said), (), "Calls that are known to leave the program.") if said else Failed(NO_RESULTS, "I find no call that leaves the program")  # fmt: skip


def _exits(here: Here, id_: str) -> Found | Failed:
    project, facts = here.project, here.project.functions[id_].facts
    lines = {line for line, _ in exiting(project, id_, "")}
    text = project.sources(project.functions[id_].path)[facts.start : facts.end]
    rows = [
        at(project, id_, f"{qualified_of(id_)}: `{code}`{told(under(project, id_, call.start))}", line)
        for call in facts.calls
        if (line := line_at(project, id_, call.start)) in lines and "exit" in call.name.lower()
        for code in (" ".join(text[call.start : call.end].decode("utf-8", "replace").split())[:80],)
    ]
    none = f"No call of {label(project, id_)} is known to leave the program itself"
    return Found(tuple(dict.fromkeys(rows)), (id_,), weighed=True) if rows else Failed(NO_RESULTS, none)
