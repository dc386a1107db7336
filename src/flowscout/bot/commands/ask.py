"""Answers a question about the code as the pull request leaves it: from the call graph by rules, and by a model where
one is set up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...model.publication import Document, Section
from ...tasks.answering import Cited
from ...tasks.markdown import code, escape
from ...tools.asking.answer import by_rules
from ..command import Argument, Command, CommandQuestion, WrongCommand


def answer(question: CommandQuestion, given: Mapping[str, str]) -> Document:
    text = given["question"]
    if not text:
        raise WrongCommand("What is the question? Usage: /ask QUESTION")
    desk = question.desk()
    reply = by_rules(desk, text)
    found = question.asked(desk.project, text, reply)
    parts = []
    if found and found.said:
        parts = [
            Section(
                _list(question, found.said)
                + f"\n\n_In the words of {code(found.origin)}; each sentence was held against the place it cites._"
            )
        ]
    rule = "\n\n".join(filter(None, (escape(reply.note), _list(question, reply.said))))
    title = "**By rules**\n\n" if parts else ""
    return Document("answer", "An answer from the code", "", (*parts, Section(title + rule, 1 if parts else 0)))


def _list(question: CommandQuestion, said: Iterable[Cited]) -> str:
    return "\n".join(f"- {escape(each.text)} · {_where(question, each)}" for each in said)


def _where(question: CommandQuestion, said: Cited) -> str:
    shown = code(f"{said.path}:{said.line}")
    address = question.link(said.path, said.line, said.line, False)
    return f"[{shown}]({address})" if address else shown


PLUGIN = Command("ask", "answer a question about the code", (
    Argument("question", "who calls, what is changed, how it fails, where something is done", rest=True),
), answer, pull=False)  # fmt: skip
