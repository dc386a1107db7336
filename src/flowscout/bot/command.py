"""What a command plug-in is, and how the words of a comment become its typed arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, Protocol

from ..model.event import EventContext
from ..model.publication import Document
from ..model.review import Review
from ..model.settings import Settings
from ..pipeline import Project
from ..tasks.answering import Answered, AnswerReply
from ..tools.desk import Desk
from .parse import CommandLine

LOOK: Final = "read"  # the right a person needs to look at what the code does
SPEND: Final = "spend"  # …to spend or change something: what the workflow's `allow` says

_PLAIN = re.compile(r"[^\x00-\x1f\x7f]{1,300}")


class Argument(NamedTuple):
    """text: what it stands for. flag: written `--name VALUE`, else by its place. choices: () for text. rest: takes the whole line as written."""

    name: str
    text: str
    choices: tuple[str, ...] = ()
    flag: bool = False
    required: bool = False
    default: str = ""
    rest: bool = False

    @property
    def written(self) -> str:
        return f"--{self.name}" if self.flag else self.name.upper()


class WrongCommand(Exception):  # noqa: N818 - said to a person in one line
    """The command cannot be carried out as written. The message is one sentence of Markdown-free text."""


class CommandQuestion(Protocol):
    """What a command may ask. rev: head | base; on an issue both are the default branch."""

    @property
    def context(self) -> EventContext: ...
    @property
    def settings(self) -> Settings: ...
    def project(self, rev: str, /) -> Project: ...
    def desk(self) -> Desk:
        """What the tools look at: the head."""
        ...

    def review(self) -> Review: ...
    def link(self, path: str, line: int, end_line: int, before: bool, /) -> str: ...
    def commands(self) -> Mapping[str, Command]: ...
    def diagnosis(self, job: str, /) -> Document:
        """Why the latest failed run failed. job: a job's name, the address of a run of this repository, "" for all."""
        ...

    def worded(self, project: Project, id_: str, /) -> tuple[Mapping[str, Any], str] | None:
        """A function's summary in a model's words where they hold, and whose they are; None as for `asked`."""
        ...

    def asked(self, project: Project, question: str, reply: AnswerReply, /) -> Answered | None:
        """A model's answer; None where none is set up, or who asks may not spend."""
        ...


class Command(NamedTuple):
    """text: one line for the help. right: LOOK or SPEND. pull: it needs a pull request."""

    name: str
    text: str
    arguments: tuple[Argument, ...]
    answer: Callable[[CommandQuestion, Mapping[str, str]], Document]
    right: str = LOOK
    pull: bool = True

    @property
    def usage(self) -> str:
        return " ".join([f"/{self.name}", *(_shown(a) for a in self.arguments)])


def arguments(command: Command, asked: CommandLine) -> dict[str, str]:
    """By name, defaults filled in. Raises Wrong."""
    free = next((a for a in command.arguments if a.rest), None)
    if free is not None:
        return _checked(command, {free.name: asked.rest})
    if asked.unclosed:
        raise WrongCommand("A quotation mark is not closed. Put a name with blanks in a pair of quotes.")
    flags = {f"--{a.name}": a for a in command.arguments if a.flag}
    places = [a for a in command.arguments if not a.flag]
    given: dict[str, str] = {}
    words = list(asked.words)
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        if name.startswith("--"):
            if name not in flags:
                near = get_close_matches(name, flags, 1)
                raise WrongCommand(
                    f"There is no {name}." + (f" Did you mean {near[0]}?" if near else f" Usage: {command.usage}")
                )
            if not equals and not words:
                raise WrongCommand(f"{name} wants a value.")
            given[flags[name].name] = value if equals else words.pop(0)
        elif places:
            given[places.pop(0).name] = word
        else:
            raise WrongCommand(f"{word!r} is one word too many. Usage: {command.usage}")
    return _checked(command, given)


def _checked(command: Command, given: dict[str, str]) -> dict[str, str]:
    for argument in command.arguments:
        value = given.get(argument.name, "")
        if not value and argument.required:
            raise WrongCommand(f"What is missing is {argument.written} ({argument.text}). Usage: {command.usage}")
        if value and not _PLAIN.fullmatch(value) and not argument.rest:
            raise WrongCommand(
                f"{argument.name.upper()} is longer than 300 characters, or holds some that cannot be seen."
            )
        if value and argument.choices and value not in argument.choices:
            raise WrongCommand(f"{argument.name} is one of {', '.join(argument.choices)}.")
        given[argument.name] = value or argument.default
    return given


def _shown(argument: Argument) -> str:
    value = "|".join(argument.choices) or argument.name.upper()
    shown = f"--{argument.name} {value}" if argument.flag else value
    return shown if argument.required else f"[{shown}]"
