"""About the bot itself: what it understands, how it is configured, and the change that leaves a function out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from ...model.identity import qualified_of
from ...model.publication import Document, Section
from ...tasks.markdown import code, escape, fence
from ...tasks.review.document import document
from ..command import Argument, Command, CommandQuestion, WrongCommand
from ..naming import named


def answer(question: CommandQuestion, given: Mapping[str, str]) -> Document:
    match given["what"]:
        case "refresh":
            made = document(question.review(), question.settings.style, question.link)
            return made._replace(silent=False)
        case "ignore":
            return _ignore(question, given["name"])
        case "config":
            rows = [f"{key} = {json.dumps(value, default=str)}" for key, value in question.settings._asdict().items()]
            return Document(
                "answer", "Configuration", "As the default branch has it.", (Section(fence("\n".join(rows), "toml")),)
            )
        case _:
            return _help(question)


def _help(question: CommandQuestion) -> Document:
    rows = [f"| {_cell(c.usage)} | {'<br>'.join(_meaning(c))} |" for _, c in sorted(question.commands().items())]
    return Document(
        "answer",
        "Commands",
        "The first line of a comment is the command.",
        (Section("\n".join(["| command | what it does |", "|---|---|", *rows])),),
    )


def _meaning(command: Command) -> Iterator[str]:
    """What it does, and what is to be written; choices stand in its usage already."""
    yield escape(command.text)
    yield from (f"{_cell(a.written)}: {escape(a.text)}" for a in command.arguments if a.text)


def _cell(text: str) -> str:
    return code(text).replace("|", "\\|")


def _ignore(question: CommandQuestion, name: str) -> Document:
    """The bot writes nothing: it says what to commit."""
    if not name:
        raise WrongCommand("Which function? Usage: /flowscout ignore NAME")
    function = named(question.project("head"), name)
    mark = "#" if function.language.name == "python" else "//"
    return Document(
        "answer",
        f"Leave {code(function.facts.name)} out",
        "Commit this to leave it out; I write nothing myself.",
        (
            Section(
                f"A comment in {code(qualified_of(function.id))} ({code(function.path)}, line {function.facts.line}):\n\n"
                + fence(f"{mark} flowscout: ignore", function.language.name)
                + "\n\nor the whole file, in `flowscout.toml`:\n\n"
                + fence(f"exclude = [{json.dumps(function.path)}]", "toml")
            ),
        ),
    )


PLUGIN = Command("flowscout", "help, configuration, and leaving a function out", (
    Argument("what", "", ("help", "refresh", "ignore", "config")),
    Argument("name", "a function, for ignore"),
), answer, pull=False)  # fmt: skip
