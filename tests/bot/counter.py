"""What a command is asked over in these examples: two sides of a small project, and a forge that gives addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from corpus.driver import Case, Source
from flowscout import shelf
from flowscout.bot.command import Command, WrongCommand, arguments
from flowscout.bot.parse import Mistake, near, parse
from flowscout.errors import UserError
from flowscout.frontends.treesitter import parse as read
from flowscout.model.event import EventContext
from flowscout.model.publication import Document, Section
from flowscout.model.review import Review
from flowscout.model.settings import Settings
from flowscout.pipeline import Project, assemble
from flowscout.tasks.answering import Answered, AnswerReply, Cited
from flowscout.tasks.review.review import review
from flowscout.tools.desk import Desk
from tools.shop import desk

SHELF = "flowscout.bot.commands"
WHOSE = "a-model"


class Counter:
    """A Question over a case: its sources are the base, and what stands there `then` is the head."""

    def __init__(self, case: Case, model: Mapping[str, Any]) -> None:
        self.case, self.model, self.settings = case, model, Settings()
        self.base = {one.path: one for one in case.sources}
        self.head = {**self.base, **{one.path: one for edit in case.edits for one in edit.sources}}

    @property
    def context(self) -> EventContext:
        raise AssertionError("no command looks at the event")

    def project(self, rev: str, /) -> Project:
        return _project({"base": self.base, "head": self.head}[rev])

    def desk(self) -> Desk:
        return desk({path: one.data for path, one in self.head.items()})

    def review(self) -> Review:
        return review(self.project("base"), self.project("head"), ("1a2b3c4", "5d6e7f8"))

    def link(self, path: str, line: int, end_line: int, before: bool, /) -> str:
        return (
            ""
            if self.case.options.get("links") == "none"
            else f"{'base' if before else 'head'}/{path}#L{line}-L{end_line}"
        )

    def commands(self) -> Mapping[str, Command]:
        return {name: shelf.load(SHELF, name) for name in shelf.names(SHELF)}

    def diagnosis(self, job: str, /) -> Document:
        return Document("rca", f"Why {job or 'the latest run'} failed", "", (), silent=True)

    def worded(self, project: Project, id_: str, /) -> tuple[Mapping[str, Any], str] | None:
        return (self.model, WHOSE) if "summary" in self.model else None

    def asked(self, project: Project, question: str, reply: AnswerReply, /) -> Answered | None:
        if "said" not in self.model:
            return None
        return Answered(tuple(Cited(text, path, line) for text, path, line in self.model["said"]), 1, (), WHOSE)


def _project(sources: Mapping[str, Source]) -> Project:
    files = {path: read(one.data, one.language) for path, one in sources.items()}
    return assemble(files, lambda path: sources[path].data, Settings())


def answered(case: Case, comment: str, model: str) -> str:
    """What is written below the comment, or what becomes of it."""
    asked = parse(comment)
    if asked is None:
        return "(no command)"
    if isinstance(asked, Mistake):
        return f"refused: {asked.message}"
    counter = Counter(case, json.loads(model or "{}"))
    known = counter.commands()
    if asked.name not in known:
        meant = near(asked.name, tuple(known))
        return f"refused: did you mean /{meant}?" if meant else "(another bot's command)"
    command = known[asked.name]
    try:
        return _shown(command, command.answer(counter, arguments(command, asked)))
    except (WrongCommand, UserError) as fault:
        return f"refused: {fault}"


def _shown(command: Command, made: Document) -> str:
    """Its head, then each section under its rank; the places where a kept comment would be silent are said."""
    silent = ", silent" if made.silent else ""
    head = f"[{made.kind}{silent}; {command.right}{', of a pull request' if command.pull else ''}] {made.title}"
    return "\n".join(
        line.rstrip()
        for line in "\n".join([head, *filter(None, [made.summary]), *map(_section, made.sections)]).split("\n")
    )


def _section(section: Section) -> str:
    """What is drawn is the business of other examples."""
    return f"-- {section.rank}\n" + re.sub(
        r"(```(?:mermaid|text)\n).*?\n```", r"\1…\n```", section.markdown, flags=re.DOTALL
    )
