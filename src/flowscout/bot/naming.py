"""From a word in a comment to one function, and how an answer names it."""

from __future__ import annotations

import re

from ..errors import AmbiguousName, UnknownName
from ..model.identity import qualified_of
from ..pipeline import Located, Project
from ..tasks.markdown import code
from ..tasks.names import candidates, meant
from .command import CommandQuestion, WrongCommand

MOST = 8
_AT_LINE = re.compile(r"(.+?)(?::|#L)(\d{1,7})")


def named(project: Project, name: str) -> Located:
    """Raises Wrong with the candidates, or the near ones."""
    at = _AT_LINE.fullmatch(name)
    try:
        if at and at[1].endswith(tuple(_endings(project))):
            return meant(project, "", at[1], int(at[2]))
        return meant(project, name)
    except AmbiguousName:
        found = candidates(project.named(name), name)
        shown = ", ".join(f"{f.path}::{qualified_of(f.id)} (line {f.facts.line})" for f in found[:MOST])
        more = f" and {len(found) - MOST} more" if len(found) > MOST else ""
        raise WrongCommand(f"{len(found)} functions have that name: {shown}{more}. Name one with its path.") from None
    except UnknownName as error:
        near = " ".join(error.hint.split())
        raise WrongCommand(f"{error}." + (f" {near}" if near else "")) from None


def _endings(project: Project) -> set[str]:
    return {"." + path.rsplit(".", 1)[-1] for path in project.files if "." in path}


def titled(question: CommandQuestion, function: Located, before: bool = False) -> str:
    """`Store.drop` in `store.py`, lines linked where they can be."""
    facts = function.facts
    address = question.link(function.path, facts.line, facts.end_line, before)
    where = f"[lines {facts.line}–{facts.end_line}]({address})" if address else f"lines {facts.line}–{facts.end_line}"
    return f"{code(qualified_of(function.id))} in {code(function.path)}, {where}"
