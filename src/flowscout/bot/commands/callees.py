"""Lists whom a function calls, directly and through others."""

from __future__ import annotations

from collections.abc import Mapping

from ...model.publication import Document
from ..command import Argument, Command, CommandQuestion
from ..listing import listed


def answer(question: CommandQuestion, given: Mapping[str, str]) -> Document:
    return listed(question, given["name"], int(given["depth"]), up=False)


PLUGIN = Command("callees", "list whom a function calls", (
    Argument("name", "a function, or path[:line]", required=True),
    Argument("depth", "steps to follow, 0 for all", ("0", "1", "2", "3", "4", "5"), flag=True, default="1"),
), answer, pull=False)  # fmt: skip
