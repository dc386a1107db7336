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

    asked = _OF.sub(whole, question[:LONGEST]) if _OWNED.search(question) else question
    return _at_the_end(project, _in_file(project, asked))


def _in_file(project: Project, question: str) -> str:
    """`in what order does main in build.py …`: the function of that file, where a file of the project is named and has one of that name."""

    def whole(found: re.Match[str]) -> str:
        made = f"{found['file']}::{found['name']}"
        every = candidates(project.named(found["name"]), made)
        return f"`{made}`" if len(every) == 1 else found[0]

    return _OF_FILE.sub(whole, question)


def _at_the_end(project: Project, question: str) -> str:
    """`does terminate close the session in Store?`: a type that is named last owns the one function of many of that name."""
    last = _LAST.search(question)
    if last is None:
        return question
    owner, before = last["owner"].replace("::", "."), question[: last.start()]
    if any(one.name == owner.rpartition(".")[2] for facts in project.files.values() for one in facts.types) is False:
        return question
    named = [one for one in dict.fromkeys(_NAMES.findall(before)) if candidates(project.named(f"{owner}.{one}"), f"{owner}.{one}")]  # fmt: skip
    if len(named) != 1 or len(candidates(project.named(named[0]), named[0])) < 2:
        return question
    return re.sub(rf"`?(?<![\w.:]){re.escape(named[0])}(?![\w.:])(?:\(\))?`?", f"`{owner}.{named[0]}`", before, count=1)


_OWNED: Final = regex(r" (?:of|in|from) |['’]s ")
_OWNER: Final = r"[A-Za-z_][\w.:]{1,80}"
_NAMES: Final = regex(r"(?<![\w.:`])[A-Za-z_]\w{1,80}(?![\w.:])")
_LAST: Final = regex(
    rf" (?:in|inside|within|of) (?:the )?(?:class |struct |type )?`?(?P<owner>{_OWNER})`?(?: class| struct)?[?. ]{{0,3}}$"
)
_OF_FILE: Final = regex(
    r"(?<![\w.:`])`?(?P<name>[A-Za-z_]\w{1,80})(?:\(\))?`? (?:in|of|from) `?(?P<file>[\w./-]{1,120}\.[a-z]{1,4})`?(?= \w)"
)
_OF: Final = regex(
    rf"`?\b(?P<name>[A-Za-z_]\w{{1,80}})(?:\(\))?`? (?:(?:method|function|member) )?(?:of|in|from) (?:the )?(?:class |struct |type )?`?(?P<owner>{_OWNER})`?(?![\w.])(?: class\b| struct\b| type\b)?"
    rf"|`?\b(?P<whose>{_OWNER})`?['’]s `?(?P<own>[A-Za-z_]\w{{1,80}})(?:\(\))?`?(?: method\b| function\b)?"
)
