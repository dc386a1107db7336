"""In which function a cited line stands, and which function is meant by its name and that of its type."""

from __future__ import annotations

import re
from typing import Final

from ...agents.said import Cited
from ...model.pattern import regex
from ...pipeline import Project
from ...tasks.names import candidates
from .here import Here
from .question.tokens import LONGEST


def owner_at(here: Here, line: Cited) -> str:
    """The innermost; "" where it is in none."""
    project = here.project
    inside = [
        id_
        for id_ in project.ids.get(line.path, ())
        if (facts := project.functions[id_].facts).kind != "module" and facts.line <= line.line <= facts.end_line
    ]
    return max(inside, key=lambda one: project.functions[one].facts.line) if inside else ""


def owners_named(project: Project, question: str) -> str:
    """With `save of Store`, `Store's save` and `the save method of Store` as `Store.save`, where there is one of that name."""

    def whole(found: re.Match[str]) -> str:
        owner, name = found["owner"] or found["whose"], found["name"] or found["own"]
        made = f"{owner.replace('::', '.')}.{name}"
        return f"`{made}`" if candidates(project.named(made), made) else found[0]

    return _OF.sub(whole, question[:LONGEST]) if _OWNED.search(question) else question


_OWNED: Final = regex(r" (?:of|in|from) |['’]s ")
_OWNER: Final = r"[A-Za-z_][\w.:]{1,80}"
_OF: Final = regex(
    rf"`?\b(?P<name>[A-Za-z_]\w{{1,80}})(?:\(\))?`? (?:(?:method|function|member) )?(?:of|in|from) (?:the )?(?:class |struct |type )?`?(?P<owner>{_OWNER})`?(?![\w.])(?: class\b| struct\b| type\b)?"
    rf"|`?\b(?P<whose>{_OWNER})`?['’]s `?(?P<own>[A-Za-z_]\w{{1,80}})(?:\(\))?`?(?: method\b| function\b)?"
)
