"""What a name of a function is set to, asked by that name: `which editors does find_editor try` is `editors = ["vim", "nano"]`, `which port does serve use`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....llm.stems import stem
from ....model.pattern import regex
from ....words.names import lower
from ...codes import Failed
from ...conditions import told, under
from ...own import line_at
from ..here import Found, Here, at, functions, label
from ..inside import means_few
from ..question.tokens import QuestionToken, one_line, whole

_ASKS: Final = regex(
    r"(?i)(?:(?:with|by|in|from|to|at|on) )?(?:which|what) (?P<noun>[a-z][\w-]{2,40}(?: [a-z][\w-]{2,40})?) (?:does|do|will|would|can|are|is) (?P<rest>\S.{2,200})$"
)
_OTHERS: Final = frozenset(["function", "functions", "method", "methods", "class", "classes", "test", "tests", "file", "files", "code", "order", "error", "errors", "exception", "exceptions", "lock", "locks", "parameter", "parameters", "argument", "arguments", "fields", "field", "value", "values", "type", "types", "caller", "callers"])  # fmt: skip
_SET: Final = r"(?<![\w.>])(?P<name>(?:\w{1,40}(?:\.|->)){0,2}[A-Za-z_]\w{0,60})(?:\[\])?(?:[ \t]{0,3}:[ \t]{0,3}[\w\[\]., |]{1,40})?[ \t]{0,3}=(?!=)[ \t]{0,3}(?P<value>[^=\n][^\n]{0,200})"
MOST: Final = 4
WIDE: Final = 160
NOTE: Final = "What names of that word are set to there; whether they are used so I do not follow."


def set_in(here: Here, question: str) -> Found | None:
    """None where it is no such question, no one function is named, or none of its names has the noun as its last word."""
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    noun = asked["noun"].split()[-1].lower() if asked else ""
    if not noun or noun in _OTHERS:
        return None
    named = {token.raw for token in whole(question) if token.code or means_few(here, token)}
    ids = functions(here, QuestionToken("", next(iter(named)), code=True)) if len(named) == 1 else []
    if isinstance(ids, Failed):
        return None
    rows = tuple(dict.fromkeys(row for id_ in ids for row in _rows(here, id_, noun, alone=True)))
    rows = rows or tuple(dict.fromkeys(row for id_ in ids for row in _rows(here, id_, noun, alone=False)))
    return Found(rows, tuple(ids), NOTE, weighed=True) if 0 < len(rows) <= MOST else None


def _rows(here: Here, id_: str, noun: str, *, alone: bool) -> Iterator[Cited]:
    """alone: of names that are the very noun."""
    project, facts = here.project, here.project.functions[id_].facts
    text = project.sources(project.functions[id_].path)[facts.start : facts.end].decode("utf-8", "replace")
    for found in re.finditer(_SET, text):
        own = lower(found["name"].replace("->", ".").rpartition(".")[2])
        if not own or ("_".join(own) != noun if alone else stem(own[-1]) != stem(noun)):
            continue
        offset = len(text[: found.start()].encode())
        shown = " ".join(found[0].split()).replace("`", "'")
        shown = shown if len(shown) <= WIDE else f"{shown[: WIDE - 2]} …"
        decided = told(under(project, id_, offset))
        yield at(project, id_, f"{label(project, id_)}: `{shown.rstrip(';')}`{decided}", line_at(project, id_, offset))
