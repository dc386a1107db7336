"""When a function comes to its end: `when does A return`, `when does A stop`. Each way by which it leaves a loop, returns, raises or ends the program, with what decides over it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....model import action
from ....model.pattern import regex
from ...codes import NO_RESULTS, Failed
from ...conditions import again, told, under
from ...own import line_at
from ..here import Found, Here, at, each, label
from ..question.tokens import QuestionToken, one_line

_ASKS: Final = regex(
    r"(?i)(?:when|under (?:what|which) (?:conditions?|circumstances)) (?:does|do|will|can) `?(?P<name>[A-Za-z_~][\w.:>~-]{1,119})(?:\(\))?`? (?P<verb>return|stop|finish|end|terminate|quit|leave|come back|complete|give up)(?: (?:its|the) loop| looping| running| working)?$"
)
_ENDS: Final = ("return", "raise ", "throw ", "break")
WIDE: Final = 110
NOTE: Final = "Its own ways out, and under what each is taken; what the functions that it calls end is not told."


def leaving(here: Here, question: str) -> Found | Failed | None:
    """None where it is no such question, or no function is named."""
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    if asked is None:
        return None
    told_so = each(here, QuestionToken("", asked["name"], code=True), lambda id_: _ways(here, id_))
    return None if isinstance(told_so, Failed) else told_so


def _ways(here: Here, id_: str) -> Found | Failed:
    rows = tuple(dict.fromkeys(_rows(here, id_)))
    return Found(rows, (id_,), NOTE, len(rows), weighed=True) if rows else Failed(NO_RESULTS, "it has one way out")


def _rows(here: Here, id_: str) -> Iterator[Cited]:
    project, name = here.project, label(here.project, id_)
    cfg, text = project.cfg(id_), project.bound(id_).text
    for one in sorted(project.actions(id_), key=lambda found: found.start):
        code = " ".join(one.text.split()).rstrip(";")
        if (one.type == action.EXIT or code.startswith(_ENDS)) and not code.startswith("continue"):
            yield at(project, id_, f"{name}: `{code[:WIDE]}`{told(under(project, id_, one.start))}", line_at(project, id_, one.start))  # fmt: skip
    for block in sorted((one for one in cfg.blocks if one.ops and not one.dead), key=lambda one: one.ops[-1].start):
        last = block.ops[-1]
        over = last.kind == "test" and any(edge.kind == "exit-loop" for edge in cfg.edges if edge.source == block.id)
        said = " ".join(text[last.start : last.end].decode("utf-8", "replace").split())[:WIDE]
        if over and again(project, id_, last.start) and said not in ("1", "true", "True", "(1)"):
            yield at(project, id_, f"{name}: its loop ends where `{said}` is no longer so", line_at(project, id_, last.start))  # fmt: skip
