"""Says what a function does in words: its sentence, what it checks, what it changes, what can go wrong, and what comes
from below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...model.publication import Document, Section
from ...tasks.inwords import headed
from ...tasks.markdown import code, escape, prose
from ..command import Argument, Command, CommandQuestion
from ..naming import named, titled


def answer(question: CommandQuestion, given: Mapping[str, str]) -> Document:
    project = question.project("head")
    function = named(project, given["name"])
    told, whose = project.summary(function.id), ""
    found = question.worded(project, function.id)
    if found:
        fields: dict[str, Any] = {name: text if name == "summary" else tuple(text) for name, text in found[0].items()}
        told, whose = told._replace(sentence=fields.pop("summary"), **fields), found[1]
    parts = [_list(heading, lines) for heading, lines in headed(told)]
    return Document(
        "answer",
        f"What {code(function.facts.name)} does",
        titled(question, function),
        (
            *([Section(prose(told.sentence))] if told.sentence else []),
            *(Section(part, rank) for rank, part in enumerate(parts, 1)),
            *([Section(f"_In the words of {code(whose)}, held against the code._", len(parts) + 1)] if whose else []),
        ),
    )


def _list(title: str, lines: Sequence[str]) -> str:
    return "\n".join([f"**{title}**", "", *(f"- {escape(line)}" for line in lines)])


PLUGIN = Command("explain", "say in words what a function does", (
    Argument("name", "a function, or path[:line]", required=True),
), answer, pull=False)  # fmt: skip
