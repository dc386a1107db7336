"""Which callers leave a result alone, and which take it: by the statement that a call stands in."""

from __future__ import annotations

from typing import Final

from ...agents.said import Cited
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...pipeline import Project
from ...words.lvalue import outermost
from ..codes import Failed
from ..own import line_at
from .callers import unknown_calls
from .here import Found, Here, at, each, label
from .question.asked import Asked

_IN_C: Final = regex(rb"[;{}]")
_IN_PYTHON: Final = regex(rb"[;\n]")
_BARE: Final = regex(r"\s*(?:(?:if|else|for|while|do|void|await)\s*|\([^()]*\)\s*)*")
IGNORED: Final = "ignored"


def using(here: Here, asked: Asked) -> Found | Failed:
    return each(here, asked.names["A"], lambda id_: _using(here, id_, ignored=asked.kind == IGNORED))


def _using(here: Here, id_: str, *, ignored: bool) -> Found:
    project, name = here.project, label(here.project, id_)
    said, count = list[Cited](), 0
    for caller in sorted(project.callers.get(id_, ()), key=lambda one: (is_aside(path_of(one)), one)):
        for site in project.resolved(caller):
            if id_ in site.targets and here.inside(path_of(caller)):
                call, count = project.functions[caller].facts.calls[site.site], count + 1
                if _left(project, caller, call.start, call.end) == ignored:
                    does = f"calls {name} and {'leaves its result alone' if ignored else 'takes its result'}"
                    line = line_at(project, caller, call.start)
                    said.append(at(project, caller, f"{qualified_of(caller)} {does}", line))
    none = f"None of the {count} calls of {name} that are known {'leaves its result alone' if ignored else 'takes its result'}"
    return Found(tuple(dict.fromkeys(said)) or (at(project, id_, none),), (id_,), unknown_calls(here, id_))


def _left(project: Project, id_: str, start: int, end: int) -> bool:
    """Whether the call is a statement of its own: nothing but what it hangs on stands before it, and nothing behind it."""
    text = project.bound(id_).text
    ends = _IN_C if project.functions[id_].language.resolver == "cfamily" else _IN_PYTHON
    before = outermost(ends.split(text[:start])[-1].decode("utf-8", "replace"))
    after = text[end : end + 1].decode("utf-8", "replace")
    hangs = before.rstrip().endswith(":") and "?" not in before and "lambda" not in before
    return (hangs or bool(_BARE.fullmatch(before))) and after in (";", "\n", "\r", "")
