"""A comment -> a command, or nothing, or what is wrong with it.

Only the first line counts, and only when it begins with `/` and a word: a quotation, a code span, a block or HTML
begins with something else. Words are split as a shell does, with quotes, comments off; typographic quotes count as
quotes.
"""

from __future__ import annotations

import re
import shlex
from difflib import get_close_matches
from typing import NamedTuple

from ..model import limits

_COMMAND = re.compile(r"/([A-Za-z][\w-]{0,39})(?=\s|$)(.*)", re.ASCII)
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "«": '"', "»": '"'})
LONGEST_LINE = 2_000


class CommandLine(NamedTuple):
    """name: as written, lower case. words: what follows, split. rest: the line after the name as written, for free
    text. unclosed: a quotation mark is left open, so `words` is empty; free text may hold an apostrophe."""

    name: str
    words: tuple[str, ...]
    rest: str
    unclosed: bool = False


class Mistake(NamedTuple):
    """message: one sentence that says what to write instead."""

    message: str


def parse(body: str) -> CommandLine | Mistake | None:
    """None when the comment is no command at all."""
    line = body.split("\n", 1)[0].rstrip("\r").strip(" \t")
    found = _COMMAND.fullmatch(line)
    if not found:
        return None
    if len(line) > LONGEST_LINE:
        return Mistake(f"The command is longer than {LONGEST_LINE} characters.")
    name, rest = found[1].lower(), found[2].strip()
    try:
        words = tuple(shlex.split(rest.translate(_QUOTES)))
    except ValueError:
        return CommandLine(name, (), rest, unclosed=True)
    if len(words) > limits.SLASH_ARGUMENTS:
        return Mistake(f"At most {limits.SLASH_ARGUMENTS} arguments are read.")
    return CommandLine(name, words, rest)


def near(name: str, known: tuple[str, ...]) -> str:
    """A command that was probably meant; "" when the word is more likely another bot's."""
    found = get_close_matches(name, known, 1, 0.75)
    return found[0] if found else ""
