"""What a question was read as."""

from __future__ import annotations

from typing import Final, NamedTuple

from .tokens import QuestionToken

OUTSIDE: Final = frozenset(
    ["file", "files", "disk", "stdout", "stderr", "output", "console", "terminal", "screen", "log", "socket", "network"]
)  # where what leaves the memory goes


class Asked(NamedTuple):
    """names: by the slot of the form. place: the folder or file that the question keeps to, "" everywhere. rest: words that are not weighed;
    reread: words with a slip, and what they were read as; counted: how many, not which; timed: under which conditions, too;
    chosen: words that choose among the lines of the answer; typed: a type, not what is of it."""

    kind: str
    names: dict[str, QuestionToken]
    place: str = ""
    rest: str = ""
    reread: tuple[tuple[str, str], ...] = ()
    counted: bool = False
    timed: bool = False
    chosen: str = ""
    typed: bool = False
